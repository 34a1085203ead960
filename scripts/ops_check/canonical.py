"""Canonical JSON (ops 8.5) and reading the checker's own files."""

import json

from .errors import MODEL, BadVector, Refused


def _text(s):
    if not all(" " <= ch <= "~" for ch in s):
        raise Refused(MODEL, "a string outside the certificate's alphabet")
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _value(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, int):
        return f'"{v}"'
    if isinstance(v, str):
        return _text(v)
    if v is None:
        return "null"
    if isinstance(v, dict):
        return "{" + ",".join(_text(k) + ":" + _value(v[k]) for k in sorted(v)) + "}"
    return "[" + ",".join(map(_value, v)) + "]"


def dumps(v):
    """The canonical text: integers become decimal strings."""
    try:
        return _value(v)
    except RecursionError:
        raise BadVector("nested too deeply") from None


def loads(text):
    """A value of one of the project's own JSON files."""
    try:
        return json.loads(text, parse_float=str)
    except (ValueError, RecursionError) as e:
        raise BadVector(f"not JSON: {e}") from None


def integer(v):
    """A canonical decimal string (or a JSON integer) as an int."""
    if isinstance(v, int) and not isinstance(v, bool):
        return v
    if isinstance(v, str) and len(v) < 4000:
        digits = v[1:] if v[:1] == "-" else v
        if digits.isascii() and digits.isdigit() and (digits[0] != "0" or v == "0"):
            return int(v)
    raise BadVector(f"not an integer: {v!r:.60}")


def array(v):
    if not isinstance(v, list):
        raise BadVector("not a list")
    return v


def integers(v):
    return [integer(x) for x in array(v)]


def member(obj, key):
    if not isinstance(obj, dict) or key not in obj:
        raise BadVector(f"no member {key!r}")
    return obj[key]


def hex_bytes(v):
    try:
        if v != v.lower():
            raise ValueError
        return bytes.fromhex(v)
    except (AttributeError, ValueError):
        raise BadVector("not lowercase hexadecimal") from None
