#!/usr/bin/python3
"""man/hlcov-editors.7: editors find the places of the list, and mark them as the page says. Neovim stands for Vim, too;
of VS Code the pattern of its task is tried. Emacs is tried where it is installed."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap
from report.ci import CLAMP, COMMON, faults_of, run, write

PAGE = tap.read("man/hlcov-editors.7")
BLOCKS = [block.replace("\\-", "-").replace("\\e", "\\")
          for block in re.findall(r"^\.nf\n\.RS\n(.*?)^\.RE\n\.fi$", PAGE, re.M | re.S)]


def block_with(text):
    return next(block for block in BLOCKS if text in block)


def lines_of(text):
    """Of each place of the list its file, line and column."""
    return [(file, int(line), int(column)) for file, line, column in re.findall(r"(?m)^(\S+?):(\d+):(\d+): ", text)]


def list_faults(directory):
    """The list and LCOV agree on the line that did not run."""
    yield from faults_of(run("git init -q; hlcov cc gcc -o low low.c clamp.c; ./low\n" + BLOCKS[0], directory))
    with open(os.path.join(directory, "uncovered.txt"), encoding="utf-8") as file:
        places = lines_of(file.read())
    with open(os.path.join(directory, "lcov.info"), encoding="utf-8") as file:
        lcov = file.read()
    if ("clamp.c", 7, 9) not in places or "SF:clamp.c\n" not in lcov or "\nDA:7,0" not in lcov:
        yield "%s\n%s" % (places, lcov)


# Asked when the editor has started, after what the page has done then.
VIM = """function! Tell()
    let marks = map(sign_getplaced('%', {'group': 'hlcov'})[0].signs, 'v:val.lnum')
    let valid = filter(getqflist(), 'v:val.valid')
    call writefile([json_encode([expand('%'), line('.'), marks, len(valid)])], 'vim.json')
    qall!
endfunction
autocmd VimEnter * call Tell()
"""


def vim_faults(directory, places):
    write(directory, {"vimrc": block_with("HlcovMarks") + VIM})
    done = subprocess.run(["nvim", "--headless", "-u", "vimrc", "-i", "NONE", "-n", "-q", "uncovered.txt"],
                          cwd=directory, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=60,
                          env=dict(os.environ, HOME=directory, XDG_STATE_HOME=directory))
    yield from faults_of(done)
    with open(os.path.join(directory, "vim.json"), encoding="utf-8") as file:
        found = json.load(file)
    first = places[0]
    wanted = [first[0], first[1], sorted({line for file, line, _ in places if file == first[0]}), len(places)]
    if [*found[:2], sorted(set(found[2])), found[3]] != wanted:
        yield "it shows %s, not %s" % (found, wanted)


def emacs_faults(directory, places):
    ask = """(let (place)
        (require 'compile) (find-file "uncovered.txt") (compilation-mode)
        (ignore-errors (while t (next-error)
            (with-current-buffer (window-buffer)
                (setq place (format "%s:%d:%d" (buffer-name) (line-number-at-pos) (1+ (current-column)))))))
        (princ place))"""
    done = subprocess.run(["emacs", "-Q", "--batch", "--eval", ask], cwd=directory, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=60,
                          env=dict(os.environ, HOME=directory))
    if done.returncode or not done.stdout.endswith("%s:%d:%d" % places[-1]):
        yield "status %d: %s%s, not %s" % (done.returncode, done.stdout, done.stderr, places[-1])


def code_faults(directory, places):
    """The task's command prints lines that its pattern takes apart."""
    task = json.loads(block_with("problemMatcher"))["tasks"][0]
    pattern = task["problemMatcher"]["pattern"]
    printed = run(task["command"], directory).stdout
    found = [re.match(pattern["regexp"], line) for line in printed.splitlines()]
    taken = [(match.group(pattern["file"]), int(match.group(pattern["line"])), int(match.group(pattern["column"])))
             for match in found if match]
    if taken != places or not all(match.group(pattern["message"]) for match in found if match):
        yield "it finds %s, not %s" % (taken, places)


with tempfile.TemporaryDirectory() as top:
    tap.install(top)
    directory = os.path.join(top, "project")
    write(directory, {**COMMON, "clamp.c": CLAMP})
    tap.point("the files for editors", list_faults(directory))
    with open(os.path.join(directory, "uncovered.txt"), encoding="utf-8") as file:
        places = lines_of(file.read())
    tap.point("Neovim", vim_faults(directory, places))
    tap.point("VS Code's task", code_faults(directory, places))
    if shutil.which("emacs"):
        tap.point("Emacs", emacs_faults(directory, places))
tap.finish()
