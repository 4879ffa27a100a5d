#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that every function of the adapters compiles with the APIs' headers, as C and as C++.
Usage: test_real_headers.py ROOT C_COMPILER..."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root, compiler = sys.argv[1], sys.argv[2:]
sys.path.insert(0, os.path.join(root, "tests"))
from tap import done, ok, skip  # noqa: E402

# Adapter, header, further arguments, languages, and the functions that the header must enable at
# least.
APIS = [
    ("vulkan", "vulkan/vulkan.h", [], ("c", "c++"),
     ("gpuocc_vulkan_find", "gpuocc_vulkan_core_amd2", "gpuocc_vulkan_sm_nv",
      "gpuocc_vulkan_builtins_arm",
      "gpuocc_vulkan_subgroups", "gpuocc_vulkan_shader_amd", "gpuocc_vulkan_statistic")),
    ("opencl", "CL/cl.h", ["-DCL_TARGET_OPENCL_VERSION=300"], ("c", "c++"),
     ("gpuocc_opencl_find", "gpuocc_opencl_properties", "gpuocc_opencl_kernel")),
    ("level_zero", "level_zero/ze_api.h", [], ("c", "c++"),
     ("gpuocc_level_zero_find", "gpuocc_level_zero_properties", "gpuocc_level_zero_kernel")),
    ("hip", "hip/hip_runtime_api.h", ["-D__HIP_PLATFORM_AMD__"], ("c", "c++"),
     ("gpuocc_hip_find", "gpuocc_hip_properties", "gpuocc_hip_kernel")),
    ("cuda", "cuda_runtime_api.h", ["-isystem", "/usr/local/cuda/include"], ("c", "c++"),
     ("gpuocc_cuda_find", "gpuocc_cuda_properties", "gpuocc_cuda_kernel")),
    # Debian has d3d12.h only for C++, and no dxgi.h.
    ("d3d12", "directx/d3d12.h", ["-isystem", "/usr/include/wsl/stubs", "-include",
                                  "/usr/include/wsl/winadapter.h"], ("c++",),
     ("gpuocc_d3d12_options",)),
]
CXX = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


def builds(language, arguments, text):
    """Returns whether a source compiles, and the compiler's output."""
    command = compiler + ["-std=c99"] if language == "c" else [CXX, "-std=c++17"]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "adapt." + language.replace("+", "p"))
        with open(source, "w") as file:
            file.write(text)
        run = subprocess.run(command + ["-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                        "-I" + os.path.join(root, "include"), *arguments, source],
                             capture_output=True, text=True, timeout=120)
    return run.returncode == 0, run.stderr


for adapter, header, arguments, languages, functions in APIS:
    path = os.path.join(root, "include/gpuocc/adapt", adapter + ".h")
    declared = set(re.findall(r"^static inline \S+\s+\*?(gpuocc_\w+)\(", open(path).read(), re.M))
    for language in languages:
        name = f"{adapter}.h with {header} as {language.upper()}"
        if language == "c++" and CXX is None:
            skip(name, "no C++ compiler")
            continue
        if not builds(language, arguments, f"#include <{header}>\n")[0]:
            skip(name, f"{header} not found")
            continue
        calls = "".join(f"    use((void (*)(void)){function});\n" for function in functions)
        good, errors = builds(language, arguments,
                              f"#include <{header}>\n#include <gpuocc/adapt/{adapter}.h>\n"
                              "static void use(void (*function)(void)) { (void)function; }\n"
                              "int main(void)\n{\n" + calls + "    return 0;\n}\n")
        ok(good and set(functions) <= declared, name, errors)
done()
