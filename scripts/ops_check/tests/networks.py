"""Networks and sets for the tests, written field by field from pay 9 and the pins."""

import json
import struct


def conv_layer(cin, cout, k, weights, tag=1, stride=1, pad=0, opad=0, mult=None, bias=None,
               audio=False):
    out = struct.pack("<BIIIII", tag, cin, cout, k, stride, pad)
    if tag == 0:
        out += struct.pack("<I", opad)
    assert len(weights) == cin * cout * k * (1 if audio else k)
    out += struct.pack(f"<{len(weights)}h", *weights)
    return out + struct.pack(f"<{2 * cout}q", *(mult or [1] * cout), *(bias or [0] * cout))


def igdn_layer(gamma, beta):
    n = len(beta)
    return struct.pack(f"<BI{n * n}i{n}q", 2, n, *gamma, *beta)


def leaky_layer(slope, frac):
    return struct.pack("<BqI", 4, slope, frac)


def network(layers, audio=False, afrac=8, gf=0, shift=0):
    head = struct.pack("<IIII", afrac, gf, shift, len(layers))
    return (b"WAM1" if audio else b"WHM1") + head + b"".join(layers)


TABLE = [0, 32768, 49152, 65536]


def entropy_json(edges=(5,)):
    n = len(edges)
    return json.dumps({"scale_edges": list(edges), "y_cdf": [TABLE] * n, "y_cdf_length": [4] * n,
                       "y_offset": [0] * n, "z_cdf": [TABLE], "z_cdf_length": [4], "z_offset": [-1],
                       "z_median": [3]}).encode()


def synth_json(cin, cout, weight, bias, shift=0, k=1):
    layer = {"in_ch": cin, "out_ch": cout, "k": k, "stride": 1, "pad": 0, "weight": weight,
             "bias": bias, "shift": shift}
    return json.dumps({"layers": [layer]}).encode()
