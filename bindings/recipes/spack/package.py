# SPDX-License-Identifier: MIT
from spack.package import *


class Gpuocc(MesonPackage):
    """Occupancy of GPU kernels without a GPU."""

    homepage = "FILL IN"
    url = "FILL IN/libgpuocc-0.1.0.tar.gz"
    license("MIT")
    version("0.1.0", sha256="FILL IN")

    depends_on("c", type="build")
    depends_on("meson@1:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.8:", type="build")
    depends_on("lz4")
    depends_on("zstd")
    depends_on("zlib-api")

    def meson_args(self):
        return ["-Dtests=false"]
