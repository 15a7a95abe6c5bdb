"""A small C program that tests of suites build and run again and again: its files, its tests, its reports. No test."""
import json
import os
import subprocess
import sys


class Project:
    def __init__(self, directory, program="program", sources=("main.c",)):
        self.directory, self.program, self.sources = directory, program, sources

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def attempt(self, *command, data="data"):
        environment = dict(os.environ, HLCOV_DIR=self.path(data))
        return subprocess.run(command, cwd=self.directory, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def run(self, *command, data="data"):
        done = self.attempt(*command, data=data)
        if done.returncode:
            sys.exit("%s: %s" % (" ".join(command), done.stderr))
        return done.stdout

    def hlcov(self, *arguments, data="data"):
        return self.run(os.environ["HLCOV"], *arguments, data=data)

    def try_hlcov(self, *arguments):
        return self.attempt(os.environ["HLCOV"], *arguments)

    def build(self, data="data", criteria="all"):
        self.hlcov("cc", "--criteria=" + criteria, "gcc", "-o", self.program, *self.sources, data=data)

    def test(self, name, *arguments, data="data"):
        """Runs the program as a test, or outside of tests if it has no name; its status does not matter."""
        as_test = (os.environ["HLCOV"], "run", "--test=" + name, "--") if name else ()
        self.attempt(*as_test, self.path(self.program), *arguments, data=data)

    def report(self, *arguments):
        return json.loads(self.hlcov("report", "--json", "-", *arguments))

    def objectives(self, *arguments):
        """Of each id its entry in the report."""
        return {entry["id"]: entry for file in self.report(*arguments)["files"] for entry in file["objectives"]}
