"""Runs hgctl with odd command lines: what --help lists, with values that are empty, huge, partial or out of
place, words dropped, repeated and exchanged, damaged files as inputs and in the cache folder.

    tests/fuzz/arguments.py HGCTL [SECONDS] [--seed SEED] [--case NUMBER]

Every case may end with status 0, 1 or 2, with words on standard error unless it is 0, within a time limit,
and changes no file that the command line does not name. The seed and a case's number repeat that case alone.
"""
import argparse
import collections
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TIME_LIMIT = 30  # seconds for one run; most take a twentieth of one
MEMORY_LIMIT = 4 << 30

# What keeps a verb's work small. Options that a case adds come after these.
SMALL = {
    ("multiply",): ["A.npy", "B.npy", "-o", "out.npy"],
    ("solve",): ["A.npy", "B.npy", "-o", "out.npy"],
    ("check", "gemm"): ["--count", "1", "--n-max", "12"],
    ("check", "*"): ["--count", "1", "--n-max", "12"],
    ("bench", "kernel"): ["--device", "host", "--sizes", "16", "--repeat", "1", "--warmup", "0", "--chain",
                          "1"],
    ("bench", "memory"): ["--device", "host", "--sizes", "16", "--repeat", "1"],
    ("bench", "processes"): ["--processes", "1", "--n", "16", "--seconds", "0.01"],
    ("bench", "program"): ["--tasks", "100", "--repeat", "1", "--warmup", "0"],
    ("bench", "*"): ["--n", "16", "--repeat", "1", "--warmup", "0"],
    ("compare",): ["bench.json", "bench.json"],
    ("tune", "gemm"): ["--device", "host", "--sizes", "16", "--budget", "0.1", "--no-save"],
    ("tune", "all"): ["--device", "host", "--routines", "scal", "--sizes", "16", "--budget", "0.1",
                      "--no-save"],
    ("tune", "merge"): ["tuned.json", "-o", "out.json"],
    ("tune", "*"): ["--device", "host", "--sizes", "16", "--budget", "0.1", "--no-save"],
    ("program", "print"): ["--n", "64", "--model-devices", "1"],
    ("program", "machine"): ["--machine", "h200"],
    ("program", "graph"): ["p.txt", "--svg", "out.svg"],
    ("program", "compare"): ["p.txt", "p.txt"],
    ("program", "fmt"): ["s.hgs"],
    ("program", "*"): ["p.txt"],
    ("stress",): ["--device", "host", "--n", "16", "--repeat", "1", "--launches", "1"],
    ("trace",): ["t.json"],
}
# The first word of verbs that measure the machine for seconds.
SLOW = {"probe"}
OUTPUTS = {"-o", "--output", "--json", "--csv", "--trace", "--html", "--save-kernel", "--dot", "--svg",
           "--print", "--save"}
OUTPUT_FOLDERS = {"--save-kernels"}

NUMBERS = ["", "0", "-0", "1", "2", "3", "7", "-1", "-7", "010", "0x10", "1e", "1e1", "1e3", "1.5", "1,5",
           "1,2", ",", "1,,2", " 3", "3 ", "+3", "--", "nan", "-nan", "inf", "-inf", "1e999", "1e-999",
           "1e300", "99999999999999999999", "-99999999999999999999", "9223372036854775807",
           "9223372036854775808", "-9223372036854775808", "18446744073709551615", "18446744073709551616",
           "2147483648", "4294967296", "0.0000001", "one", "1K", "[1,2]"]
WORDS = ["", " ", "-", "--", "x", "host", "host,host", "0", "-1", "99", "host,", ",", "no_such", "*",
         "%n%s%s", "\u00e9", "\x01", "x" * 300, "64", "16,17", "16x17", "16x17x18", "8:16:log",
         "8:16:uniform:3", "8:16:random:3", "16:8:log", "8:16:log:1", "1:2:3:4:5", "m=8:n=8:k=8", "m=8",
         "m=8:n=8:k=", "512M", "1K", "0G", "-1G", "99999999999G", "nn", "f64", "f32,f64", "A=A.npy",
         "C=out.npy", "A=", "=A.npy", "A=B=C", "alpha=1", "alpha=nan", "beta=", "N", "T"]
# Options with which a large number rightly takes long.
LONG = {"--launches", "--minutes", "--count", "--repeat", "--warmup", "--chain", "--peer-repeat", "--seconds",
        "--budget", "--n", "--m", "--k", "--nrhs", "--n-max", "--nodes", "--block", "--processes", "--gap"}
SHORT_NUMBERS = [number for number in NUMBERS if not re.fullmatch(r"\d{4,13}", number)]
FILES = ["A.npy", "B.npy", "single.npy", "vector.npy", "bad.npy", "empty", "p.txt", "s.hgs", "t.json",
         "bench.json", "tuned.json", "sub", "pipe", "link", "loop", "no_such", "no_such/x", "/dev/null",
         "/dev/full", "/proc/self/mem", ".", "..", "/", "", "-", "./A.npy", "sub/../A.npy", "out.npy",
         "other.npy", "sub/out", "y" * 255, "y" * 256, "n\new"]


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def write(folder, files):
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


def npy(shape, descr="<f8", size=8):
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    count = 1
    for extent in shape:
        count *= extent
    element = bytes(size - 2) + (b"\xf0\x3f" if size == 8 else b"\x80\x3f")
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + element * count


class Folder:
    """The files of a case: made anew for each one, so that a change by one says nothing of the next."""

    def __init__(self, hgctl):
        self.hgctl = hgctl
        self.path = tempfile.mkdtemp(prefix="hg_fuzz_")
        self.work = os.path.join(self.path, "work")
        self.cache = os.path.join(self.path, "cache")
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("HG_")}
        self.environment |= {"HG_DEVICES": "host", "HG_CACHE_DIR": self.cache,
                             "OCL_ICD_VENDORS": "/nonexistent",
                             "OPENBLAS_NUM_THREADS": "1", "TMPDIR": self.path}
        self.contents = {"A.npy": npy((4, 4)), "B.npy": npy((4, 4)), "single.npy": npy((4, 4), "<f4", 4),
                         "vector.npy": npy((4,)), "bad.npy": npy((4, 4))[:-3], "empty": b"",
                         "s.hgs": b"hg program 2\nparam n=3 # rows\nfor i in 0..n{BAR}\n",
                         "tuned.json": b'{"format": "hg tuned kernels 1", "results": []}'}
        os.mkdir(self.cache)
        self.reset()
        for arguments in [["program", "print", "--n", "64", "--model-devices", "1", "-o", "p.txt"],
                          ["program", "run", "p.txt", "--trace", "t.json"],
                          ["bench", "dgemm", "--n", "16", "--repeat", "4", "--json", "bench.json"],
                          ["probe", "all"]]:
            subprocess.run([self.hgctl, *arguments], cwd=self.work, env=self.environment, check=True,
                           stdout=subprocess.DEVNULL, timeout=300)
        self.contents |= {name: read(self.work, name) for name in ["p.txt", "t.json", "bench.json"]}
        self.models = {name: read(self.cache, name) for name in os.listdir(self.cache)
                       if name.endswith(".json")}

    def reset(self):
        shutil.rmtree(self.work, ignore_errors=True)
        os.makedirs(os.path.join(self.work, "sub"))
        write(self.work, self.contents)
        os.mkfifo(os.path.join(self.work, "pipe"))
        os.symlink("A.npy", os.path.join(self.work, "link"))
        os.symlink("loop", os.path.join(self.work, "loop"))

    def reset_cache(self, damaged):
        write(self.cache, {**self.models, **damaged})

    def snapshot(self):
        state = {}
        for folder, folders, files in os.walk(self.work):
            for name in folders + files:
                path = os.path.join(folder, name)
                content = read(path) if os.path.isfile(path) and not os.path.islink(path) else b""
                state[os.path.relpath(path, self.work)] = (os.lstat(path).st_mode, content)
        return state


class Option:
    def __init__(self, names, kind):
        self.names = names
        self.kind = kind  # as --help shows it; empty for a flag

    def words(self, rng):
        name = rng.choice(self.names)
        if not self.kind:
            return [name]
        choices = re.findall(r"\{([^}]*)\}", self.kind)
        if choices and rng.random() < 0.6:
            return [name, rng.choice(choices[0].split(","))]
        if self.kind.startswith(("INT", "UINT", "FLOAT")):
            value = rng.choice(SHORT_NUMBERS if name in LONG else NUMBERS)
        elif "FILE" in self.kind:
            value = rng.choice(FILES)
            if "NAME" in self.kind:
                value = rng.choice(["A=", "B=", "C=", "D=", "", "="]) + value
        else:
            value = rng.choice(WORDS + NUMBERS)
        return [f"{name}={value}"] if rng.random() < 0.15 and name.startswith("--") else [name, value]


class Verb:
    """A subcommand with its options, as its help lists them."""

    def __init__(self, words, text):
        self.words = words
        self.options = []
        for names, kind in re.findall(r"^  (-[-\w,]+)(?: (\S+))?", text, re.M):
            names = names.split(",")
            is_flag = (not kind or kind.startswith(("Excludes", "Needs")) or not re.match(r"[\[A-Z]", kind)
                       or not re.match(r"(INT|UINT|FLOAT|TEXT|FILE|\[FILE\]|NAME)", kind))
            self.options.append(Option(names, "" if is_flag else kind))
        if tuple(words) in SMALL:
            self.small = SMALL[tuple(words)]
        else:
            self.small = SMALL.get((*words[:1], "*"), [])

    def case(self, rng):
        # Files that the verb reads are exchanged for others now and then.
        words = [rng.choice(FILES) if word in FILES and rng.random() < 0.25 else word for word in self.small]
        words = [*self.words, *words]
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 5])):
            words += rng.choice(self.options).words(rng)
        while rng.random() < 0.35:
            self.spoil(words, rng)
        return words

    def spoil(self, words, rng):
        if len(words) <= 1:
            return
        place = rng.randrange(len(self.words), len(words)) if len(words) > len(self.words) else 0
        change = rng.randrange(6)
        if change == 0:
            del words[place]
        elif change == 1:
            words.insert(place, rng.choice(words))
        elif change == 2:
            words[place] = rng.choice(WORDS + FILES + NUMBERS)
        elif change == 3:
            other = rng.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        elif change == 4:
            words[place] = words[place][:rng.randrange(len(words[place]) + 1)]
        else:
            words.insert(place, rng.choice(["--no-such", "-x", "--help", "--help-all", "--json", "-o"]))


def verbs(hgctl, words=()):
    text = subprocess.run([hgctl, *words, "--help"], stdout=subprocess.PIPE, text=True, check=True,
                          timeout=60).stdout
    listed = text.split("Subcommands:\n")
    if len(listed) == 1:
        return [Verb(list(words), text)]
    found = []
    for word in re.findall(r"^  (\w+) ", listed[1].partition("\n\n")[0], re.M):
        found += verbs(hgctl, (*words, word))
    return found


def damage(content, rng):
    content = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 8])):
        place = rng.randrange(len(content) + 1)
        change = rng.randrange(4)
        if change == 0:
            content[place:place + rng.randrange(20)] = b""
        elif change == 1:
            content[place:place] = rng.choice([b"0", b"-", b"e99", b"{", b"[" * 100000, b"null", b"\xff",
                                               b'"', b"1e-300,"])
        elif change == 2 and place < len(content):
            content[place] = rng.randrange(256)
        else:
            numbers = list(re.finditer(rb"[-+\d.e]{2,}", content))
            if numbers:
                number = rng.choice(numbers)
                content[number.start():number.end()] = rng.choice([b"0", b"-1", b"1e-300", b"1e300", b"0.5",
                                                                   b"null", b'"x"'])
    return bytes(content)


class Case:
    def __init__(self, folder, all_verbs, seed, number):
        rng = random.Random(f"{seed} {number}")
        self.folder = folder
        usual = [verb for verb in all_verbs if verb.words[0] not in SLOW]
        self.words = rng.choice(all_verbs if rng.random() < 0.01 else usual).case(rng)
        # No argument of a program holds a zero byte.
        self.words = [word.replace("\0", "") for word in self.words]
        self.status = None
        self.environment = {}
        if rng.random() < 0.1:
            name = rng.choice(["HG_DEVICES", "HG_MEMORY_LIMIT", "HG_LOG", "HG_TRACE", "HG_HOST_BELOW",
                               "HG_SHARE", "HG_HELP"])
            self.environment[name] = rng.choice([word for word in WORDS + NUMBERS + FILES if "/" not in word])
        self.damaged = {}
        if folder.models and rng.random() < 0.1:
            name = rng.choice(sorted(folder.models))
            self.damaged[name] = damage(folder.models[name], rng)
        self.files = {}
        if rng.random() < 0.15:
            name = rng.choice(["A.npy", "p.txt", "t.json", "bench.json", "tuned.json"])
            self.files[name] = damage(folder.contents[name], rng)

    def run(self):
        """None, or what was wrong."""
        self.folder.reset()
        self.folder.reset_cache(self.damaged)
        write(self.folder.work, self.files)
        before = self.folder.snapshot()
        process = subprocess.Popen([self.folder.hgctl, *self.words], cwd=self.folder.work, preexec_fn=limits,
                                   start_new_session=True,
                                   env={**self.folder.environment, **self.environment},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return f"it takes more than {TIME_LIMIT} s"
        self.status = process.returncode
        return self.fault_of(process.returncode, out, err.decode(errors="replace"), before)

    def fault_of(self, status, out, err, before):
        if status < 0:
            return f"signal {-status}\n{err}"
        if status not in (0, 1, 2):
            return f"status {status}\n{err}"
        for words in ["terminate called", "unexpected fault", "Sanitizer", "runtime error"]:
            if words in err:
                return err
        if status == 2 and not err.strip() or status == 1 and not (err.strip() or out.strip()):
            return f"status {status} without a word"
        after = self.folder.snapshot()
        changed = {name for name in before | after if before.get(name) != after.get(name)}
        if changed and status == 2:
            return f"status 2, and yet changed: {sorted(changed)}\n{err}"
        unnamed = {name for name in changed if not self.names(name)}
        return f"changed without being named: {sorted(unnamed)}\n{err}" if unnamed else None

    def names(self, changed):
        """Whether the command line has the file as an output."""
        values = [self.environment.get("HG_TRACE", "")]
        folders = []
        for before, word in zip([""] + self.words, self.words):
            option, _, value = word.partition("=")
            if before in OUTPUTS:
                values.append(word)
            if option in OUTPUTS:
                values.append(value)
            if before in OUTPUT_FOLDERS:
                folders.append(word)
            if option in OUTPUT_FOLDERS:
                folders.append(value)
            if before in ("--out", "-o") or option == "--out":
                values += [word.split("=")[-1], word.partition("=")[2],
                           word.partition("=")[2].partition("=")[2]]
            if word.startswith("-o"):
                values += [word[2:].removeprefix("="), word[2:].partition("=")[2], word.split("=")[-1]]
        found = self.path_of(changed)
        return (found in map(self.path_of, values + folders)
                or os.path.dirname(found) in map(self.path_of, folders)
                or changed in values)

    def path_of(self, word):
        """Of a word of the command line; nothing if it names no file."""
        return os.path.realpath(os.path.join(self.folder.work, word)) if word and "\0" not in word else None

    def text(self):
        said = {"words": self.words, "environment": self.environment,
                "damaged": {name: content.decode("latin-1")
                            for name, content in {**self.damaged, **self.files}.items()}}
        return json.dumps(said)[:4000]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hgctl")
    parser.add_argument("seconds", nargs="?", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--case", type=int)
    options = parser.parse_args()
    print(f"fuzz: arguments: seed {options.seed}", flush=True)
    folder = Folder(os.path.abspath(options.hgctl))
    try:
        all_verbs = verbs(folder.hgctl)
        end = time.monotonic() + options.seconds
        count = faults = 0
        ends = collections.Counter()
        while options.case is None and time.monotonic() < end or options.case is not None and count == 0:
            number = count if options.case is None else options.case
            case = Case(folder, all_verbs, options.seed, number)
            fault = case.run()
            ends[case.status] += 1
            if fault:
                faults += 1
                print(f"fuzz: arguments: --seed {options.seed} --case {number}: {fault.strip()}\n  "
                      f"{case.text()}", flush=True)
            count += 1
    finally:
        shutil.rmtree(folder.path, ignore_errors=True)
    print(f"fuzz: arguments: {faults or 'nothing'} found in {options.seconds:.0f} s, {count} runs of "
          f"{len(all_verbs)} verbs: "
          f"{ends[0]} good, {ends[1]} failed, {ends[2]} refused")
    return 1 if faults else 0


sys.exit(main())
