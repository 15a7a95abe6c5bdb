"""What tests written in Python share: they print TAP, as tests/subr.sh does for the shell. Runs nothing itself."""
import os
import signal
import sys

top_srcdir = os.environ.get("top_srcdir") or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
top_builddir = os.environ.get("top_builddir") or os.path.join(top_srcdir, "build")
hlcov = os.environ.get("HLCOV") or os.path.join(top_builddir, "hlcov")
# The program that hlcov becomes for most commands, where a test must not begin with hlcov: in a build, or installed.
_places = ("hlcov-more", "../libexec/hlcov/hlcov-more")
hlcov_more = next(filter(os.path.exists, (os.path.join(os.path.dirname(os.path.realpath(hlcov)), place)
                                          for place in _places)), None)
for name in ("HLCOV_DIR", "HLCOV_CC_OPTIONS"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C.UTF-8"
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"  # reports have a date

# A shell has commands in the background ignore Control-C, which some tests send to what they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

_points = []


def point(name, problems):
    """A test point, passed if there are no problems; each is a line, or several."""
    problems = list(problems)
    _points.append(not problems)
    print("%sok %d - %s" % ("not " if problems else "", len(_points), name))
    for problem in problems:
        for line in str(problem).splitlines():
            print("# " + line)
    sys.stdout.flush()


def finish():
    """Prints the plan and ends the test."""
    print("1..%d" % len(_points))
    sys.exit(0 if all(_points) else 1)


def install(top):
    """Makes bin/ below the directory `top`, for the PATH of a test, with a link to hlcov in it."""
    os.mkdir(os.path.join(top, "bin"))
    os.symlink(hlcov, os.path.join(top, "bin", "hlcov"))


def share_targets(data):
    """Lets a data directory have what all tests of this build know of compilers, and compiled for harnesses by them: it
    is the same for all, and half of what a short hlcov generate costs. Returns the directory."""
    os.makedirs(os.path.join(top_builddir, "tests", "targets"), exist_ok=True)
    os.makedirs(data, exist_ok=True)
    if not os.path.lexists(os.path.join(data, "targets")):
        os.symlink(os.path.join(os.path.abspath(top_builddir), "tests", "targets"), os.path.join(data, "targets"))
    return data


def read(path):
    """The text of a file of the source tree."""
    with open(os.path.join(top_srcdir, path), encoding="utf-8") as file:
        return file.read()


def files(*directories, suffixes=("",)):
    """Paths below top_srcdir of all files in the directories, at any depth, that end in one of the suffixes."""
    found = []
    for directory in directories:
        for place, _, names in os.walk(os.path.join(top_srcdir, directory)):
            paths = (os.path.relpath(os.path.join(place, name), top_srcdir) for name in names)
            found += [path for path in paths if path.endswith(suffixes) and "__pycache__" not in path]
    return sorted(found)
