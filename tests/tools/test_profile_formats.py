#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests gpuocc profile with what the profilers of XLA and AMD's older ones write, and with files as
other systems store them. Expected groups are worked out beside each kernel."""
import json
import os
import sys
import tempfile

from command import knows, run
from tap import done, ok, skip


def profile(given, *arguments):
    return run("profile", "--json", *arguments, "-", given=given)


# XLA: 128 threads, 56 registers: 4 x 1792 = 7168 of 65536, 9 groups; 36864 + 1024 bytes of 102400:
# 2 groups, 8 of 48 warps.
XLA = json.dumps({"displayTimeUnit": "ns", "traceEvents": [
    {"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
    {"ph": "X", "pid": 1, "tid": 7, "ts": 10, "dur": 2, "name": "gemm_fusion_dot", "args": {
        "hlo_op": "dot.1", "kernel_details": "regs:56 static_shared:0 dynamic_shared:36864 "
        "grid:1940,1,1 block:128,1,1 occ_pct:16.6667"}},
    {"ph": "X", "pid": 1, "tid": 8, "ts": 10, "dur": 2, "name": "dot.1", "args": {}}]}).encode()
answer = profile(XLA, "-d", "RTX 3090")
rows = answer.json()["rows"]
ok(answer.code == 0 and len(rows) == 1 and rows[0]["profile"] == "XLA" and
   rows[0]["groups"] == 2 and rows[0]["percent"] == 16.67 and rows[0]["time_ns"] == 2000 and
   rows[0]["reported"]["theoretical_percent"] == 16.667 and
   rows[0]["reported"]["because"] is None, "a trace of XLA", answer)
text = run("profile", "-d", "RTX 3090", "-", given=XLA)
ok("  XLA" in text.text.splitlines()[0] and "; XLA says 16.7 %." in text.text and
   "elsewhere" not in text.text, "in words", text)
answer = profile(XLA)
ok(answer.code == 2 and
   "does not name its GPU; give --device" in answer.json()["rows"][0]["message"],
   "which does not name its GPU", answer)

# nsys with tabs, and as PowerShell stores it: UTF-16 with a mark, and CR LF.
HEAD = ("Start (ns)", "Duration (ns)", "GrdX", "GrdY", "GrdZ", "BlkX", "BlkY", "BlkZ", "Reg/Trd",
        "StcSMem (B)", "DymSMem (B)", "Device", "Name")
ROW = ("5", "7", "132", "1", "1", "256", "1", "1", "32", "0", "0", "NVIDIA H100 80GB HBM3 (0)",
       "k(float, int)")
want = None
for name, separator, end, encoding in (
        ("commas", '","', "\n", "utf-8"), ("tabs", "\t", "\n", "utf-8"),
        ("CR LF", '","', "\r\n", "utf-8-sig"), ("UTF-16", '","', "\r\n", "utf-16"),
        ("UTF-16 with tabs", "\t", "\n", "utf-16")):
    quote = '"' if separator == '","' else ""
    table = "".join(quote + separator.join(row) + quote + end for row in (HEAD, ROW))
    answer = profile(table.encode(encoding))
    row = answer.json()["rows"][0]
    want = want or row
    ok(answer.code == 0 and row == want and row["groups"] == 8 and row["name"] == ROW[-1], name,
       answer)

# Without a grid, or with an architecture whose number of cores is not known, how far the grid fills
# the GPU is unknown.
for device, grid in (("NVIDIA H100 80GB HBM3", {}), ("sm_90", {"grid": [1, 1, 1]})):
    event = {"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 2, "args": {
        "registers per thread": 32, "shared memory": 0, "block": [256, 1, 1], **grid}}
    answer = profile(json.dumps({"traceEvents": [event]}).encode(), "-d", device)
    row = answer.json()["rows"][0]
    ok(row["percent"] == 100 and row["percent_with_grid"] is None and
       answer.json()["sums"]["percent_with_grid"] is None, f"no grid on {device}" if not grid else
       f"no cores of {device}", answer)

if knows("gfx942"):
    # rocprof version 2: 256 threads, 64 VGPRs: 8 waves of a SIMD, 8 groups of 4 waves. Its names
    # end in "(.kd)", those of version 1 in "[clone .kd]"; the compiler's do not.
    SECOND = ("Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,"
              "Scratch_Per_Workitem,Arch_VGPR,Accum_VGPR,SGPR,Wave_Size,Kernel_Name,"
              "Start_Timestamp,End_Timestamp,Correlation_ID\n\n"
              "1,4,1,7,7,262144,256,0,0,64,0,32,64,\"axpy{}\",100,300,9\n")
    answer = profile(SECOND.format(" (.kd)"), "-d", "MI300X", "--dynamic-shared", "zero")
    row = answer.json()["rows"][0]
    ok(answer.code == 0 and row["groups"] == 8 and row["time_ns"] == 200 and
       row["grid_groups"] == 1024, "rocprof version 2", answer)
    REMARKS = "".join(f"axpy.hip:3:0: remark: {line} [-Rpass-analysis=kernel-resource-usage]\n"
                      for line in ("Function Name: axpy", "    TotalSGPRs: 16", "    VGPRs: 64",
                                   "    AGPRs: 0", "    ScratchSize [bytes/lane]: 0",
                                   "    Dynamic Stack: False", "    Occupancy [waves/SIMD]: 8",
                                   "    SGPRs Spill: 0", "    VGPRs Spill: 0",
                                   "    LDS Size [bytes/block]: 8192"))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "remarks.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(REMARKS)
        for ending in ("", ".kd", " (.kd)", " [clone .kd]"):
            row = profile(SECOND.format(ending), "-d", "MI300X", "--kernels",
                          path).json()["rows"][0]
            ok(row["joined"] == "yes", f'"axpy{ending}" is the compiled kernel axpy', row)
else:
    skip("rocprof version 2", "left out of this build")
done()
