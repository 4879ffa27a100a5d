#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An installed copy has every file in its place, is found by pkg-config and by CMake, links shared
and static, and goes away again. Usage: test_install.py SOURCE_ROOT BUILD_ROOT"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, build = sys.argv[1:3]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

EXPECTED = "3 groups, 24 of 48 waves\n"
EXAMPLE = os.path.join(os.path.abspath(root), "tests", "ffi", "example.c")
CMAKE = """cmake_minimum_required(VERSION 3.13)
project(consumer C)
find_package(gpuocc 0.1 REQUIRED)
foreach(kind gpuocc shared static)
  add_executable(with_${kind} EXAMPLE)
  target_link_libraries(with_${kind} gpuocc::${kind})
endforeach()
find_package(gpuocc 0.2 QUIET)
if(gpuocc_FOUND)
  message(FATAL_ERROR "0.2 is not 0.1")
endif()
"""


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def find(stage, name):
    return [os.path.join(folder, name) for folder, folders, files in os.walk(stage)
            if name in files]


def test_layout(stage):
    """Each file once, where such files go."""
    with open(os.path.join(root, "meson.build"), encoding="utf-8") as file:
        version = re.search(r"\n  version: '([^']+)'", file.read())[1]
    headers = [os.path.relpath(path, os.path.join(root, "include")) for path in glob.glob(
        os.path.join(root, "include", "gpuocc", "**", "*.h"), recursive=True)]
    places = [f"include/{name}" for name in headers] + [
        "pkgconfig/gpuocc.pc", "cmake/gpuocc/gpuocc-config.cmake", "libgpuocc.a",
        "cmake/gpuocc/gpuocc-config-version.cmake", "cmake/gpuocc/gpuocc-check.cmake",
        f"libgpuocc.so.{version}", "libgpuocc.so",
        "libgpuocc.so.0", "share/gpuocc/api.json", "share/man/man3/gpuocc.3",
        "include/gpuocc/models.h", "pkgconfig/gpuocc-models.pc", "libgpuocc-models.a",
        f"libgpuocc-models.so.{version}", "libgpuocc-models.so", "libgpuocc-models.so.0"]
    if os.path.exists(os.path.join(build, "tools", "gpuocc")):
        places += ["include/gpuocc/code.h", "include/gpuocc/explain.h", "include/gpuocc/kernels.h",
                   "include/gpuocc/gate.h", "include/gpuocc/predict.h",
                   "include/gpuocc/sentences.h", "include/gpuocc/settings.h",
                   "include/gpuocc/why.h", "pkgconfig/gpuocc-kernels.pc",
                   "libgpuocc-kernels.a", f"libgpuocc-kernels.so.{version}",
                   "libgpuocc-kernels.so", "libgpuocc-kernels.so.0", "bin/gpuocc",
                   "include/gpuocc/runs.h", "pkgconfig/gpuocc-runs.pc", "libgpuocc-runs.a",
                   f"libgpuocc-runs.so.{version}", "libgpuocc-runs.so", "libgpuocc-runs.so.0",
                   "share/man/man1/gpuocc.1", "share/gpuocc/devices.json",
                   "share/bash-completion/completions/gpuocc", "share/zsh/site-functions/_gpuocc",
                   "share/fish/vendor_completions.d/gpuocc.fish"]
    found = [os.path.join(folder, name) for folder, _, files in os.walk(stage) for name in files]
    wrong = [place for place in places if sum(f.endswith("/" + place) for f in found) != 1]
    wrong += [f for f in found if not any(f.endswith("/" + place) for place in places)]
    ok(not wrong, f"{len(places)} files are installed, each in its place", *wrong)
    library = find(stage, f"libgpuocc.so.{version}")[0]
    dynamic = run("readelf", "-dW", library).stdout
    ok("soname: [libgpuocc.so.0]" in dynamic and
       os.readlink(find(stage, "libgpuocc.so.0")[0]) == f"libgpuocc.so.{version}" and
       os.readlink(find(stage, "libgpuocc.so")[0]) == "libgpuocc.so.0",
       "the library has its SONAME, and two links lead to it", dynamic)
    with open(find(stage, "api.json")[0], encoding="utf-8") as file:
        api = json.load(file)
    mapped = set()
    for name in ("lib/gpuocc.map", "models/gpuocc-models.map"):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            mapped |= set(re.findall(r"^\s*(gpuocc_\w+);", file.read(), re.M))
    ok({f["name"] for f in api["functions"]} == mapped and api["version"] == version,
       "api.json has the functions of both maps")
    with open(find(stage, "gpuocc.3")[0], encoding="utf-8") as file:
        page = file.read()
    ok(all(f".It Fn {name}\n" in page for name in mapped), "gpuocc(3) has them as well")
    if shutil.which("man"):
        for name in ("gpuocc.3", *(["gpuocc.1"] if find(stage, "gpuocc.1") else [])):
            page = run("man", "--warnings", "-l", find(stage, name)[0],
                       env=dict(os.environ, MANWIDTH="80", LC_ALL="C.UTF-8"))
            ok(page.returncode == 0 and "GPUOCC" in page.stdout and page.stderr == "",
               f"{name} is read by man without a warning", page.stderr)
    else:
        skip("the manual pages", "no man")


READS = """#include <gpuocc/explain.h>
#include <stdio.h>
static int32_t take(void *user, const gpuocc_kernels_found *found)
{
    (void)user;
    printf("%.*s %lu\\n", (int)found->name.length, found->name.at,
           (unsigned long)found->kernel.registers_per_thread);
    return 0;
}
int main(void)
{
    const char text[] = "ptxas info    : Compiling entry function 'k' for 'sm_90'\\n"
                        "ptxas info    : Used 40 registers, used 0 barriers\\n";
    gpuocc_kernels_callbacks reader = {sizeof reader, NULL, take, NULL, NULL, 0, NULL};
    return gpuocc_explain_hidden_name(GPUOCC_EXPLAIN_HIDDEN_NOT_KNOWN)[0] +
           gpuocc_kernels_read(&reader, text, sizeof text - 1);
}
"""

# 1,536 bytes are what the trace says; 32 x 2 threads.
LAUNCHES = """#include <gpuocc/runs.h>
#include <stdio.h>
static int32_t take(void *user, const gpuocc_runs_launch *launch)
{
    (void)user;
    printf("%.*s %lu %lu\\n", (int)launch->name.length, launch->name.at,
           (unsigned long)launch->shared.high, (unsigned long)launch->group[1]);
    return 0;
}
int main(void)
{
    const char text[] = "{'traceEvents':[{'ph':'X','cat':'kernel','name':'k','ts':1,'dur':2,'args':"
                        "{'registers per thread':40,'shared memory':1536,'grid':[9,1,1],"
                        "'block':[32,2,1]}}]}";
    char json[sizeof text];
    gpuocc_runs_callbacks callbacks = {sizeof callbacks, NULL, take, NULL, NULL, NULL, 0, NULL};
    size_t i;

    for (i = 0; i < sizeof text; i++)
        json[i] = (char)(text[i] == 39 ? 34 : text[i]);
    return gpuocc_runs_read(&callbacks, json, sizeof json - 1);
}
"""

# 8 x 8 elements with a border of 1 are 10 x 10.
ESTIMATES = """#include <gpuocc/models.h>
#include <stdio.h>
int main(void)
{
    const gpuocc_tile tile = {sizeof tile, 8, 8, 0, 1, 4};
    gpuocc_halo halo = {sizeof halo, 0, 0, 0, 0, 0, 0};

    if (gpuocc_tile_halo(&tile, &halo, NULL) != GPUOCC_OK)
        return 1;
    printf("%lu of %lu\\n", (unsigned long)halo.border, (unsigned long)halo.all);
    return 0;
}
"""


def test_library(stage, environment, part, text, expected):
    """Programs that link a further library alone: by pkg-config shared and static, and by CMake."""
    source = os.path.join(stage, "uses.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    for kind, more, link in (("shared", [], []), ("static", ["--static"], ["-static"])):
        flags = run("pkg-config", "--cflags", "--libs", *more, f"gpuocc-{part}", env=environment)
        program = os.path.join(stage, "uses_" + kind)
        made = run("cc", "-std=c99", "-Wall", "-Werror", "-o", program, source,
                   *flags.stdout.split(), *link, env=environment)
        answer = run(program, env=environment) if made.returncode == 0 else made
        ok(answer.stdout == expected, f"a consumer of gpuocc-{part}, {kind}", flags.stderr,
           made.stderr)
        if made.returncode == 0:
            os.remove(program)
    if shutil.which("cmake"):
        folder = os.path.join(stage, "uses")
        os.mkdir(folder)
        kinds = part, part + "_shared", part + "_static"
        with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
            file.write("cmake_minimum_required(VERSION 3.13)\nproject(uses C)\n"
                       "find_package(gpuocc 0.1 REQUIRED)\n" +
                       "".join(f"add_executable(with_{kind} {source})\n"
                               f"target_link_libraries(with_{kind} gpuocc::{kind})\n"
                               for kind in kinds))
        config = os.path.dirname(find(stage, "gpuocc-config.cmake")[0])
        made = run("cmake", "-S", folder, "-B", folder + "/build", f"-Dgpuocc_DIR={config}")
        built = run("cmake", "--build", folder + "/build")
        for kind in kinds:
            program = f"{folder}/build/with_{kind}"
            answer = run(program, env=environment) if built.returncode == 0 else built
            ok(answer.stdout == expected, f"a consumer by CMake, gpuocc::{kind}", made.stderr,
               built.stderr)
            needed = run("readelf", "-d", program).stdout
            ok((f"libgpuocc-{part}.so" in needed) == (kind != part + "_static"),
               "which needs the shared one" if kind != part + "_static" else
               "which needs no shared one", needed)
        shutil.rmtree(folder)
    os.remove(source)


def test_cmake(stage, environment):
    if shutil.which("cmake") is None:
        skip("a consumer by CMake", "no cmake")
        return
    folder = os.path.join(stage, "consumer")
    os.mkdir(folder)
    with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write(CMAKE.replace("EXAMPLE", EXAMPLE))
    # Where it was staged, not where it was configured for: it does not matter.
    config = os.path.dirname(find(stage, "gpuocc-config.cmake")[0])
    made = run("cmake", "-S", folder, "-B", folder + "/build", f"-Dgpuocc_DIR={config}")
    built = run("cmake", "--build", folder + "/build")
    if ok(made.returncode == 0 and built.returncode == 0, "CMake finds gpuocc 0.1 and not 0.2",
          made.stderr, built.stdout, built.stderr):
        for kind in ("gpuocc", "shared", "static"):
            answer = run(f"{folder}/build/with_{kind}", env=environment)
            ok(answer.stdout == EXPECTED, f"a consumer by CMake, gpuocc::{kind}", answer.stderr)
    shutil.rmtree(folder)


with tempfile.TemporaryDirectory() as stage:
    install = run("meson", "install", "-C", build, "--no-rebuild", "--destdir", stage)
    ok(install.returncode == 0, "meson install into a DESTDIR", install.stderr, install.stdout)
    test_layout(stage)
    for path in [path for path in find(stage, "gpuocc") if "/bin/" in path]:
        answer = run(path, "occupancy", "RTX 4090", "--threads", "256", "--registers", "72",
                     "--shared", "24K", env={})
        ok(answer.returncode == 0 and answer.stdout.startswith("3 blocks, 24 of 48 warps (50 %)"),
           "the command starts from its prefix, with an empty environment", answer.stderr)
    found = find(stage, "gpuocc.pc")
    folder = os.path.dirname(os.path.dirname(found[0]))
    if shutil.which("pkg-config") is None:
        skip("a consumer by pkg-config", "no pkg-config")
        done()
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(found[0]),
                       PKG_CONFIG_SYSROOT_DIR=stage, LD_LIBRARY_PATH=folder,
                       PKG_CONFIG_ALLOW_SYSTEM_LIBS="1", PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1")
    flags = run("pkg-config", "--cflags", "--libs", "gpuocc", env=environment)
    ok(flags.returncode == 0 and "-lgpuocc" in flags.stdout, "pkg-config knows gpuocc",
       flags.stderr)
    for kind, extra in (("shared", []), ("static", ["-static"])):
        program = os.path.join(stage, "example_" + kind)
        compiled = run("cc", "-std=c99", "-Wall", "-Werror", "-o", program, EXAMPLE,
                       *flags.stdout.split(), *extra, env=environment)
        if ok(compiled.returncode == 0, f"a consumer compiles and links, {kind}",
              compiled.stderr):
            answer = run(program, env=environment)
            ok(answer.stdout == EXPECTED, f"and runs, {kind}", answer.stdout, answer.stderr)
            os.remove(program)
    version = run("pkg-config", "--modversion", "gpuocc", env=environment)
    ok(version.stdout.strip() == "0.1.0", "pkg-config says the version")
    test_cmake(stage, environment)
    test_library(stage, environment, "models", ESTIMATES, "36 of 100\n")
    if find(stage, "gpuocc-kernels.pc"):
        test_library(stage, environment, "kernels", READS, "k 40\n")
    if find(stage, "gpuocc-runs.pc"):
        test_library(stage, environment, "runs", LAUNCHES, "k 1536 2\n")
    gone = run("ninja", "-C", build, "uninstall")
    left = [name for _, _, files in os.walk(stage) for name in files]
    ok(gone.returncode == 0 and not left, "uninstalled, nothing is left", *left, gone.stdout)
done()
