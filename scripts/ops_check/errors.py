"""The one way anything here refuses: a code of ops 4 or pay 8."""

TOO_LARGE = "too_large"
MODEL = "model_mismatch"
RANGE = "field_range"
GEOMETRY = "geometry_mismatch"
EXHAUSTED = "stream_exhausted"
NONCANONICAL = "stream_noncanonical"
INCOMPLETE = "set_incomplete"
MALFORMED = "payload_malformed"
OVER_LIMIT = "cost_over_limit"


class Refused(Exception):
    """A refusal.  `at` is the refusal index of a stage vector (ops 14.1)."""

    def __init__(self, code, why="", at=None):
        super().__init__(code, why)
        self.code = code
        self.why = why
        self.at = at

    def __str__(self):
        return f"{self.code}: {self.why}" if self.why else self.code


class BadVector(Exception):
    """A vector file or an input file that has no meaning: never a refusal."""


def need(condition, code, why=""):
    """Refuses with `code` unless `condition` holds."""
    if not condition:
        raise Refused(code, why)
