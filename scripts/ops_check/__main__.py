"""Command line: `python3 -m ops_check COMMAND ...`."""

import argparse
import os
import sys

from . import commands
from .errors import BadVector, Refused


def _parser():
    p = argparse.ArgumentParser(prog="ops_check", description="an independent checker of wai-ops/1")
    sub = p.add_subparsers(dest="command", required=True)

    def command(name, run, *args, help=""):
        c = sub.add_parser(name, help=help)
        for a in args:
            c.add_argument(*a[0], **a[1])
        c.set_defaults(run=run)

    def arg(*names, **kw):
        return names, kw

    capability = arg("--capability", required=True)
    command("certify", commands.certify, arg("graphs", nargs="+", metavar="GRAPH.whg1"),
            help="write the certificate of bare graphs")
    command("certify-set", commands.certify_set, arg("set"), capability,
            help="write the certificate of a parameter set")
    command("lower", commands.lower, arg("set"), capability, arg("--out", required=True),
            help="write the lowered graphs of a set")
    optional = [arg("--set"), arg("--capability")]
    command("decode", commands.decode, arg("payload"), *optional,
            help="write a payload's decoded bytes")
    command("declared", commands.declared, arg("payload"), *optional,
            help="write a payload's declared cost")
    command("cuts", commands.cuts, arg("payload"), capability, arg("--set"),
            help="write what each of a payload's first bytes give, in runs")
    command("from-json", commands.from_json, arg("form", metavar="FORM.json"), arg("--out"),
            help="write the payload of a tool's JSON form")
    command("run", commands.run, arg("graph"), arg("inputs", metavar="INPUTS.json"),
            help="run a graph on a list of decodes")
    command("rewrite", commands.rewrite, arg("file", metavar="FILE.jsonl"),
            help="write a vector file again, recomputed")
    command("check", commands.check, arg("dir"), help="check a whole corpus directory")
    command("admissible", commands.admissible, arg("graph"), arg("tensor", type=int),
            arg("profile", choices=["acc32", "acc64"]), help="a tensor's admissible range")
    command("serve", commands.serve, help="answer one vector per line of standard input")
    return p


def main(argv=None):
    args = _parser().parse_args(argv)
    try:
        return args.run(args) or 0
    except Refused as e:
        print(f"refused: {e.code}" + (f" ({e.why})" if e.why else ""), file=sys.stderr)
        return 1
    except BadVector as e:
        print(f"bad input: {e}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except OSError as e:
        print(e, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
