"""Declared cost (pay 7, *Memory and work*; readings P21)."""

from .whm import elements


def cost_of(output_bytes, symbols, buffers, steps, held=0):
    """`buffers` are element counts held together outside any layer, per step."""
    peaks = [sum(b) for b in buffers]
    peaks += [elements(s.src) + elements(s.dst) + s.uncropped for s in steps]
    return {"macs": sum(s.macs for s in steps), "output_bytes": output_bytes, "symbols": symbols,
            "working_bytes": 8 * max(peaks, default=0) + held}
