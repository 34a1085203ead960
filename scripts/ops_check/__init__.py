"""An independent checker of wai-ops/1, written from the specification text alone.

Standard library only.  Every value is a Python int; nothing here uses floating
point.  Comments cite the texts as "ops" (integer-operators), "pay"
(integer-payloads), "pins" (project-pins) and "readings".
"""
