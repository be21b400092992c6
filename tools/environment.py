"""Make .venv and install a requirements file into it, unless that has been done: python tools/environment.py requirements.txt

It needs nothing but the standard library, and avoids new syntax so that an old Python can still read the sentence that refuses it.
What was installed is remembered as a hash in .venv itself: throw .venv away and all is forgotten with it.
"""

import hashlib
import os
import shutil
import subprocess
import sys

NEWEST_TOO_OLD = (3, 10)
VENV = ".venv"
WINDOWS = os.name == "nt"
PYTHON = os.path.join(VENV, "Scripts" if WINDOWS else "bin", "python")
NO_VENV = (
    "This Python cannot make a virtual environment, because its venv module is missing or incomplete.\n"
    "On Debian and Ubuntu install it with: apt-get install python3-venv"
)


def main(requirements):
    """Bring .venv in line with the file `requirements`. Returns the exit status."""
    if sys.version_info[:2] <= NEWEST_TOO_OLD:
        return refuse("Casebook needs Python 3.11 or newer; %s is %d.%d." % ((sys.executable,) + sys.version_info[:2]))
    if stamp_of(requirements) == wanted(requirements) and works("import django"):
        return 0
    if not works("import sys; sys.exit(sys.version_info < (3, 11))"):
        say("Making the environment in " + VENV)
        if not make_venv():
            return refuse(NO_VENV)
    say("Installing what " + requirements + " lists (once; later starts skip this)")
    if not install(requirements):
        return refuse("Installing failed. The lines above say why; a first start needs a connection to a package index.")
    for done in [requirements] + included(requirements):
        with open(stamp_path(done), "w") as file:
            file.write(wanted(done))
    return 0


def make_venv():
    """Make a fresh .venv with uv, or with venv where there is no uv. False where neither can."""
    shutil.rmtree(VENV, ignore_errors=True)
    if shutil.which("uv") and run("uv", "venv", "--quiet", "--seed", "--python", sys.executable, VENV):
        return True
    return run(sys.executable, "-m", "venv", "--clear", VENV, quiet=True)


def install(requirements):
    """Install with uv, or with the environment's own pip. False where it failed."""
    if shutil.which("uv"):
        return run("uv", "pip", "install", "--quiet", "--python", PYTHON, "-r", requirements)
    if not works("import pip") and not run(PYTHON, "-m", "ensurepip", quiet=True):
        return False
    return run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements)


def included(requirements):
    """The files that a requirements file takes in with "-r", and theirs."""
    with open(requirements) as file:
        direct = [line.split(None, 1)[1].strip() for line in file if line.startswith("-r ")]
    return direct + [inner for name in direct for inner in included(name)]


def wanted(requirements):
    """What the stamp must say: a hash over the file, all that it takes in, and the version of Python."""
    total = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for name in [requirements] + included(requirements):
        with open(name, "rb") as file:
            total.update(file.read())
    return total.hexdigest()


def stamp_path(requirements):
    return os.path.join(VENV, os.path.basename(requirements) + ".sha256")


def stamp_of(requirements):
    try:
        with open(stamp_path(requirements)) as file:
            return file.read()
    except OSError:
        return ""


def works(code):
    """Whether the environment's Python is there and runs `code` without an error."""
    try:
        return subprocess.call([PYTHON, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def run(*command, **how):
    """Run a command; `quiet` hides what it says. Whether it succeeded."""
    silence = subprocess.DEVNULL if how.get("quiet") else None
    try:
        return subprocess.call(command, stdout=silence, stderr=silence) == 0
    except OSError:
        return False


def say(sentence):
    print(sentence)
    sys.stdout.flush()


def refuse(sentence):
    sys.stderr.write(sentence + "\n")
    return 1


if __name__ == "__main__":
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.exit(main(sys.argv[1]))
