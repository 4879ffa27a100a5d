# SPDX-License-Identifier: MIT
# Builds the tree that contains it.
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "libgpuocc";
  version = "0.1.0";
  src = ../../..;
  nativeBuildInputs = with pkgs; [ meson ninja pkg-config python3 ];
  buildInputs = with pkgs; [ lz4 zstd zlib ];
  mesonFlags = [ "-Dtests=false" ];
  meta = {
    description = "Occupancy of GPU kernels without a GPU";
    license = pkgs.lib.licenses.mit;
    mainProgram = "gpuocc";
  };
}
