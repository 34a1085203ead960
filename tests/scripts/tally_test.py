"""scripts/tally.py counts what passed, and as failed whatever did not."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TALLY = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "tally.py"


def tally(*args):
    """What it prints, and its exit status."""
    done = subprocess.run([sys.executable, TALLY, *map(str, args)], capture_output=True, text=True, check=False)
    return done.stdout, done.returncode


class Junit(unittest.TestCase):
    def counts(self, cases):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "junit.xml"
            path.write_text(f"<testsuite>{cases}</testsuite>")
            return tally("junit", path)

    def test_counts_what_ran_well(self):
        self.assertEqual(self.counts('<testcase status="run"/><testcase status="run"><system-out/></testcase>'),
                         ("2 0\n", 0))

    def test_counts_as_failed_what_failed_or_did_not_run(self):
        cases = ('<testcase status="fail"><failure message=""/></testcase>',
                 '<testcase status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>',
                 '<testcase status="disabled"/>',
                 '<testcase status="run"><skipped/></testcase>',
                 '<testcase/>')
        for case in cases:
            self.assertEqual(self.counts(case + '<testcase status="run"/>'), ("1 1\n", 0), case)

    def test_counts_nothing_in_an_empty_run(self):
        self.assertEqual(self.counts(""), ("0 0\n", 0))

    def test_fails_on_a_file_that_is_cut_or_absent(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "junit.xml"
            self.assertEqual(tally("junit", path)[0], "")
            path.write_text("<testsuite><testcase")
            out, status = tally("junit", path)
        self.assertEqual(out, "")
        self.assertNotEqual(status, 0)


class Unittest(unittest.TestCase):
    def counts(self, source, *options):
        with tempfile.TemporaryDirectory() as folder:
            tests = pathlib.Path(folder) / "pkg"
            tests.mkdir()
            (tests / "__init__.py").touch()
            (tests / "test_it.py").write_text("import unittest\n" + source)
            return tally("unittest", tests, "--top", folder, *options)

    GOOD = "class A(unittest.TestCase):\n  def test_one(self): pass\n  def test_two(self): pass\n"

    def test_counts_what_passed(self):
        self.assertEqual(self.counts(self.GOOD), ("2 0\n", 0))

    def test_runs_only_what_the_pattern_names(self):
        self.assertEqual(self.counts(self.GOOD, "-k", "one"), ("1 0\n", 0))

    def test_counts_failures_errors_and_skips(self):
        bad = ("class B(unittest.TestCase):\n"
               "  def test_fails(self): self.fail()\n"
               "  def test_errs(self): raise ValueError\n"
               "  @unittest.skip('why')\n"
               "  def test_skipped(self): pass\n"
               "  @unittest.expectedFailure\n"
               "  def test_expected(self): self.fail()\n")
        self.assertEqual(self.counts(self.GOOD + bad), ("2 4\n", 0))

    def test_counts_a_set_up_or_an_import_that_fails(self):
        set_up = ("class C(unittest.TestCase):\n"
                  "  @classmethod\n"
                  "  def setUpClass(cls): raise ValueError\n"
                  "  def test_never(self): pass\n")
        self.assertEqual(self.counts(self.GOOD + set_up), ("2 1\n", 0))
        self.assertEqual(self.counts("import no_such_module\n"), ("0 1\n", 0))


if __name__ == "__main__":
    unittest.main()
