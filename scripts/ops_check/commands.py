"""What each command does."""

import os
import sys

from . import decode as drivers
from .canonical import dumps
from .certificate import certificate_text
from .sets import lowered_set
from .whg1 import load_file


def _role(path):
    return os.path.splitext(os.path.basename(path))[0]


def certify(args):
    graphs = [(_role(path), load_file(path)) for path in args.graphs]
    sys.stdout.write(certificate_text(graphs))


def certify_set(args):
    s, graphs = lowered_set(args.set, args.capability)
    sys.stdout.write(certificate_text(graphs, s.capability.lowering, args.capability, s.sha256()))


def lower(args):
    _, graphs = lowered_set(args.set, args.capability)
    os.makedirs(args.out, exist_ok=True)
    for role, data in graphs:
        with open(os.path.join(args.out, role + ".whg1"), "wb") as f:
            f.write(data)


def decode(args):
    data = load_file(args.payload)
    sys.stdout.buffer.write(drivers.decode(data, args.capability, args.set))


def declared(args):
    data = load_file(args.payload)
    print(dumps(drivers.declared(data, args.capability, args.set)))
