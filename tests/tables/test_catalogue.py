#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that devices/catalogue.py refuses an invalid record of each kind with a sentence that names
the file, the record and the field; that it writes the same bytes for the same records; and that its
index has room for more names than a vendor has now. Usage: test_catalogue.py SOURCE_ROOT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

root = sys.argv[1]
sys.path[:0] = [os.path.join(root, "tests"), os.path.join(root, "devices")]
sys.dont_write_bytecode = True
import catalogue  # noqa: E402
from tap import done, ok  # noqa: E402

SCRIPT = os.path.join(root, "devices", "catalogue.py")
NVIDIA, PRODUCTS = "nvidia/architectures", "nvidia/products"
SM_61, RTX = "[sm_61]\n", "[GeForce RTX 4090]\n"
FUTURE = "[gfx1299]\nlike = gfx1201\nfamily = Future\ngeneration = 0x1299\n"

# What is wrong; the file; a text that it contains once, and that text with the mistake; the
# sentence after the file's name.
WRONG = [
    # Sections and keys.
    ("an unknown key", PRODUCTS, RTX, RTX + "colour = 3\n",
     "[GeForce RTX 4090] colour: there is no such key"),
    ("an unknown key of the defaults", PRODUCTS, "[defaults]\n", "[defaults]\ncolour = 3\n",
     "[defaults] colour: there is no such key"),
    ("an unknown key of a source", "amd/sources", "[lanes]\n", "[lanes]\nauthor = x\n",
     "[lanes] author: there is no such key"),
    ("an unknown key of the vendor", "amd/vendor", "[vendor]\n", "[vendor]\ncolour = 3\n",
     "[vendor] colour: there is no such key"),
    ("an unknown key of a constant", "amd/latency", "constant = latency_fp64\n",
     "constant = latency_fp64\nunit = 1\n",
     "[latency_fp64 gfx1010 to gfx1036] unit: there is no such key"),
    ("a name of a record among the defaults", PRODUCTS, "[defaults]\n",
     "[defaults]\naliases = One\n", "[defaults] aliases: there is no such key"),
    ("a group of values that does not exist", NVIDIA, SM_61, SM_61 + "source.colour = header\n",
     "[sm_61] source.colour: there is no such key"),
    ("a section twice", NVIDIA, "[sm_62]\n", "[sm_61]\n",
     "[sm_61]: line 250: the section is there twice"),
    ("a key twice", NVIDIA, SM_61, SM_61 + "generation = 61\n",
     "[sm_61] generation: line 222: the key is there twice"),
    ("a line that is no key", NVIDIA, SM_61, SM_61 + "generation 61\n",
     'line 219: it is neither a section nor "key = value"'),
    ("a key before the first section", "amd/vendor", "\n[vendor]\n", "\nseries = 1\n[vendor]\n",
     "line 7: it is before the first section"),
    ("a text that is not ASCII", PRODUCTS, RTX, "[GeForce RTX\u2122 4090]\n",
     re.compile(r"line \d+: a character that is not ASCII")),
    # References.
    ("a source that does not exist", PRODUCTS, RTX, RTX + "source.clocks = nowhere\n",
     '[GeForce RTX 4090] source.clocks: "nowhere" is not in sources.ini'),
    ("a record without a source", "amd/latency", "source = l-sched\n", "",
     "[latency_fp32 gfx600 to gfx950] source: no source of latency"),
    ("a rate without a source", "nvidia/matrix", "rate = 2048\nsource = turing\n", "rate = 2048\n",
     "[sm_75, INT4] source: no source of rate"),
    ("a rate without a confidence", "amd/matrix", "source = llvm\nconfidence = one_source\n",
     "source = llvm\n", "[gfx950, 8 bytes per lane] confidence: no confidence of rate"),
    ("a rate with a source of another file", "amd/matrix", "source = llvm\n", "source = l-sched\n",
     '[gfx950, 8 bytes per lane] source: "l-sched" is not in sources.ini'),
    ("a rate of no type", "amd/matrix", "types = fp16 int8\n", "",
     "[gfx908] types: there are none"),
    ("a rate of a type that does not exist", "amd/matrix", "types = fp16 int8\n",
     "types = fp15 int8\n", '[gfx908] types: "fp15" is no type of matrix instruction'),
    ("a type twice", "amd/matrix", "types = fp16 int8\n", "types = fp16 fp16\n",
     "[gfx908] types: [gfx908] already has fp16 of these products"),
    ("a rate of products behind that of all", "nvidia/matrix", "first = sm_75\nlast = sm_75\n"
     "products = GeForce\nrate = 256\n", "first = sm_86\nlast = sm_86\nrate = 256\n",
     "[GeForce 30] types: [GeForce 20] already has fp16 of these products"),
    ("a rate of architectures in the wrong order", "amd/matrix",
     "first = gfx1100\nlast = gfx1103\nrate = 256\n",
     "first = gfx1103\nlast = gfx1100\nrate = 256\n",
     "[RDNA 3] last: it precedes the first architecture"),
    ("a rate of 0", "amd/matrix", "types = small_bf16\nfirst = gfx908\nlast = gfx908\nrate = 256\n",
     "types = small_bf16\nfirst = gfx908\nlast = gfx908\nrate = 0\n",
     "[gfx908, BF16] rate: it is 0, possible is 1 to 65535"),
    ("a name of products that is too long", "nvidia/matrix", "products = GeForce GTX\n",
     "products = GeForce GTX of the sixteenth series\n",
     "[GeForce 16] products: it has 35 characters, possible are 31"),
    ("a source that no rate has", "amd/matrix", "[source llvm]\n",
     "[source other]\ndocument = x\n\n[source llvm]\n", "[source other]: no record has it"),
    ("a key of a rate that does not exist", "amd/matrix", "types = fp16 int8\n",
     "types = fp16 int8\nclock = 3\n", "[gfx908] clock: there is no such key"),
    ("a processor without a source", "intel/processors", "gpu = Arc 140T\nsource = arl\n",
     "gpu = Arc 140T\n", "[core ultra 7: 255h] source: no source of gpu"),
    ("a processor whose GPU has no name", "intel/processors", "gpu = Arc 140T\nsource = arl\n",
     "gpu = Arc 140Q\nsource = arl\n",
     '[core ultra 7: 255h] gpu: "Arc 140Q" is no name of this vendor'),
    ("a processor twice", "intel/processors", "models = 255h\n", "models = 265h 255h\n",
     "[core ultra 7: 265h] models: 265h of this series is there twice"),
    ("a processor without models", "intel/processors", "models = 255h\n", "models = 255-h\n",
     '[core ultra 7: 255h] models: "255-h" has to be words of small letters and digits'),
    ("a record without a confidence", PRODUCTS, RTX + "architecture = sm_89\ncore_count = 128\n",
     "[GeForce RTX 4090 X]\narchitecture = sm_89\nsource = list\n" + RTX +
     "architecture = sm_89\ncore_count = 128\n",
     "[GeForce RTX 4090 X] confidence: no confidence of cores"),
    ("a confidence that does not exist", PRODUCTS, RTX, RTX + "confidence.cores = good\n",
     '[GeForce RTX 4090] confidence.cores: "good" is not in vendor, two_sources, one_source, '
     "unverified"),
    ("an architecture that does not exist", PRODUCTS, RTX + "architecture = sm_89\n",
     RTX + "architecture = sm_84\n",
     '[GeForce RTX 4090] architecture: "sm_84" is not in architectures.ini'),
    ("a product without architecture", PRODUCTS, RTX + "architecture = sm_89\n", RTX,
     '[GeForce RTX 4090] architecture: "None" is not in architectures.ini'),
    ("a model that does not exist", PRODUCTS, RTX, RTX + "model = model x\n",
     '[GeForce RTX 4090] model: "model x" is not in architectures.ini'),
    ("a record like a later one", NVIDIA, SM_61, SM_61 + "like = sm_62\n",
     "[sm_61] like: no earlier record [sm_62]"),
    ("a record like itself", NVIDIA, SM_61, SM_61 + "like = sm_61\n",
     "[sm_61] like: no earlier record [sm_61]"),
    ("a value that is not that of `like`, without a source", "amd/architectures", "[gfx1250]\n",
     FUTURE + "max_waves_per_partition = 20\nregisters_per_partition = 98304\n\n[gfx1250]\n",
     "[gfx1299] max_waves_per_partition: it is not that of [gfx1201], so that the record needs its "
     "own source or source.waves"),
    ("a value that is not that of `like`, with a source of another group", "amd/architectures",
     "[gfx1250]\n", FUTURE + "source.waves = gfx1200\nconfidence = unverified\n"
     "shared_unit_bytes = 512\n\n[gfx1250]\n",
     "[gfx1299] shared_unit_bytes: it is not that of [gfx1201], so that the record needs its own "
     "source or source.shared_memory_unit"),
    ("a value that is not that of `like`, without a confidence", "amd/architectures",
     "[gfx1250]\n", FUTURE + "source = gfx1200\nbarriers_per_core = 17\n\n[gfx1250]\n",
     "[gfx1299] barriers_per_core: it is not that of [gfx1201], so that the record needs its own "
     "confidence or confidence.barriers"),
    ("a value that is not that of [defaults], without a source", "adreno/architectures",
     "source = rules\nsource.shared_memory = local\nconfidence = one_source\n", "",
     "[a6xx_gen1_low] wave_sizes: it is not that of [defaults], so that the record needs its own "
     "source or source.waves"),
    ("a figure that [defaults] has as unknown, with their source", "mali/products",
     "[Mali-G72 MP18]\n", "[Mali-G72 MP18]\nclock_mhz = 900\n",
     "[Mali-G72 MP18] clock_mhz: it is not that of [defaults], so that the record needs its own "
     "source or source.clocks"),
    ("a constant of an architecture that does not exist", "amd/latency",
     "[latency_fp32 gfx600 to gfx950]\nconstant = latency_fp32\nfirst = gfx600\n",
     "[latency_fp32 gfx600 to gfx950]\nconstant = latency_fp32\nfirst = gfx601x\n",
     "[latency_fp32 gfx600 to gfx950] first: \"gfx601x\" is neither an architecture nor a "
     "generation"),
    # Numbers.
    ("a value that is no number", NVIDIA, "generation = 61\n", "generation = 61a\n",
     '[sm_61] generation: "61a" is not a number'),
    ("an empty value", NVIDIA, "generation = 61\n", "generation =\n",
     '[sm_61] generation: "" is not a number'),
    ("a value above its bound", NVIDIA, "generation = 61\n", "generation = 65536\n",
     "[sm_61] generation: it is 65536, possible is 0 to 65535"),
    ("a value below its bound", NVIDIA, SM_61, SM_61 + "register_unit = 0\n",
     "[sm_61] register_unit: it is 0, possible is 1 to 65536"),
    ("a negative value", NVIDIA, "generation = 61\n", "generation = -1\n",
     '[sm_61] generation: "-1" is not a number'),
    ("unknown where it may not be", NVIDIA, "generation = 61\n", "generation = unknown\n",
     "[sm_61] generation: it may not be unknown"),
    ("unknown where the vendor's rules need the number", NVIDIA,
     "generation = 61\nmax_groups_per_core = 32\n",
     "generation = 61\nmax_groups_per_core = unknown\n",
     "[sm_61] max_groups_per_core: this vendor's rules need it"),
    ("a granularity that does not divide the registers", NVIDIA, SM_61,
     SM_61 + "register_unit = 255\n", "[sm_61] register_unit: 255 does not divide 16384 registers"),
    ("another unit of bytes", NVIDIA, SM_61, SM_61 + "default_shared_bytes_per_group = 48 KB\n",
     '[sm_61] default_shared_bytes_per_group: "48 KB" is not a number'),
    ("a unit that does not divide the shared memory", NVIDIA,
     "shared_pool_bytes = 96 KiB\nmax_shared_bytes_per_group = 48 KiB\n"
     "shared_unit_bytes = 256\nlanes_per_core = 128\nshared_pool_sizes_kib = 96\nsource = cc-61\n",
     "shared_pool_bytes = 96 KiB\nmax_shared_bytes_per_group = 48 KiB\n"
     "shared_unit_bytes = 255\nlanes_per_core = 128\nshared_pool_sizes_kib = 96\nsource = cc-61\n",
     "[sm_61] shared_unit_bytes: 255 does not divide 98304 bytes"),
    ("a limit above the pool", NVIDIA, SM_61, SM_61 + "default_shared_bytes_per_group = 97 KiB\n",
     "[sm_61] default_shared_bytes_per_group: 99328 exceeds shared_pool_bytes, which is 98304"),
    ("a default wave size that is none", NVIDIA, SM_61, SM_61 + "default_wave_size = 64\n",
     "[sm_61] default_wave_size: 64 is not among the wave sizes"),
    ("a wave size that does not exist", NVIDIA, SM_61, SM_61 + "wave_sizes = 24\n",
     "[sm_61] wave_sizes: it has to be a list of powers of two up to 128"),
    ("a list that does not ascend", NVIDIA, "shared_pool_sizes_kib = 0 8 16 32 64 96\n",
     "shared_pool_sizes_kib = 0 8 16 64 32 96\n",
     "[sm_70] shared_pool_sizes_kib: 32 follows 64, it has to ascend"),
    ("a list that is too long", NVIDIA, SM_61,
     SM_61 + "shared_group_sizes_kib = " + " ".join(map(str, range(29))) + "\n",
     "[sm_61] shared_group_sizes_kib: it has 29 elements, possible are 28"),
    ("a list with a word", NVIDIA, SM_61, SM_61 + "shared_group_sizes_kib = 1 x\n",
     '[sm_61] shared_group_sizes_kib: "x" is not a number from 0 to 65534'),
    ("a size of the pool above the pool", NVIDIA,
     "shared_pool_sizes_kib = 0 8 16 32 64 96\n", "shared_pool_sizes_kib = 0 8 16 32 64 97\n",
     "[sm_70] shared_pool_sizes_kib: a size exceeds shared_pool_bytes"),
    ("a note that does not exist", NVIDIA, SM_61, SM_61 + "notes = nice\n",
     '[sm_61] notes: "nice" is not in unverified, provisional, assumed, lower_bound, dynamic'),
    ("a kind of memory that does not exist", NVIDIA, "family = Pascal\nmemory = hbm\n",
     "family = Pascal\nmemory = ddr\n",
     '[sm_60] memory: "ddr" is none of unknown, gddr, hbm, system'),
    ("the confidence of a kind of memory", NVIDIA, "family = Pascal\nmemory = hbm\n",
     "family = Pascal\nmemory = hbm\nconfidence.memory = good\n",
     '[sm_60] confidence.memory: "good" is not in vendor, two_sources, one_source, unverified'),
    ("a kind of memory that differs within a generation", "intel/architectures",
     "[skl-gt1]\nlike = model gen9-gt1\nfamily = Gen9\nmemory = system\n",
     "[skl-gt1]\nlike = model gen9-gt1\nfamily = Gen9\nmemory = gddr\n",
     "[skl-gt1] memory: another architecture of the same generation has another kind"),
    ("a kind of memory among the constants", "amd/latency", "constant = dram_latency_ns\n"
     "first = gfx1200\n", "constant = memory\nfirst = gfx1200\n",
     "[dram_latency_ns gfx1200 to gfx1201] constant: the kind of memory is a key of architectures "
     "and products"),
    ("a constant that depends on the clock alone", "amd/latency",
     "[dram_latency_ns gfx1200 to gfx1201]\n",
     "".join(f"[ns of {name}]\nconstant = dram_latency_ns\nproduct = {name}\nvalue = {ns}\n"
             "source = l-dram-cc\nconfidence = one_source\n\n"
             for name, ns in (("Radeon R9 Fury X", 300), ("Radeon R9 Nano", 310))) +
     "[dram_latency_ns gfx1200 to gfx1201]\n",
     "[ns of Radeon R9 Nano] value: [ns of Radeon R9 Fury X] has another, and its product differs "
     "in the clock alone"),
    ("a kind of memory without its latency", "memory", "[hbm]\n", "[hbm2]\n",
     "[hbm2]: it is no kind of memory with value, low, high and devices"),
    ("a latency outside its interval", "memory", "low = 281\n", "low = 395\n",
     "[hbm] value: it is not between low and high"),
    ("a fast path that is neither yes nor no", NVIDIA, SM_61, SM_61 + "fast_path = on\n",
     '[sm_61] fast_path: "on" is neither yes nor no'),
    ("wave slots without their GRF count", "intel/architectures",
     "waves_at_grf_count = 7\n", "waves_at_grf_count = 7 7\n",
     "[gen8] waves_at_grf_count: 2 elements for 1 GRF counts"),
    ("fewer cores than the smallest bin", "apple/products", "core_count = 8\nmin_core_count = 7\n",
     "core_count = 8\nmin_core_count = 9\n",
     "[Apple M1] min_core_count: it exceeds core_count"),
    ("more cores in GPCs than there are", PRODUCTS, "cores_per_gpc = 20 20",
     "cores_per_gpc = 21 20",
     "[B200] cores_per_gpc: 149 cores exceed core_count"),
    # Names.
    ("a name of two records", PRODUCTS, RTX, RTX + "aliases = Big One, Thor\n",
     '[Jetson T5000] shared_aliases: "Thor" is also a name of [GeForce RTX 4090]: both need it '
     'under "shared_aliases"'),
    ("the name of another product", PRODUCTS, RTX, RTX + "aliases = rtx4080\n",
     '[GeForce RTX 4090] aliases: "rtx4080" is the name of [GeForce RTX 4080]'),
    ("two records of one name but for the maker's words", PRODUCTS, "[GeForce RTX 4070]\n",
     "[NVIDIA RTX 4080]\n",
     "[NVIDIA RTX 4080] name: it is also that of [GeForce RTX 4080], but for words of "
     "name_decorations"),
    ("a record whose name has no letter", PRODUCTS, RTX, "[--]\n",
     '[--] name: "--" has no letter or digit'),
    ("a name twice", PRODUCTS, RTX, RTX + "aliases = The Big One, the  big one\n",
     '[GeForce RTX 4090] aliases: "the big one" is there twice'),
    ("a shared name that is of one record", PRODUCTS, RTX, RTX + "shared_aliases = Big One\n",
     '[GeForce RTX 4090] shared_aliases: nothing else has the name "Big One"'),
    ("aliases without a name", PRODUCTS, RTX, RTX + "aliases =\n",
     "[GeForce RTX 4090] aliases: an empty name"),
    ("an empty name among others", PRODUCTS, RTX, RTX + "aliases = One,, Two\n",
     "[GeForce RTX 4090] aliases: an empty name"),
    ("a name without letters", PRODUCTS, RTX, RTX + "aliases = --\n",
     '[GeForce RTX 4090] aliases: "--" has no letter or digit, or more than 63'),
    ("a name of a product that is too long", PRODUCTS, RTX, f"[{'x' * 48}]\n",
     f"[{'x' * 48}] name: it has 48 characters, possible are 47"),
    ("a name of an architecture that is too long", NVIDIA, SM_61, f"[{'x' * 18}]\n",
     f"[{'x' * 18}] name: it has 18 characters, possible are 17"),
    ("a family that is too long", NVIDIA, SM_61 + "family = Pascal\n",
     SM_61 + f"family = {'x' * 24}\n",
     "[sm_61] family: it has 24 characters, possible are 23"),
    ("no family", NVIDIA, SM_61 + "family = Pascal\n", SM_61, "[sm_61] family: there is none"),
    # Ids.
    ("an id twice", PRODUCTS, "\npci = 2684\n", "\npci = 2704\n",
     "[GeForce RTX 4080] pci: 2704 is also an id of [GeForce RTX 4090]: both need it under "
     "shared_pci"),
    ("a malformed id", PRODUCTS, "\npci = 2684\n", "\npci = 268\n",
     '[GeForce RTX 4090] pci: "268" is not an id such as 2684, 2684-2687 or 2684:a1, in lower '
     "case"),
    ("an id in upper case", PRODUCTS, "\npci = 2684\n", "\npci = 26FF\n",
     '[GeForce RTX 4090] pci: "26FF" is not an id such as 2684, 2684-2687 or 2684:a1, in lower '
     "case"),
    ("a range that ends before it begins", PRODUCTS, "\npci = 2684\n", "\npci = 2684-2683\n",
     "[GeForce RTX 4090] pci: 2684-2683 ends before it begins"),
    ("a shared id that is of one record", PRODUCTS, "\npci = 2684\n", "\nshared_pci = 2684\n",
     "[GeForce RTX 4090] shared_pci: nothing else has the id 2684"),
    ("no ids", PRODUCTS, "\npci = 2684\n", "\npci =\n",
     '[GeForce RTX 4090] pci: "" is not an id such as 2684, 2684-2687 or 2684:a1, in lower case'),
    # Sources.
    ("a source without a document", "amd/sources",
     "[lanes-unknown]\ndocument = no public document\n",
     "[lanes-unknown]\nremark = x\n", "[lanes-unknown] document: there is none"),
    ("a document that is too long", "amd/sources",
     "[lanes-unknown]\ndocument = no public document\n",
     f"[lanes-unknown]\ndocument = {'x' * 384}\n",
     "[lanes-unknown] document: it has 384 characters, possible are 383"),
    ("a remark that is too long", "amd/sources", "[lanes-unknown]\n",
     f"[lanes-unknown]\nremark = {'x' * 384}\n",
     "[lanes-unknown] remark: it has 384 characters, possible are 383"),
    # Constants of the latency model.
    ("a constant that does not exist", "amd/latency", "\nconstant = latency_int32\n",
     "\nconstant = latency_int31\n",
     '[latency_int32 gfx600 to gfx950] constant: there is no constant "latency_int31"'),
    ("a value below its low end", "nvidia/latency", "value = 26\nlow = 26\nhigh = 33\n",
     "value = 26\nlow = 27\nhigh = 33\n",
     "[latency_shared sm_30 to sm_37] value: it is not between low and high"),
    ("a value too large to be packed", "nvidia/latency", "value = 26\nlow = 26\nhigh = 33\n",
     "value = 26\nlow = 26\nhigh = 262144\n",
     "[latency_shared sm_30 to sm_37] high: it is 262144, possible is less than 262144"),
    ("a constant with four decimals", "apple/latency", "value = 2.21\n", "value = 2.2101\n",
     '[latency_int32 apple7 to apple8] value: "2.2101" is not a number of at most three decimals'),
    ("a last architecture before the first", "nvidia/latency",
     "constant = latency_fp32\nfirst = sm_30\nlast = sm_37\n",
     "constant = latency_fp32\nfirst = sm_37\nlast = sm_30\n",
     "[latency_fp32 sm_30 to sm_37] last: it precedes the first architecture"),
    ("two constants of one architecture", "nvidia/latency",
     "constant = latency_fp64\nfirst = sm_30\nlast = sm_37\n",
     "constant = latency_fp32\nfirst = sm_30\nlast = sm_37\n",
     "[latency_fp64 sm_30 to sm_37] constant: its architectures are also in [latency_fp32 sm_30 to "
     "sm_37]"),
    ("a constant of one wave size without one of the others", "intel/latency",
     "[latency_fp32 900 to 1100]\n", "[latency_fp32 900 to 1100]\nwave_size = 8\n",
     "[latency_fp32 900 to 1100] wave_size: no record has the constant of other sizes"),
    ("a wave size of a constant that does not exist", "intel/latency",
     "[latency_fp32 900 to 1100]\n", "[latency_fp32 900 to 1100]\nwave_size = 24\n",
     "[latency_fp32 900 to 1100] wave_size: 24 is not a power of two"),
    ("a constant of a product and of architectures", "intel/latency",
     "[latency_fp32 900 to 1100]\n", "[latency_fp32 900 to 1100]\nproduct = x\n",
     "[latency_fp32 900 to 1100] first: a constant of a product has no architectures"),
    # The vendor.
    ("a decoration that is no word", "amd/vendor", "name_decorations = amd ",
     "name_decorations = AMD ",
     '[vendor] name_decorations: "AMD" is not a word of at most 11 small letters and digits'),
    ("another section of the vendor", "amd/vendor", "[vendor]\n", "[vendors]\n",
     "it has to have one section, [vendor]"),
]


def refusal(folder, part):
    """Returns the message about the records of the file's vendor."""
    try:
        if part == "memory":
            catalogue.memories(folder)
        else:
            catalogue.Vendor(folder, part.split("/")[0])
    except catalogue.Wrong as wrong:
        return str(wrong)
    return "nothing is wrong"


def run(*arguments, **environment):
    return subprocess.run([sys.executable, "-B", SCRIPT, *arguments], capture_output=True,
                          text=True, env={**os.environ, **environment})


def replace(path, text, other):
    """Replaces a text by another. Returns the file as it was."""
    with open(path, encoding="utf-8") as file:
        before = file.read()
    assert text in before, (path, text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(before.replace(text, other, 1))
    return before


def test_wrong(folder):
    for what, part, text, other, sentence in WRONG:
        path = os.path.join(folder, part + ".ini")
        before = replace(path, text, other)
        said = refusal(folder, part)
        with open(path, "w", encoding="utf-8") as file:
            file.write(before)
        file, _, said = said.partition(".ini: ")
        good = said == sentence if isinstance(sentence, str) else sentence.fullmatch(said)
        ok(file == part and good, f"refused: {what}", f"{file}: {said}", f"expected: {sentence}")
    path = os.path.join(folder, PRODUCTS + ".ini")
    replace(path, RTX, RTX + "aliases = Radeon 4090\n")
    said = run("--check", folder)
    ok((said.returncode, said.stdout, said.stderr) ==
       (1, "", 'catalogue.py: nvidia: the name "Radeon 4090" begins with a word of amd\n'),
       "refused by the command: a name that begins with another vendor's word", said)


def test_like():
    """A value that is not that of `like` or [defaults] has the record's own citation, and a record
    that is like this one has the same; all other values have the citation of `like`."""
    with open(os.path.join(root, "lib", "device", "fields.c"), encoding="ascii") as file:
        text = re.sub(r"\s+", " ", file.read())
    fields = re.findall(r"MODEL(?:_LIST)?\(GPUOCC_\w+, (\w+), (?:GOCC_\w+, )?(\w+)\)", text)
    figures = dict(re.findall(r"FIGURE\(GPUOCC_\w+, (\w+), (\w+)\)", text))
    words = {"scalars": "scalar_registers", "shared": "shared_memory",
             "shared_unit": "shared_memory_unit"}
    lib = {key: words.get(of.lower(), of.lower()) for key, of in fields
           if key != "generation"}
    groups = {**lib, **{key: group.lower() for key, group in figures.items()}}
    ok(len(lib) > 30 and figures.keys() == set(catalogue.FIGURES) and
       catalogue.ASPECT_OF == groups, "the groups of values are those of the library",
       set(catalogue.ASPECT_OF.items()) ^ set(groups.items()))
    cites = {f"{kind}.{aspect}": word for aspect in catalogue.ARCHITECTURE_ASPECTS
             for kind, word in (("source", "header"), ("confidence", "vendor"))}
    like = catalogue.Record("x", "a", {**cites, **{key: "1" for key in lib}})
    wrong = []
    for key in lib:
        record = catalogue.Record("x", "b", {"like": "a", key: "2", "source": "mine",
                                             "confidence": "unverified"}, like)
        later = catalogue.Record("x", "c", {"like": "b", "source": "c", "confidence": "one_source"},
                                 catalogue.Record("x", "b", record.values()))
        other = catalogue.Record("x", "d", {key: "2", "source": "mine",
                                            "confidence": "unverified"}, None, like.own)
        for aspect in catalogue.ARCHITECTURE_ASPECTS:
            expected = (1, 4) if aspect == lib[key] else (0, 1)
            if any(of.cites((aspect,), ("header", "mine", "c")) != [expected]
                   for of in (record, later, other)):
                wrong.append((key, aspect))
    ok(not wrong, f"each of {len(lib)} values that is not that of `like` has its own citation",
       wrong)


def test_same(folder):
    for name in catalogue.vendors(folder):
        texts = [run("--vendor", name, "--output", "/dev/stdout", folder, PYTHONHASHSEED=seed)
                 for seed in ("0", "1")]
        ok(texts[0].returncode == 0 and len(texts[0].stdout) > 10000 and
           len({text.stdout for text in texts}) == 1, f"{name}: the same bytes each time")


def test_many(folder):
    """Adds 2,000 products: each name must be there, in the order of the names."""
    with open(os.path.join(folder, PRODUCTS + ".ini"), "a", encoding="ascii") as file:
        for i in range(2000):
            file.write(f"\n[Board {i} X]\narchitecture = sm_89\ncore_count = {i}\n"
                       f"source = list\nconfidence = one_source\naliases = Card {i} Y\n")
    vendor = catalogue.Vendor(folder, "nvidia")
    text = catalogue.Writer(vendor).write()
    products = re.findall(
        r"\{\{GOCC_PRODUCT, \w+, \d+\}, \d+, \d+, \d+, \d+, (\d+), .*\}, /\* (.*) \*/", text)
    ok(len(products) > 2000 and products == [
        (str(record.figures["core_count"]), record.name) for record in vendor.products],
       f"each of {len(products)} products has its cores")
    texts = "".join(part + "\0" for part in re.findall(r'^    "(.*)\\0"', re.search(
        r"char texts\[\] =(.*?)\n;", text, re.S)[1], re.M))
    found = [texts[int(at):texts.index("\0", int(at))]
             for at in re.findall(r"\{(\d+), GOCC_ROW\(", text)]
    spelled = [catalogue.spelling(name, vendor.decorations) for name in found]
    names = [name for name in vendor.own + [name for name, _, _ in vendor.aliases] if name]
    lost = {catalogue.spelling(name, vendor.decorations) for name in names} - set(spelled) | (
        set(vendor.own) - set(found))
    ok(len(names) > 4000 and not lost and spelled == sorted(spelled),
       f"each of {len(names)} names of a vendor is there, in order", *lost)


with tempfile.TemporaryDirectory() as folder:
    for name in catalogue.vendors(os.path.join(root, "devices")):
        shutil.copytree(os.path.join(root, "devices", name), os.path.join(folder, name))
    shutil.copy(os.path.join(root, "devices", "memory.ini"), folder)
    said = run("--check", folder)
    ok((said.returncode, said.stdout, said.stderr) == (0, "", ""), "the records are right", said)
    test_like()
    test_same(folder)
    test_many(folder)
    shutil.copy(os.path.join(root, "devices", PRODUCTS + ".ini"), os.path.join(folder, "nvidia"))
    test_wrong(folder)
done()
