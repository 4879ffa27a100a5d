# SPDX-License-Identifier: MIT
from conan import ConanFile
from conan.tools.files import copy, get
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain


class Gpuocc(ConanFile):
    name = "gpuocc"
    version = "0.1.0"
    license = "MIT"
    description = "Occupancy of GPU kernels without a GPU"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}

    def layout(self):
        basic_layout(self, src_folder="src")

    def source(self):
        get(self, f"FILL IN/libgpuocc-{self.version}.tar.gz", sha256="FILL IN", strip_root=True)

    def generate(self):
        toolchain = MesonToolchain(self)
        toolchain.project_options.update({"tools": False, "tests": False})
        toolchain.generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        Meson(self).install()
        copy(self, "LICENSE", self.source_folder, f"{self.package_folder}/licenses")

    def package_info(self):
        self.cpp_info.libs = ["gpuocc"]
        self.cpp_info.set_property("pkg_config_name", "gpuocc")
