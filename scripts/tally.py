#!/usr/bin/env python3
"""Counts tests for scripts/test: prints `PASSED FAILED` of a CTest JUnit file or of a folder of Python unit tests.

A test that did not run (skipped, disabled, its program not built) counts as failed: only what ran can pass.
"""

import argparse
import pathlib
import sys
import unittest
import xml.etree.ElementTree


def count_junit(path):
    """(passed, failed) of a file that `ctest --output-junit` wrote."""
    passed = failed = 0
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        ran = case.get("status") == "run"
        broken = any(child.tag in ("failure", "error", "skipped") for child in case)
        if ran and not broken:
            passed += 1
        else:
            failed += 1
    return passed, failed


class CountingResult(unittest.TextTestResult):
    """Counts what passed; what went wrong otherwise (an import, a class's set-up) is no test that ran."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def run_unittests(folder, top, pattern):
    """Runs the tests under `folder` and gives (passed, failed)."""
    loader = unittest.TestLoader()
    if pattern:
        loader.testNamePatterns = [f"*{pattern}*"]
    suite = loader.discover(str(folder), top_level_dir=str(top))
    result = unittest.TextTestRunner(stream=sys.stderr, resultclass=CountingResult).run(suite)
    bad = (result.failures, result.errors, result.skipped, result.expectedFailures, result.unexpectedSuccesses)
    return result.passed, sum(len(tests) for tests in bad)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    junit = commands.add_parser("junit", help="count the cases of a JUnit file")
    junit.add_argument("file", type=pathlib.Path)
    python = commands.add_parser("unittest", help="run and count Python unit tests")
    python.add_argument("folder", type=pathlib.Path)
    python.add_argument("--top", type=pathlib.Path, required=True, help="the folder that imports start from")
    python.add_argument("-k", dest="pattern", default="", help="only the tests whose name has this in it")
    args = parser.parse_args(argv)
    if args.command == "junit":
        passed, failed = count_junit(args.file)
    else:
        passed, failed = run_unittests(args.folder, args.top, args.pattern)
    print(passed, failed)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
