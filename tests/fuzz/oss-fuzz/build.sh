#!/bin/bash -eu
# SPDX-License-Identifier: MIT
# Builds every fuzz target with its seed corpus into $OUT, with the compilers, flags and engine that
# OSS-Fuzz sets: CC, CXX, CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE, SRC, WORK, OUT.
# Usage: build.sh
case ${1:-} in
-h | --help)
    sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
?*)
    echo "$0: there is an argument too many: $1 (see $0 --help)" >&2
    exit 1
    ;;
esac
cd "$SRC/libgpuocc"
build=$WORK/libgpuocc
# Libraries are linked statically, because the machine that fuzzes has none of them.
meson setup "$build" -Dfuzz=true "-Dfuzz_engine=$LIB_FUZZING_ENGINE" -Db_lundef=false \
    -Ddefault_library=static -Dprefer_static=true -Dbuildtype=plain
ninja -C "$build" fuzz-targets
for program in "$build"/tests/fuzz/fuzz_*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=${program##*/fuzz_}
    cp "$program" "$OUT/"
    seeds=(tests/data/fuzz/"$name"/*)
    case $name in reader_*)
        seeds+=($(find tests/data/kernels -type f -size -40k \
            \( -name '*.co' -o -name '*.cubin' -o -name '*.fatbin' -o -name '*.hipfb' \
               -o -name '*.zebin' -o -name '*.txt' -o -name '*.asm' -o -name '*.s' \)))
        ;;
    esac
    python3 - "$OUT/fuzz_${name}_seed_corpus.zip" "${seeds[@]}" <<'PACK'
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as packed:
    for number, path in enumerate(path for path in sys.argv[2:] if "*" not in path):
        packed.write(path, f"{number:03d}")
PACK
done
