#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/demo and scripts/test: what they say before they install, that --no-install installs
nothing, and that no log of an earlier run is counted. scripts/debian and scripts/bare where no
bare system can be made, and what scripts/bare says of the tests in one. Programs that this test
writes replace apt-get, Meson, ninja and those of Debian. What scripts/compare_targets prints of
small tables, and what the SPDX document of scripts/release says of the code of others.
Usage: test_scripts.py SOURCE_ROOT"""
import glob
import importlib.machinery
import importlib.util
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile

root = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok  # noqa: E402

TOOLS = ("sh", "sed", "dirname", "id", "env", "rm", "mkdir", "cat", "printf", "grep", "sort",
         "tail")
LIBRARIES = ("liblz4-dev", "libzstd-dev", "zlib1g-dev", "libsqlite3-dev")
PASSED = {"name": "one", "result": "OK", "stdout": "ok 1 - a\nok 2 - b\n1..2\n"}


def program(folder, name, text):
    path = os.path.join(folder, "bin", name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def place(folder, meson="exit 0", **programs):
    """A copy of the scripts, and a PATH on which there is only what is named here."""
    shutil.copytree(os.path.join(root, "scripts"), os.path.join(folder, "scripts"))
    os.mkdir(os.path.join(folder, "bin"))
    for name in TOOLS:
        found = shutil.which(name)
        if found:
            os.symlink(os.path.realpath(found), os.path.join(folder, "bin", name))
    os.symlink(sys.executable, os.path.join(folder, "bin", "python3"))
    program(folder, "apt-get", f'echo "$@" >>"{folder}/apt"; exit 0')
    program(folder, "sudo", 'exec "$@"')
    program(folder, "meson", meson)
    for name in ("cc", "ninja", "git", *programs):
        program(folder, name.replace("_", "-"), programs.get(name, "exit 0"))


def run(folder, *command, **more):
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("CI", "NO_INSTALL", "SUITES", "EARLIER", "NEEDED")} | more
    return subprocess.run([os.path.join(folder, command[0]), *command[1:]], capture_output=True,
                          text=True, env={**environment, "PATH": os.path.join(folder, "bin")})


def asked(folder):
    """What apt-get was asked."""
    path = os.path.join(folder, "apt")
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def write_log(folder, *tests):
    path = os.path.join(folder, "build", "meson-logs")
    os.makedirs(path, exist_ok=True)
    with open(os.path.join(path, "testlog.json"), "w", encoding="utf-8") as file:
        for test in tests:
            file.write(json.dumps(test) + "\n")


def with_place(test, *arguments, **programs):
    with tempfile.TemporaryDirectory() as folder:
        place(folder, **programs)
        test(folder, *arguments)


def test_install(folder, script):
    answer = run(folder, script)
    ok(all(name in answer.stderr and name in asked(folder) for name in
           (*LIBRARIES, "pkg-config")) and "apt-get" in answer.stderr and
       f"{script} --no-install" in answer.stderr and "meson" not in asked(folder),
       f"{script} says what it installs and how to install nothing", answer.stderr,
       asked(folder))


def test_no_install(folder, script):
    answer = run(folder, script, "--no-install")
    ok(asked(folder) == "" and answer.returncode != 0 and
       "Cannot build without: pkg-config" in answer.stderr,
       f"{script} --no-install names what is missing and installs nothing", answer.stderr)


def test_no_libraries(folder):
    write_log(folder)
    answer = run(folder, "scripts/test", "--no-install")
    ok(asked(folder) == "" and "Cannot build" not in answer.stderr and
       all(name in answer.stderr for name in LIBRARIES) and "does not read" in answer.stderr,
       "without the libraries of the readers it builds, and says what is left out", answer.stderr)


def test_option(folder, script):
    answer = run(folder, script, "--noinstall")
    ok(asked(folder) == "" and answer.returncode == 1 and "--noinstall" in answer.stderr,
       f"{script} refuses other options", answer.stderr)


def test_stale(folder):
    write_log(folder, *[PASSED] * 132)
    answer = run(folder, "scripts/test")
    ok(answer.returncode == 1 and "264 passed" not in answer.stdout and
       answer.stdout.splitlines()[-1:] == ["0 passed, 1 failed, 0 skipped"] and
       "no test ran" in answer.stdout, "a log of an earlier run is not counted", answer.stdout)


def test_count(folder, status, text, *last):
    answer = run(folder, "scripts/test")
    ok(answer.returncode == status and answer.stdout.splitlines()[-len(last):] == list(last), text,
       answer.stdout, answer.stderr)


def test_suites(folder, options, words):
    run(folder, "scripts/test", *options)
    with open(os.path.join(folder, "asked-of-meson"), encoding="utf-8") as file:
        asked_of_tests = [line for line in file if line.startswith("test ")]
    ok(len(asked_of_tests) == 1 and words in asked_of_tests[0] and
       ("slow" in asked_of_tests[0]) == bool(words),
       f"scripts/test {' '.join(options)} asks for the tests {words or 'of all suites'}",
       *asked_of_tests)


def test_no_chroot(folder):
    """Without root mmdebstrap makes no bare system, and the packages are not tried."""
    with open(os.path.join(folder, "meson.build"), "w", encoding="utf-8") as file:
        file.write("project('gpuocc', 'c',\n  version: '1.2.3',\n)\n")
    for more, status in (({}, 0), ({"CI": "1"}, 1)):
        answer = run(folder, "scripts/debian", "--chroot", "out", **more)
        ok(answer.returncode == status and "not tried in a bare system" in answer.stderr,
           f"scripts/debian says that no system was made, and ends with {status} {more}",
           answer.returncode, answer.stdout, answer.stderr)
    answer = run(folder, "scripts/debian", "out", CI="1")
    ok(answer.returncode == 0 and "bare system" not in answer.stderr,
       "scripts/debian without --chroot makes none", answer.stderr)


def test_bare(folder, text, status, said, remark=""):
    """What `text`, the log of the tests in the bare system, and a remark of the compiler make of
    scripts/bare. It replaces the programs that make a system and run something in it."""
    program(folder, "mmdebstrap", 'for root in "$@"; do :; done; mkdir -p "$root/etc" "$root/root"')
    program(folder, "cp", "exit 0")
    program(folder, "unshare", f"""for name in "$@"; do :; done
echo "the end of $name"
echo "{remark}" >&2
[ $name = test ] || exit 0
printf '%s' '{text}' >out/testlog.json
[ -n '{text}' ]""")
    answer = run(folder, "scripts/bare", "out", CI="1")
    ok(answer.returncode == status and said in answer.stdout + answer.stderr and
       ("the end of test" in answer.stdout) == ("the end of demo" in answer.stdout) and
       not os.path.exists(os.path.join(folder, "out", "root")),
       # The mark of a skipped test in this line would be taken for one.
       f"scripts/bare ends with {status} where the log says {text.replace('# SKIP', 'skipped')!r} "
       f"and the compiler {remark!r}",
       answer.returncode, answer.stdout, answer.stderr)


def test_no_bare(folder):
    answer = run(folder, "scripts/bare", "out")
    ok(answer.returncode == 1 and "cannot make a bare system" in answer.stderr,
       "scripts/bare fails where no bare system can be made", answer.stdout, answer.stderr)


def meson_writes(status, *tests):
    """A Meson whose tests end with this status and leave these lines in the log."""
    lines = "".join(json.dumps(test) + "\n" for test in tests)
    return f"""case $1 in
setup) mkdir -p build/meson-logs ;;
test) cat >build/meson-logs/testlog.json <<'END'
{lines}END
exit {status} ;;
esac"""


for name in ("scripts/demo", "scripts/test"):
    with_place(test_install, name)
    with_place(test_no_install, name)
    with_place(test_option, name)
with_place(test_no_chroot, dpkg_parsechangelog="echo 1.2.3-1", dpkg_buildpackage="exit 0",
           lintian="exit 0", mmdebstrap="exit 1", nproc="echo 1",
           tar="while read -r line; do :; done")
with_place(test_no_bare, mmdebstrap="exit 1")
for log, status, said in (("ok 1 - a # SKIP no valgrind\\n", 0, "the end of test"), ("", 1, "test"),
                          ("ok 1 - a # SKIP this build has no libzstd\\n", 1, "no libzstd"),
                          ("ok 1 - a # SKIP no liblz4.so.1\\n", 1, "no liblz4")):
    with_place(test_bare, log, status, said, date="echo 1")
for remark, status in (("../lib/a.c:3:7: warning: unused variable", 1),
                       ("[3/9] Compiling C object intel_warnings.c.o", 0)):
    with_place(test_bare, "ok 1 - a\\n", status, "the end of test", remark, date="echo 1")
with_place(test_no_libraries, pkg_config="exit 1")
with_place(test_stale, pkg_config="exit 0")
with_place(test_count, 1, "a log without a test is a failure",
           "failed: build/meson-logs/testlog.json is empty: no test ran",
           "0 passed, 1 failed, 0 skipped", meson=meson_writes(0), pkg_config="exit 0")
with_place(test_count, 0, "what the log of this run has is counted",
           "2 passed, 0 failed, 0 skipped", meson=meson_writes(0, PASSED),
           pkg_config="exit 0")
with_place(test_count, 1, "a failure that only Meson knows of is one",
           "failed: meson test ended with status 3", "2 passed, 1 failed, 0 skipped",
           meson=meson_writes(3, PASSED), pkg_config="exit 0")
with_place(test_count, 1, "a failed assertion is followed by its remarks",
           "failed: bad: not ok 1 - a", "# wanted 3", "# got 4", "1 passed, 1 failed, 0 skipped",
           meson=meson_writes(1, {"name": "bad", "result": "FAIL",
                                  "stdout": "not ok 1 - a\n# wanted 3\n# got 4\nok 2 - b\n1..2\n"}),
           pkg_config="exit 0")
with_place(test_count, 1, "a test that ended early is followed by the end of its output",
           "failed: bad: ERROR", "# ok 1 - a", "# IndexError: list index out of range",
           "1 passed, 1 failed, 0 skipped",
           meson=meson_writes(1, {"name": "bad", "result": "ERROR", "stdout": "ok 1 - a\n",
                                  "stderr": "IndexError: list index out of range\n"}),
           pkg_config="exit 0")
with_place(test_count, 1, "a test that ended early after a failed assertion shows both reasons",
           "failed: bad: not ok 1 - a", "failed: bad: ERROR", "# not ok 1 - a", "# Error: b",
           "0 passed, 2 failed, 0 skipped",
           meson=meson_writes(1, {"name": "bad", "result": "ERROR", "stdout": "not ok 1 - a\n",
                                  "stderr": "Error: b\n"}),
           pkg_config="exit 0")
for options, words in (((), "--no-suite slow"), (("--all",), "")):
    with_place(test_suites, options, words, pkg_config="exit 0",
               meson='echo "$*" >>asked-of-meson\n' + meson_writes(0, PASSED))
TABLES = {
    "llvm/lib/Target/AMDGPU/GCNProcessors.td":
        'def : ProcessorModel<"gfx1100", A, B>;\ndef : ProcessorModel<\n  "gfx4711", A, B>;\n',
    "llvm/lib/Target/NVPTX/NVPTX.td": 'def : Proc<"sm_20">; def : Proc<"sm_90a">; Proc<"sm_990">;',
    "src/amd/common/ac_gpu_info.c": 'return "gfx1030";\nreturn "gfx4712";\n',
    "include/pci_ids/iris_pci_ids.h":
        'CHIPSET(0x9a49, tgl_gt2, "TGL GT2", "A")\nCHIPSET(0x64a0, tgl_gt2, "TGL GT2", "B")\n'
        'CHIPSET(0x1602, bdw_gt1, "BDW GT1", "C")\nCHIPSET(0x4711, lnl, "LNL", "D")\n',
    "src/panfrost/model/pan_model.c":
        '#define MIDGARD_MODEL(id, shortname)\n   MIDGARD_MODEL(0x720, "T720", "T720", X(NONE)),\n'
        '   VALHALL_MODEL(PAN_PROD_ID(10, 12, 4), 1, "G310v2", "G710"),\n'
        '   FIFTHGEN_MODEL(PAN_PROD_ID(15, 8, 0), 4, "G4711", "G1"),\n',
    "src/freedreno/common/freedreno_devices.py":
        'GPUId(220),\nGPUId(618),\nGPUId(chip_id=0x43050a01, name="FD740"), # "X"\n'
        'GPUId(chip_id=0x4711, name="FD4711"),\n',
    "shared/source/dll/devices/devices_base.inl":
        'NAMEDDEVICE(0xB080, PtlHwConfig, "X")\nDEVICE(0x9A49, TgllpHw1x6x16)\n'
        'DEVICE(0x4712, CriHwConfig)\n',
}
WANTED = ("missing here: gfx4711", "missing here: sm_990", "missing here: gfx4712",
          "missing here: 4711 (lnl)", "differ: 64a0 is tgl_gt2, here lnl",
          "missing here: 4712 (cri)", "missing here: malig4711\n", "missing here: fd4711\n",
          "7 tables compared, 7 missing here")
with tempfile.TemporaryDirectory() as tree:
    for name, text in TABLES.items():
        os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
        with open(os.path.join(tree, name), "w", encoding="utf-8") as file:
            file.write(text)
    options = ["--llvm", tree, "--mesa", tree, "--compute-runtime", tree]
    answer = subprocess.run([os.path.join(root, "scripts", "compare_targets"), "--llc", "/bin/true",
                             *options], capture_output=True, text=True)
    ok(answer.returncode == 1 and all(text in answer.stdout for text in WANTED) and
       "bdw" not in answer.stdout and "sm_20" not in answer.stdout,
       "compare_targets: what other tables have and we lack", answer.stdout + answer.stderr)
    answer = subprocess.run([os.path.join(root, "scripts", "compare_targets"), "--mesa",
                             os.path.join(tree, "nothing")], capture_output=True, text=True)
    ok(answer.returncode != 0 and "nothing is no folder" in answer.stderr,
       "compare_targets: a folder that is not there", answer.stderr)

# Texts as the other projects have them: an id that no record has, a name that is another one in
# the copy, and lines that are no GPU.
NEWER = {
    "--pci-ids": "10de  NVIDIA Corporation\n\t2684  AD102 [GeForce RTX 4090 Super]\n"
                 "\t4711  GB999 [GeForce RTX 9090]\n\t4712  GA102 High Definition Audio\n"
                 "\t0020  NV4 [Riva TNT]\n1002  AMD\n\t744c  Navi 31 [Radeon RX 7900 XT]\n"
                 "\t4713  Navi 31 [Radeon RX 9999]\n8086  Intel\n\t9a49  TigerLake-LP GT2 [Iris]\n",
    "--amdgpu-ids": "744C,\tC8,\tAMD Radeon RX 7900 XTX\n4714,\t00,\tAMD Radeon RX 4714\n",
    "--nvidia": "| NVIDIA GeForce RTX 4711 | 4715           |\n"
                "| Quadro RTX 9999 | 2684 10DE 1234 |\n",
}
FOUND = ("without a record: 4711 (GB999 [GeForce RTX 9090])", "not in the copy: 4711 (",
         "named otherwise: 2684 (AD102 [GeForce RTX 4090 Super]; copy: AD102 [GeForce RTX 4090])",
         "without a record: 4713 (Navi 31 [Radeon RX 9999])",
         "without a record: 4714 (AMD Radeon RX 4714)",
         "without a record: 4715 (NVIDIA GeForce RTX 4711)",
         "without a record: Quadro RTX 9999", "4 differences")


def audit(*options):
    return subprocess.run([os.path.join(root, "scripts", "audit"), *options], capture_output=True,
                          text=True)


with tempfile.TemporaryDirectory() as tree:
    options = []
    for name, text in NEWER.items():
        path = os.path.join(tree, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        options += [name, path]
    answer = audit(*options)
    ok(answer.returncode == 1 and all(text in answer.stdout for text in FOUND) and
       not any(number in answer.stdout for number in ("4712", "0020")),
       "audit: what newer tables have and the records lack", answer.stdout + answer.stderr)
answer = audit()
ok(answer.returncode == 0 and answer.stdout.endswith("\n0 differences\n") and
   "nvidia/products: " in answer.stdout, "audit: the copies", answer.stdout + answer.stderr)
drawn = [audit("--sample", "120", "--seed", seed).stdout for seed in ("1", "1", "2")]
ok(drawn[0] == drawn[1] != drawn[2] and len(drawn[0].splitlines()) == 121,
   "audit: the seed chooses the sample", drawn[0])
for options, wanted in ((("--sample", "3", "--seed", "1"), "valid are 7 to "),
                        (("--sample", "120"), "need each other"),
                        (("--nvidia", os.path.join(root, "nothing")), "No such file"),
                        (("--llvm", os.path.join(root, "docs")), "docs has no table that is read: "
                         "llvm/lib/Target/AMDGPU/GCNProcessors.td"),
                        (("--mesa", os.path.join(root, "docs")), "docs has no table that is read"),
                        (("--pci-ids", os.path.join(root, "README.md")), "no line of pci.ids"),
                        (("--amdgpu-ids", os.devnull), "no line of amdgpu.ids"),
                        (("--nvidia", os.devnull), "no line of the table of README.md")):
    answer = audit(*options)
    ok(answer.returncode != 0 and wanted in answer.stderr, "audit says: " + wanted, answer.stderr)


with tempfile.TemporaryDirectory() as tree:
    os.makedirs(os.path.join(tree, "src", "freedreno", "common"))
    with open(os.path.join(tree, "src", "freedreno", "common", "freedreno_devices.py"), "w",
              encoding="utf-8") as file:
        file.write('GPUId(9991)\nGPUId(9992)\nGPUId(9993)\n')
    counts = [re.search(r"(\d+) (?:missing here|differences?)\n\Z", answer.stdout) for answer in (
        subprocess.run([os.path.join(root, "scripts", "compare_targets"), "--mesa", tree],
                       capture_output=True, text=True), audit("--mesa", tree))]
    ok(all(counts) and counts[0][1] == counts[1][1] and int(counts[0][1]) >= 3,
       "audit counts what compare_targets misses", counts)


def script(name):
    """A script without an ending, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(root, "scripts", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def test_nightly():
    """A check leaves what it printed last, with the commit; one that fails is named by --age."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, "scripts"))
        os.mkdir(os.path.join(folder, "tests"))
        shutil.copy(os.path.join(root, "scripts", "nightly"), os.path.join(folder, "scripts"))
        for name, text in (("tools.sh", "need() { :; }\n"),
                           ("faults", "#!/bin/sh\necho one\necho two of two\n"),
                           ("analyze", "#!/bin/sh\necho found\nexit 3\n")):
            path = os.path.join(folder, "scripts", name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(path, 0o755)
        git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"]
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
            subprocess.run([*git, *words], check=True)
        commit = subprocess.run([*git, "rev-parse", "--short=10", "HEAD"], check=True,
                                capture_output=True, text=True).stdout.strip()

        def nightly(*words):
            return subprocess.run([sys.executable, os.path.join(folder, "scripts", "nightly"),
                                   *words], capture_output=True, text=True)

        good, bad, age = nightly("faults"), nightly("analysis"), nightly("--age")
        with open(os.path.join(folder, "tests", "nightly.tsv"), encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file]
        ok(good.returncode == 0 and bad.returncode == 1 and
           [[row[0], row[2], row[5], row[6]] for row in rows[1:]] ==
           [["faults", commit, "0", "two of two"], ["analysis", commit, "3", "found"]],
           "nightly: each check has its commit, its exit status and its last line", rows,
           good.stderr, bad.stderr)
        ok(age.returncode == 0 and f"at {commit}, 0 commits ago" in age.stdout and
           "failed: analysis" in age.stdout and "never run: tests," in age.stdout,
           "nightly --age: the age of the figures, what failed and what never ran", age.stdout)
        unknown, uncommitted = nightly("fault"), os.path.join(folder, "scripts", "faults")
        with open(uncommitted, "a", encoding="utf-8") as file:
            file.write("# changed\n")
        dirty = nightly("faults")
        ok(unknown.returncode == 2 and "no check is called fault" in unknown.stderr and
           dirty.returncode == 1 and "commit the changes first" in dirty.stderr,
           "nightly: refuses an unknown check and a tree with uncommitted changes",
           unknown.stderr, dirty.stderr)


def test_spdx(release):
    """The archive of the sources and the page contain fzstd, and nothing else does."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("libgpuocc-1.2.tar.gz", "gpuocc-1.2.html", "gpuocc-1.2.tgz"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(name)
        told = json.loads(release.spdx(folder, "1.2", 0))
    packages = {package["SPDXID"]: package for package in told["packages"]}
    pairs = sorted((packages[one["spdxElementId"]]["name"], one["relationshipType"],
                    packages[one["relatedSpdxElement"]]["name"]) for one in told["relationships"])
    ok(pairs == [("gpuocc-1.2.html", "CONTAINS", "fzstd"),
                 ("libgpuocc-1.2.tar.gz", "CONTAINS", "fzstd")] and
       len(told["documentDescribes"]) == 3 and len(packages) == 4,
       "SPDX: the sources and the page contain fzstd", *pairs)
    module = packages[told["relationships"][0]["relatedSpdxElement"]]
    texts = {}
    for name in ("web/vendor/fzstd.LICENSE", "packaging/debian/copyright", "docs/start.md"):
        path = os.path.join(root, *name.split("/"))
        if os.path.exists(path):  # packaging/debian/ is no part of every package of the sources
            with open(path, encoding="utf-8") as file:
                texts[name] = " ".join(file.read().split())
    ok(module["licenseDeclared"] == "MIT" and
       module["copyrightText"] in texts["web/vendor/fzstd.LICENSE"] and
       all("2020 Arjun Barrett" in text for text in texts.values()) and
       all(f"{module['versionInfo']}" in text and module["homepage"] in text
           for name, text in texts.items() if not name.endswith("LICENSE")),
       "its licence, version and author are those that the tree names", module)


def test_sizes(release):
    """The table of scripts/release, with the libraries in the wheel and in the npm package."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "a.html"), "wb") as file:
            file.write(bytes(1234567))
        with zipfile.ZipFile(os.path.join(folder, "b.whl"), "w") as wheel:
            wheel.writestr("gpuocc/libgpuocc.so.0", bytes(5000))
            wheel.writestr("gpuocc/__init__.py", "")
        with open(os.path.join(folder, "c.tgz"), "wb") as file:
            file.write(release.archive({"gpuocc.wasm": bytes(4000), "index.js": b""}, "package", 0))
        lines = release.sizes(folder).splitlines()
    ok(len(lines) == 5 and lines[0] == "1,234,567 a.html" and
       lines[1].endswith(" b.whl") and lines[2] == "    5,000 gpuocc/libgpuocc.so.0 in b.whl" and
       lines[3] == "    4,000 gpuocc.wasm in c.tgz" and lines[4].endswith(" c.tgz"),
       "scripts/release prints sizes, the largest first", *lines)


def test_mutants(mutants):
    """Every folder of sources has mutants, with those of the library or with those of --tools."""
    folders = {os.path.dirname(os.path.relpath(path, root))
               for part in ("lib", "devices", "models", "tools", "kernels", "runs")
               for path in glob.glob(os.path.join(root, part, "**", "*.c"), recursive=True)}
    paths = {mutant.path for sources in (mutants.SOURCES, mutants.TOOLS)
             for mutant in mutants.all_mutants("", sources)}
    without = sorted(folders - {os.path.dirname(path) for path in paths})
    ok("runs" in folders and not without, "every folder of sources has mutants", *without)


sys.dont_write_bytecode = True
test_mutants(script("mutants.py"))
test_nightly()
test_spdx(script("release"))
test_sizes(script("release"))
done()
