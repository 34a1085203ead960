#!/usr/bin/env python3
"""Reads media files with the standard library alone and prints what is in them; - is standard input.

  media.py png FILE...            height x width x channels and the SHA-256 of the samples
  media.py psnr A.png B.png       the PSNR of two pictures, in dB
  media.py pnm FILE               the same of each distinct header in a stream of PPM or PGM, with their number
  media.py wav FILE               what a strict reader says, and the SHA-256 of the samples
  media.py y4m FILE RAW           the header; fails unless every sample is BT.601 of RAW, by the page's integers
  media.py ply FILE PAYLOAD RAW   the header; fails unless every value is the payload's range applied to RAW
"""

import collections
import hashlib
import io
import math
import struct
import sys
import wave
import zlib


def read(path):
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()


def sha256(data):
    return hashlib.sha256(bytes(data)).hexdigest()


def check(condition, message):
    if not condition:
        sys.exit("media.py: " + message)


def paeth(a, b, c):
    p = a + b - c
    distances = [(abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c)]
    return min(distances)[2]


def png(path):
    """(height, width, channels, samples) of an 8-bit PNG; the checksums must be right."""
    data = read(path)
    check(data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG")
    at, packed, header, kinds = 8, b"", None, []
    while at < len(data):
        (size,), kind = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + size]
        check(struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body), "a PNG checksum")
        kinds.append(kind)
        header = body if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    check(set(kinds) == {b"IHDR", b"IDAT", b"IEND"} and at == len(data), f"PNG chunks {kinds}")
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", header)
    check(depth == 8 and interlace == 0 and colour in (0, 2), "not 8-bit grey or RGB")
    channels = 3 if colour == 2 else 1
    rows, stride = zlib.decompress(packed), width * channels
    check(len(rows) == height * (stride + 1), "the PNG's size")
    out, above = bytearray(), bytes(stride)
    for y in range(height):
        kind, line = rows[y * (stride + 1)], bytearray(rows[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a = line[x - channels] if x >= channels else 0
            c = above[x - channels] if x >= channels else 0
            b = above[x]
            line[x] = (line[x] + (0, a, b, (a + b) // 2, paeth(a, b, c))[kind]) & 255
        out += line
        above = line
    return height, width, channels, bytes(out)


def show_png(*paths):
    for path in paths:
        height, width, channels, samples = png(path)
        print(f"{height} x {width} x {channels} {sha256(samples)}")


def show_psnr(one, other):
    a, b = png(one)[3], png(other)[3]
    check(len(a) == len(b), "two sizes")
    error = sum((x - y) ** 2 for x, y in zip(a, b)) / len(a)
    print(f"{10 * math.log10(255 ** 2 / error):.2f} dB")


def show_pnm(path):
    data, at, samples, headers = read(path), 0, b"", collections.Counter()
    while at < len(data):
        magic, size, most, _ = data[at:at + 40].split(b"\n", 3)
        width, height = map(int, size.split())
        start = at + len(magic) + len(size) + len(most) + 3
        at = start + width * height * {b"P6": 3, b"P5": 1}[magic]
        check(most == b"255" and at <= len(data), "a PNM's samples")
        headers[f"{magic.decode()} {height} x {width}"] += 1
        samples += data[start:at]
    for header, count in headers.items():
        print(f"{count} of {header}")
    print(sha256(samples))


def show_wav(path):
    data = read(path)
    riff, size, form, fmt, _, _, _, _, _, _, _, name, samples = struct.unpack("<4sI4s4sIHHIIHH4sI", data[:44])
    check((riff, form, fmt, name) == (b"RIFF", b"WAVE", b"fmt ", b"data"), "the WAV's chunks")
    check(size == len(data) - 8 and samples == len(data) - 44, "the WAV's sizes")
    with wave.open(io.BytesIO(data)) as sound:
        print(f"{sound.getnchannels()} channel, {8 * sound.getsampwidth()} bits, {sound.getframerate()} Hz, "
              f"{sound.getnframes()} samples")
        print(sha256(sound.readframes(sound.getnframes())))


def luma_chroma(r, g, b):
    """BT.601 at full range, by its definition: Kr = 0.299, Kb = 0.114."""
    y = 0.299 * r + 0.587 * g + 0.114 * b
    return y, 128 + 0.5 * (b - y) / (1 - 0.114), 128 + 0.5 * (r - y) / (1 - 0.299)


def luma_chroma_as_documented(r, g, b):
    """The integers that wai-decode(1) states."""
    half, centre = 32768, 128 * 65536 + 32767
    return ((19595 * r + 38470 * g + 7471 * b + half) >> 16, (-11059 * r - 21709 * g + 32768 * b + centre) >> 16,
            (32768 * r - 27439 * g - 5329 * b + centre) >> 16)


def show_y4m(path, raw):
    data, rgb = read(path), read(raw)
    header, at = data.split(b"\n", 1)[0].decode(), data.index(b"\n") + 1
    tags = {tag[0]: tag[1:] for tag in header.split()[1:]}
    pixels, frames = int(tags["W"]) * int(tags["H"]), 0
    while at < len(data):
        check(data[at:at + 6] == b"FRAME\n", "a frame's head")
        planes, frame = data[at + 6:at + 6 + 3 * pixels], rgb[3 * pixels * frames:3 * pixels * (frames + 1)]
        check(len(planes) == 3 * pixels and len(frame) == 3 * pixels, "a frame's size")
        for i in range(pixels):
            pixel = frame[3 * i:3 * i + 3]
            coded = tuple(planes[plane * pixels + i] for plane in range(3))
            check(coded == luma_chroma_as_documented(*pixel), f"pixel {i}: {coded}")
            # Rounded to nearest, but for 255.5, which has no byte.
            check(all(abs(v - exact) < 0.505 for v, exact in zip(coded, luma_chroma(*pixel))), f"pixel {i}: {coded}")
        at, frames = at + 6 + 3 * pixels, frames + 1
    check(3 * pixels * frames == len(rgb), "the number of frames")
    print(header)
    print(f"{frames} frames")


def show_ply(path, payload, raw):
    data, wis1, planes = read(path), read(payload), read(raw)
    side, attr, n = struct.unpack("<III", wis1[20:32])
    ranges = [struct.unpack_from("<ff", wis1, 32 + 8 * k) for k in range(attr)]
    head, body = data.split(b"end_header\n", 1)
    lines = head.decode().splitlines()
    if "format ascii 1.0" in lines:
        values = [[float(v) for v in line.split()] for line in body.decode().splitlines()]
    else:
        check(len(body) == 4 * attr * n, "the PLY's size")
        values = [struct.unpack_from(f"<{attr}f", body, 4 * attr * i) for i in range(n)]
    check(len(values) == n, "the number of vertices")
    for i, vertex in enumerate(values):
        check(len(vertex) == attr, "a vertex's values")
        for k, (lo, hi) in enumerate(ranges):
            exact = lo + (hi - lo) * planes[k * side * side + i] / 255
            check(abs(vertex[k] - exact) <= 1e-6 * max(abs(lo), abs(hi)), f"value {k} of vertex {i}")
    print("\n".join(lines))


if __name__ == "__main__":
    {"png": show_png, "psnr": show_psnr, "pnm": show_pnm, "wav": show_wav, "y4m": show_y4m,
     "ply": show_ply}[sys.argv[1]](*sys.argv[2:])
