#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the columns of gpuocc eval under the names and in the forms of people's tables and of other
tools. Each is compared with the same row under the library's own names and in plain numbers."""
from command import RESULTS, evaluate, knows, run
from tap import done, ok, skip

OWN = [name for name in RESULTS if name not in ("status", "message")]


def results(header, row, *arguments):
    answer = evaluate(f"{header}\n{row}\n", *arguments)
    rows = answer.rows()
    return [rows[0][name] for name in ["status", "message"] + OWN] if rows else answer.errors


def same(header, row, plain_header, plain_row, name=None):
    """Tests that a table is read as the plain one, and without a warning."""
    found, wanted = results(header, row), results(plain_header, plain_row)
    errors = evaluate(f"{header}\n{row}\n").errors
    ok(found == wanted and wanted[0] == "0" and errors == "", name or f"{header}: {row}", found,
       wanted, errors)


PLAIN = "device,threads_per_group,registers_per_thread,shared_bytes,dynamic_shared_bytes," \
    "grid_groups"

# Names: any case, blanks, hyphens and underscores alike; those of options; those of profilers
for header in ("DEVICE,Threads Per Group,REGISTERS-PER-THREAD,Shared_Bytes,dynamicSharedBytes,"
               "Grid Groups",
               "gpu,threads,registers,shared,dynamic-shared,grid",
               "GPU,Block Size,Regs,SMEM,Dynamic SMem,Num Blocks",
               "arch,launch__block_size,launch__registers_per_thread,"
               "launch__shared_mem_per_block_static,launch__shared_mem_per_block_dynamic,"
               "launch__grid_size",
               "Device,Block Size,Registers Per Thread,Static Shared Memory Per Block,"
               "Dynamic Shared Memory Per Block,gridDim",
               "Device,blockDim,registersPerThread,staticSharedMemory,dynamicSharedMemory,gridDim",
               "Device,Block Dim,Reg/Trd,StcSMem (B),DymSMem (byte),grid_dim",
               "device,block,registers per thread,shared bytes,dynamic smem [bytes],GRID"):
    same(header, "sm_90,256,72,4096,30000,1000", PLAIN, "sm_90,256,72,4096,30000,1000", header)
if knows("gfx90a"):
    AMD = "device,threads_per_group,registers_per_thread,accumulators_per_thread," \
        "scalar_registers_per_wave,shared_bytes"
    for header in ("Device,Workgroup_Size_X,VGPR_Count,Accum_VGPR_Count,SGPR_Count,LDS_Block_Size",
                   "Device,Workgroup_Size,Vgpr_Count,Accum_Vgpr_Count,Sgpr_Count,Lds_Block_Size",
                   "Device,wgr,arch_vgpr,accum_vgpr,sgpr,lds",
                   "DEVICE,THREADS_PER_WORKGROUP,USED_VGPRs,AGPRs,USED_SGPRs,USED_LDS_BYTES"):
        same(header, "gfx90a,256,64,64,48,8192", AMD, "gfx90a,256,64,64,48,8192", header)
else:
    skip("names of AMD's tools", "left out of this build")
if knows("acm-g10"):
    same("Device,Threads,SIMD,Register File Size Per Thread,SLM Per Work Group",
         "acm-g10,256,16,256,4096",
         "device,threads_per_group,wave_size,grf_count,shared_bytes", "acm-g10,256,16,256,4096")
else:
    skip("names of Intel's tools", "left out of this build")

# One field in several columns
PARTS = "device,threads_per_group,grid_groups"
for header, row in (("Device,BlkX,BlkY,BlkZ,GrdX,GrdY,GrdZ", "sm_90,16,8,2,10,20,5"),
                    ("GrdZ,BlkZ,Device,GrdX,BlkX,BlkY,GrdY", "5,2,sm_90,10,16,8,20"),
                    ("Device,blockDim.x,blockDim.y,gridDim.x", "sm_90,16,16,1000"),
                    ("Device,block_y,block_x,grid", "sm_90,16,16,1000"),
                    ("Device,launch__block_dim_x,launch__block_dim_y,launch__block_dim_z,"
                     "launch__grid_dim_x,launch__grid_dim_y,launch__grid_dim_z",
                     "sm_90,256,1,1,1,1000,1"),
                    ("Device,Workgroup_Size_X,Workgroup_Size_Y,grid", "sm_90,64,4,1000")):
    same(header, row, PARTS, "sm_90,256,1000")
ok(results("device,BlkX,BlkY", "sm_90,,", "-t", "512") ==
   results("device,threads", "sm_90,512"), "parts that are all empty leave the option")
ok(results("device,BlkX,BlkY", "sm_90,16,")[:2] ==
   ["-19", 'threads_per_group is "16x", a whole number is needed (column BlkX)'],
   "and if one is empty nothing is guessed")

# Cells
for cell in ('"(256, 1, 1)"', '"[32, 8, 1]"', "{128; 2; 1}", '"(16,16)"', "(256)", "256.0",
             "(256 1 1)", "[32 8 1]", "256.00", '"1,1,256"', '"16,16"'):
    same("device,threads", f"sm_90,{cell}", "device,threads_per_group", "sm_90,256")
for cell in ('"1,024"', '"(1024, 1, 1)"', "1024.0"):
    same("device,threads", f"sm_90,{cell}", "device,threads_per_group", "sm_90,1024")
for header, cell, plain in (("shared", '"49,152"', "49152"), ("grid", '"1,048,576"', "1048576"),
                            ("grid", '"1,000"', "1000"), ("grid", '"(65535, 2, 1)"', "131070"),
                            ("grid", '"(128,128)"', "16384"), ("registers", "72.0", "72"),
                            ("Shared (KiB)", "24", "24576"), ("shared_kib", "24", "24576"),
                            ("Shared [MiB]", "0", "0"), ("Shared (Kbyte)", "24", "24000"),
                            ("StcSMem (KiB)", "24", "24576"), ("shared (B)", '"49,152"', "49152"),
                            ("Shared (KiB)", "24K", "24K"), ("Shared (KiB)", "unknown", "unknown")):
    found = results(f"device,threads,{header}", f"sm_90,256,{cell}")
    field = {"s": "shared_bytes", "g": "grid_groups", "r": "registers_per_thread"}
    field = field[header[0].lower()]
    wanted = results(f"device,threads_per_group,{field}", f"sm_90,256,{plain}")
    ok(found == wanted and found[0] == "0", f"{header}: {cell} is {plain}", found, wanted)
for header, cell in (("threads", "8,128"), ("grid", "65,536"), ("grid", "128,128"),
                     ("grid", "1,234,567")):
    found = results(f"device,threads,{header}" if header == "grid" else "device,threads",
                    f'sm_90,256,"{cell}"' if header == "grid" else f'sm_90,"{cell}"')
    ok(found[0] == "-19" and f'"{cell}", which may be one number or dimensions; write dimensions '
       "with x, and a number without commas" in found[1], f"{header}: {cell} is not guessed", found)
for cell in ("(1 024)", "(1,024)", "[1 024 1]", "(01, 1)", "(1 024 576)"):
    found = results("device,threads", f'sm_90,"{cell}"')
    ok(found[0] == "-19" and found[1].startswith(f'threads_per_group is "{cell}", no dimension '
                                                 'begins with 0'), f"{cell}: a leading 0", found)
for cell in ("1,02", "12,3456", ",123", "1,,000", "1.5", "256.", ".0", "(256", "256)", "(256]",
             "()",
             "1,000.5"):
    found = results("device,threads,registers", f'sm_90,256,"{cell}"')
    ok(found[0] == "-19", f"{cell} is no number", found)

# Ranges. nsys prints megabytes of 1,000,000 bytes with three digits: 0.058 is 57,500 to 58,499
# bytes (58,500 is taken in). On sm_90 4 groups of up to 57,344 bytes fit, and 3 of up to 76,800
# (233,472 / 3 - 1,024): with 0.058 three, with 0.057 three or four, whatever the library says.
def ends(bytes_):
    row = results("device,threads_per_group,shared_bytes", f"sm_90,256,{bytes_}")
    return int(row[2 + OWN.index("groups")])


for header, cell, low, high in (("StcSMem (MB)", "0.058", 57500, 58500),
                                ("StcSMem (MB)", "0.057", 56500, 57500),
                                ("DymSMem (MB)", "0.214", 213500, 214500),
                                ("StcSMem (MB)", "0.000", 0, 500),
                                ("smem (KB)", "57", 57000, 58368),
                                ("smem (KB)", "57.3", 57250, 58726),
                                ("smem_MB", "0.05", 45000, 57671),
                                ("smem (Kbyte)", "57.34", 57335, 57345)):
    answer = evaluate(f"device,threads,{header}\nsm_90,256,{cell}\n", "--json")
    row = answer.json()["rows"][0]
    field = "dynamic_shared_bytes" if "Dym" in header else "shared_bytes"
    most, least = ends(low), ends(high)
    ok(row["kernel"][field] == {"low": low, "high": high} and
       row["groups"] == (least if least == most else {"low": least, "high": most}) and
       f'column "{header}" is read as ranges: ' in answer.errors, f"{header}: {cell}", answer)
rows = evaluate("device,threads,StcSMem (MB)\nsm_90,256,0.057\nsm_90,256,0.250\n"
                "sm_90,256,\n").rows()
ok([(r["groups"], r["groups_low"], r["groups_high"], r["percent"]) for r in rows] ==
   [("", "3", "4", ""), ("", "", "", ""), ("8", "", "", "100")] and
   rows[1]["message"] == \
   'shared_bytes is 249500, sm_90 allows 232448 (column StcSMem (MB): "0.250")' and
   rows[0]["limit_shared"] == "", "a range in CSV", rows)
row = evaluate("device,threads,StcSMem (MB),DymSMem (MB)\nsm_90,256,0.028,0.029\n", "--json").json()
row = row["rows"][0]
ok(row["groups"] == {"low": 3, "high": 4} and
   row["limits"][-1]["requested"] == {"low": 56000, "high": 58000}, "two ranges add up", row)
answer = evaluate("device,threads,StcSMem (MB)\nsm_90,256,0.057\n", "--best", "--require",
                  "groups>=4")
ok(answer.code == 3 and answer.rows()[0]["best_groups"] == "",
   "a range meets a requirement with its worse end, and has no best size", answer)
answer = evaluate("device,threads,smem (MB)\nsm_90,256,5000\nsm_90,256,0.2325\n")
ok([r["status"] for r in answer.rows()] == ["-18", "-17"] and
   answer.errors.count("is read as ranges: MB is 1000000 bytes to some and 1048576 to others") == 1,
   "too large", answer)

# Doubled and unclear columns
for header, error in (("threads,block_size", 'columns 1, "threads", and 2, "block_size", are both '
                       "threads_per_group"),
                      ("Device,x,gpu", 'columns 1, "Device", and 3, "gpu", are both device'),
                      ("BlkX,BlkY,Block Size", 'columns 1, "BlkX", and 3, "Block Size", are both'),
                      ("Block Size,BlkX", 'columns 1, "Block Size", and 2, "BlkX", are both'),
                      ("BlkX,BlkY,block.x", 'columns 1, "BlkX", and 3, "block.x", are both'),
                      ("smem (KB),lds", 'columns 1, "smem (KB)", and 2, "lds", are both ')):
    answer = evaluate(header + "\n")
    ok(answer.code == 1 and answer.text == "" and error in answer.errors, f"doubled: {header}",
       answer)
for header, error in (("Grid Size", 'column "Grid Size" is only passed through: it counts groups '
                       "in CUDA but threads in HIP's profilers and OpenCL"),
                      ("Grid_Size_X", 'column "Grid_Size_X" is only passed through: it counts'),
                      ("local mem", "OpenCL's local memory is --shared")):
    answer = evaluate(f"device,threads,{header}\nsm_90,256,7\n")
    ok(answer.code == 0 and error in answer.errors and answer.rows()[0]["rounds"] == "",
       f"unclear: {header}", answer)
for header in ("gpu_x", "grid_x", "registers_x", "x", ".x", "Registers (KB)", "(KB)", "KB",
               "foo (KB)",
               "warp size (B)", "Kernel Name", "Scratch_Size", "Duration (ns)"):
    answer = evaluate(f"device,threads,{header}\nsm_90,256,7\n")
    ok(answer.code == 0 and answer.rows()[0]["groups"] == "8", f"only passed through: {header}",
       answer)
# Tables of profilers are not answered row by row: grids may be threads, and rows no launches.
for profiler, header in (
        ("nsys", "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,"
         "StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,"
         "GreenCtx,Strm,Name"),
        ("nvprof", '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z",'
         '"Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device",'
         '"Context","Stream","Name"'),
        ("rocprofv3", '"Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id",'
         '"Kernel_Id","Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp"'),
        ("rocprofv3", "Guid,Kind,Agent_Id,Dispatch_Id,Kernel_Id,Kernel_Name,Vgpr_Count"),
        ("rocprof", "Index,KernelName,gpu-id,queue-id,queue-index,pid,tid,grd,wgr,lds,scr,"
         "arch_vgpr,accum_vgpr,sgpr,wave_size,sig,obj,DispatchNs,BeginNs,EndNs"),
        ("rocprof", "Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,"
         "LDS_Per_Workgroup,Scratch_Per_Workitem,Arch_VGPR,Accum_VGPR,SGPR,Wave_Size,Kernel_Name"),
        ("ncu", '"ID","Process ID","Kernel Name","Block Size","Grid Size","Device","CC",'
         '"Section Name","Metric Name","Metric Unit","Metric Value"'),
        ("ncu", '"ID","Kernel Name","launch__grid_size","launch__registers_per_thread"')):
    answer = evaluate(header + "\n")
    ok(answer.code == 1 and answer.text == "" and f"is a table of {profiler}, which gpuocc profile "
       "reads: gpuocc profile -" in answer.errors, f"a table of {profiler}", answer)
ok(evaluate("threads,Vendor\n256,NVIDIA\n", "-d", "sm_90").rows()[0]["groups"] == "8",
   "a vendor in any case")
# A unit that is none of the field
for header, error in (
        ("shared (furlongs)", 'column "shared (furlongs)" is only passed through: its unit is '
                              'none of B, KB, KiB, MB and MiB'),
        ("smem [bits]", 'column "smem [bits]" is only passed through: its unit is none of'),
        ("registers (per thread)", 'column "registers (per thread)" is not a field and is only '
                                   'passed through; did you mean registers_per_thread?')):
    answer = evaluate(f"device,threads,{header}\nsm_90,256,3\n")
    ok(answer.code == 0 and answer.errors.startswith(f"gpuocc: {error}"), header, answer)
for header in ("time (ms)", "name (mangled)", "(B)", "[]"):
    answer = evaluate(f"device,threads,{header}\nsm_90,256,3\n")
    ok(answer.code == 0 and answer.errors == "", f"{header} is no field", answer)
done()
