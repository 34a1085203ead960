"""What the first bytes of a payload give: `cuts` of payloads/index.jsonl (pay 2, 7).

A parser reads one field after the other and never looks back, so the first n bytes give
the same answer for every n between two lengths at which a read ends or a rule on what is
left holds.  The parser collects those lengths (`payloads.Bytes`); one decode of the bytes
themselves answers for each interval.
"""

import hashlib

from . import decode, payloads, sets
from .errors import Refused


def outcome(data, capability, source, limit=None):
    """`expect` of a payload: the digest of what it decodes to, or a refusal."""
    try:
        out = decode.decode(data, capability, source, limit)
    except Refused as e:
        return {"refuse": e.code}
    return {"bytes": len(out), "sha256": hashlib.sha256(out).hexdigest()}


def boundaries(data, capability):
    """The lengths below the payload's own at which the answer may change, ascending."""
    marks = [0]
    try:
        payloads.parse(data, capability, marks)
    except Refused:
        pass        # where a whole payload's parse stops, its first bytes' does too
    return sorted({n for n in marks if n < len(data)})


def cuts(data, capability, source=None, limit=None):
    """The runs of answers of every proper prefix, as corpus/README.md writes them."""
    view, starts = memoryview(data), boundaries(data, capability)
    source = sets.opened(source, capability) if capability in sets.CAPABILITIES else None
    runs, last = [], None
    for start, end in zip(starts, starts[1:] + [len(data)]):
        answer = outcome(view[:start], capability, source, limit)
        if answer == last:
            runs[-1]["until"] = end
        else:
            runs.append({**answer, "until": end})
            last = answer
    return runs
