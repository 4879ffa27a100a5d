# SPDX-License-Identifier: MIT
class Gpuocc < Formula
  desc "Occupancy of GPU kernels without a GPU"
  homepage "FILL IN"
  url "FILL IN/libgpuocc-0.1.0.tar.gz"
  sha256 "FILL IN"
  license "MIT"

  depends_on "meson" => :build
  depends_on "ninja" => :build
  depends_on "pkgconf" => :build
  depends_on "lz4"
  depends_on "zstd"
  uses_from_macos "python" => :build
  uses_from_macos "zlib"

  def install
    system "meson", "setup", "build", "-Dtests=false", *std_meson_args
    system "meson", "compile", "-C", "build"
    system "meson", "install", "-C", "build"
  end

  test do
    assert_match "3 groups", shell_output("#{bin}/gpuocc occupancy 'RTX 4090' -t 256 -r 72 -s 24K")
  end
end
