"""Strict reading of the sets' JSON forms (readings P8, pins P1, P3)."""

import json
import re

from .errors import MODEL, Refused

MAX_DEPTH = 64
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.S)


class NotInteger:
    """A number that is no JSON integer, as its text: ignored members may hold it."""
    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


class Object(dict):
    """An object; `repeated` tells whether two of its members share a name."""
    repeated = False


# An integer too long to convert is past every type the forms have.
HUGE = 1 << 600


def _integer(text):
    return int(text) if len(text) < 180 else (-HUGE if text[0] == "-" else HUGE)


def _pairs(pairs):
    out = Object(pairs)
    out.repeated = len(out) != len(pairs)
    return out


def _constant(text):
    raise ValueError(text)


def _depth(text):
    depth = top = 0
    for ch in re.sub(r"[^\[\]{}]", "", _STRING.sub("", text)):
        depth += 1 if ch in "[{" else -1
        top = max(top, depth)
    return top


def read(data, code=MODEL):
    """The document of a file's bytes, or a refusal with `code`."""
    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff"):
            raise ValueError("a byte-order mark")
        if _depth(text) > MAX_DEPTH:
            raise ValueError("nested too deeply")
        return json.loads(text, object_pairs_hook=_pairs, parse_int=_integer,
                          parse_float=NotInteger, parse_constant=_constant)
    except (ValueError, RecursionError) as e:
        raise Refused(code, f"JSON: {e}") from None


class Reader:
    """Typed reads of one object, each refusing with one code."""

    def __init__(self, value, code):
        self.code = code
        self.need(isinstance(value, Object) and not value.repeated, "an object")
        self.value = value

    def need(self, condition, why):
        if not condition:
            raise Refused(self.code, why)

    def get(self, name, default=None):
        if default is not None and name not in self.value:
            return default
        self.need(name in self.value, f"no member {name}")
        return self.value[name]

    def integer(self, name, lo, hi, default=None):
        return self.ranged(self.get(name, default), lo, hi, name)

    def ranged(self, v, lo, hi, name):
        self.need(type(v) is int and lo <= v <= hi, f"{name} is not an integer of its range")
        return v

    def array(self, name):
        v = self.get(name)
        self.need(isinstance(v, list), f"{name} is not an array")
        return v

    def integers(self, name, lo, hi):
        values = self.array(name)
        self.need(all(type(v) is int and lo <= v <= hi for v in values), f"{name}'s values")
        return values

    def boolean(self, name, default):
        v = self.get(name, default)
        self.need(isinstance(v, bool), f"{name} is not a boolean")
        return v
