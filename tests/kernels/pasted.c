/* SPDX-License-Identifier: MIT
 *
 * Tests the readers of what people paste besides whole logs: lines of linkers, dumps and warnings
 * in the forms that the tools print. Those of ptxas and nvlink are of CUDA 13.0, whose lines for
 * kernels of sm_75 to sm_120 are in tests/data/kernels/nvidia.
 */
#include "report.h"

#define ENTRY(name, target) "ptxas info    : Compiling entry function '" name "' for '" target "'\n"
#define USED                "ptxas info    : Used "
#define GMEM                "ptxas info    : 0 bytes gmem\n"
#define PROPERTIES(name)    "info    : Function properties for '" name "':"
#define SPILLED(name, text)                                                                        \
    "ptxas warning : Registers are spilled to local memory in function '" name "', " text "\n"

static const struct row linkers[] = {
    {"nvlink with targets: sm_90 counts the reserve, sm_75 and sm_100 do not",
     "nvlink info    : 0 bytes gmem (target: sm_75)\nnvlink " PROPERTIES(
         "k") " (target: sm_75)\nnvlink info    : used 78 registers, used 1 barriers, 168 stack, "
              "256 bytes smem, 364 bytes cmem[0], 0 bytes lmem (target: sm_75)\nnvlink " PROPERTIES(
                  "k") " (target: sm_90)\n"
                       "nvlink info    : used 79 registers, used 1 barriers, 0 stack, 1280 bytes "
                       "smem, 540 bytes cmem[0], 0 bytes lmem (target: sm_90)\nnvlink " PROPERTIES(
                           "k") " (target: sm_100)\nnvlink info    : used 46 registers, used 1 "
                                "barriers, 168 stack, 1280 bytes smem, 0 bytes lmem (target: "
                                "sm_100)\n",
     "k sm_75 linker log: registers=78 shared=256 barriers=1 stack=168; scratch shared_unsaid\n"
     "k sm_90 linker log: registers=79 shared=256 barriers=1 stack=0; shared_unsaid\n"
     "k sm_100 linker log: registers=46 shared=1280 barriers=1 stack=168; scratch tensor_unsaid "
     "shared_unsaid\n"},
    {"the driver's linker, of CUDA 11 and after, without a target",
     "info    : 40 bytes gmem\ninfo    : Function properties for 'a$1'\ninfo    : used 88 "
     "registers, 40 stack, 2048 bytes smem, 584 bytes cmem[0], 24 bytes cmem[2], 0 bytes lmem\n"
     "info    : Function properties for 'b':\ninfo    : used 8 registers, used 0 barriers, 0 "
     "stack, 2048 bytes smem, 536 bytes cmem[0], 0 bytes lmem\n"
     "info    : Function properties for 'c':\ninfo    : used 8 registers, used 0 barriers, 0 "
     "stack, 2048 bytes smem, 364 bytes cmem[0], 0 bytes lmem\n"
     "info    : Function properties for 'd':\ninfo    : used 8 registers, 0 stack (target: "
     "sm_80)\n",
     "a$1  linker log: registers=88 shared=2048 barriers=? stack=40; scratch shared_unsaid\n"
     "b  linker log: registers=8 shared=2048 stack=0; shared_unsaid reserve_unsaid\n"
     "c  linker log: registers=8 shared=2048 stack=0; shared_unsaid\n"
     "d sm_80 linker log: registers=8 stack=0; shared_unsaid\n"},
    {"before and after linking",
     GMEM ENTRY("k", "sm_80") USED "24 registers, used 1 barriers\nnvlink " PROPERTIES(
         "k") "\nnvlink info    : used 78 registers, used 1 barriers, 8 stack, 0 bytes smem\n",
     "k sm_80 ptxas log: registers=24 barriers=1; dynamic_stack shared_unsaid\n"
     "k  linker log: registers=78 barriers=1 stack=8; scratch shared_unsaid\n"},
    {"figures that are missing or no numbers",
     "nvlink " PROPERTIES("a") "\nnvlink " PROPERTIES(
         "b") "\nnvlink info    : used x "
              "registers\nnvlink " PROPERTIES(
                  "c") "\nnvlink info    : used 1 barriers\n" PROPERTIES("") "\nnvlink info    : "
                                                                             "used 5 registers\n",
     "@0 no figures follow for kernel a: ptxas stopped, or its lines are mixed with others\n"
     "@[nvlink info    : Function properties for 'b'] kernel b: the number in front of "
     "\"registers\" is \"x\", a whole number up to 4294967293 is needed: passed over\n"
     "@[nvlink info    : Function properties for 'c'] no figures follow for kernel c: ptxas "
     "stopped, or its lines are mixed with others\n"},
    {"a source that has the words of a linker",
     "char linked[] = \"Function properties for '\";\nchar used[] = \"used 8 registers\";\n", ""},
};

static const struct row messages[] = {
    {"setmaxnreg is ignored in one compilation, and not in the next",
     "ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to "
     "determine register count at entry.\n" GMEM ENTRY("a", "sm_90a") USED
     "10 registers, used 0 barriers\n" ENTRY("b", "sm_90a") USED
     "168 registers, used 0 barriers\n" GMEM ENTRY("c", "sm_90a") USED
     "168 registers, used 0 barriers\n",
     "a sm_90a ptxas log: registers=10; shared_unsaid setmaxnreg_ignored\n"
     "b sm_90a ptxas log: registers=168; shared_unsaid setmaxnreg_ignored\n"
     "c sm_90a ptxas log: registers=168; shared_unsaid\n"},
    {"and in a log without the line between",
     "(C7507) Potential Performance Loss: 'setmaxnreg' ignored to maintain minimum register "
     "requirements.\n" ENTRY("a", "sm_90a") USED "10 registers, used 0 barriers\n",
     "a sm_90a ptxas log: registers=10; shared_unsaid setmaxnreg_ignored\n"},
    {"wgmma is serialized in one function",
     "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are "
     "serialized due to wgmma pipeline crossing function boundary at a function call in the "
     "function 'b'\nptxas info    : (C7511) Potential Performance Loss: wgmma.mma_async "
     "instructions are serialized due to insufficient register resources for the function "
     "'c'\nptxas info    : (C7510) wgmma.mma_async instructions are serialized\n" GMEM ENTRY(
         "a", "sm_90a") USED "10 registers, used 0 barriers\n" ENTRY("b", "sm_90a") USED
     "11 registers, used 0 barriers\n" ENTRY("c", "sm_90a") USED "12 registers, used 0 barriers\n",
     "a sm_90a ptxas log: registers=10; shared_unsaid\n"
     "b sm_90a ptxas log: registers=11; shared_unsaid wgmma_serialized\n"
     "c sm_90a ptxas log: registers=12; shared_unsaid wgmma_serialized\n"},
    {"spills alone",
     "ptxas warning : Local memory used for function 'a', size of stack frame: 976 "
     "bytes\n" SPILLED("a", "1776 bytes spill stores, 2080 bytes spill loads") "W0000 00:00:1 2 "
                                                                               "x.cc:3] " SPILLED(
                                                                                   "b", "0 bytes "
                                                                                        "spill "
                                                                                        "stores, 8 "
                                                                                        "bytes "
                                                                                        "spill "
                                                                                        "loads"),
     "a  ptxas warning: registers=? shared=? barriers=? spills=1776; scratch registers_unsaid\n"
     "b  ptxas warning: registers=? shared=? barriers=? spills=0; registers_unsaid\n"},
    {"spills of a kernel whose figures follow",
     SPILLED("a", "8 bytes spill stores, 8 bytes spill loads") ENTRY("a", "sm_80") USED
     "32 registers\n",
     "a sm_80 ptxas log: registers=32; shared_unsaid\n"},
    {"spills that are none",
     "x\n" SPILLED("a", "x bytes spill stores") SPILLED("b", "4294967294 bytes spill stores")
         SPILLED("c", "4 bytes") SPILLED("", "4 bytes spill stores") "Registers are spilled to "
                                                                     "local memory in function 'd",
     "@[ptxas warning] kernel a: no number of bytes of spill stores follows: passed over\n"
     "@[ptxas warning : Registers are spilled to local memory in function 'b'] kernel b: no "
     "number "
     "of bytes of spill stores follows: passed over\n"
     "@[ptxas warning : Registers are spilled to local memory in function 'c'] kernel c: no "
     "number "
     "of bytes of spill stores follows: passed over\n"},
};

static const struct row dumps[] = {
    {"a fat binary of two targets",
     "\nFatbin elf code:\n================\narch = sm_80\ncode version = [1,7]\nhost = linux\n\n"
     "Resource usage:\n Common:\n  GLOBAL:0 CONSTANT[3]:28\n Function a:\n"
     "  REG:24 STACK:8 SHARED:2048 LOCAL:0 CONSTANT[0]:472 CONSTANT[2]:24 TEXTURE:0 SURFACE:0 "
     "SAMPLER:0\narch = sm_90a\n Function void b<int>(int):\n  REG:168 STACK:0 SHARED:1040 LOCAL:4 "
     "CONSTANT[0]:2176\n Function c:\n  REG:9 STACK:0 SHARED:0 LOCAL:0 CONSTANT[0]:2176\n"
     "arch = sm_100a\n Function d:\n  REG:126 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:920\n",
     "a sm_80 cuobjdump: registers=24 shared=2048 stack=8; scratch shared_unsaid\n"
     "void b<int>(int) sm_90a cuobjdump: registers=168 shared=16 barriers=? stack=0; scratch "
     "shared_unsaid\n"
     "c sm_90a cuobjdump: registers=9 barriers=? stack=0; shared_unsaid\n"
     "d sm_100a cuobjdump: registers=126 barriers=? stack=0; tensor_unsaid shared_unsaid\n"},
    {"a cubin, whose target is not printed, and lines that were cut",
     " Function a:\n  REG:16 STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:380 TEXTURE:0\n"
     " Function b\n\tREG:40 STACK:0 SHARED:1024 LOCAL:0\nREG:41 STACK:UNKNOWN SHARED:0 LOCAL:0\n"
     " Function : c\n",
     "a  cuobjdump: registers=16 shared=1024 barriers=? stack=0; shared_unsaid\n"
     "b  cuobjdump: registers=40 shared=1024 barriers=? stack=0; shared_unsaid reserve_unsaid\n"
     "  cuobjdump: registers=41 barriers=?; shared_unsaid\n"},
    {"a line that is cut off", "f: STACK: SHARED:\n Function a:\n  REG:16 STACK:0 SHARED:10",
     "@[  REG] kernel a: its line ends before \"LOCAL:\", so that its report is incomplete\n"
     "a  cuobjdump: registers=16 shared=10 barriers=? stack=0; shared_unsaid\n"},
    {"a function that is no kernel, and figures that are none",
     " Function f:\n  REG:0 STACK:UNKNOWN SHARED:0 LOCAL:0 TEXTURE:0 SURFACE:0 SAMPLER:0\n"
     " Function g:\n  REG:-1 STACK:0 SHARED:0\n Function h:\n  REG:UNKNOWN STACK:0 SHARED:\n"
     " Function i:\n  REG:8 STACK:0 LOCAL:0\n Function\n",
     "@[  REG:-1] kernel g: \"REG:-1\" is no figure, a whole number up to 4294967293 is needed: "
     "passed over\n"
     "@[  REG:UNKNOWN] kernel h: \"SHARED:\" is no figure, a whole number up to 4294967293 is "
     "needed: passed over\n"
     "i  cuobjdump: registers=8 shared=? barriers=? stack=0; shared_unsaid\n"},
    {"no registers", "REG:UNKNOWN STACK:0 SHARED:0\n",
     "@0 kernel : \"REG:UNKNOWN STACK:0 SHARED:0\" is no figure, a whole number up to 4294967293 "
     "is needed: passed over\n"},
    {"other texts", "REG:8 STACK:0\n", "not mine\n"},
    {"and others", "REG:8 SHARED:0\n", "not mine\n"},
};

#define BLOCK "I0000 00:00:1764849271.07 2923925 amdgpu_backend.cc:447] "

static const struct row spills[] = {
    {"a block of XLA's for each module",
     BLOCK "====== REGISTER SPILLING DETECTED ======\n" BLOCK "Module: a_b\n" BLOCK
           "SGPR spill count: 7\n" BLOCK "VGPR spill count: 194\n" BLOCK
           "Private segment size: 780 bytes\n" BLOCK "REGISTER SPILLING DETECTED\n" BLOCK
           "Module: c\n" BLOCK "VGPR spill count: 0\n",
     "a_b  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? mode=? stack=780 "
     "spills=776; scratch registers_unsaid\n"
     "c  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? mode=? spills=0; "
     "registers_unsaid\n"},
    {"its lines for kernels, and IREE's",
     "x.cc:1] Register spilling in kernel 'a' (SGPR: 3, VGPR: 20) in m\nSGPR: 1, VGPR: 9\n"
     "Register spilling (SGPR: 3, VGPR: 21) detected in m of 2\n"
     "m.mlir:10:22: warning: Register spill on kernel f_16: VGPRSpillCount : 22 / SGPRSpillCount "
     ": 0\n",
     "a  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? mode=? spills=80; "
     "scratch registers_unsaid\n"
     "m  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? mode=? spills=84; "
     "scratch registers_unsaid\n"
     "f_16  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? mode=? "
     "spills=88; scratch registers_unsaid\n"},
    {"numbers that are missing or too large",
     "Register spilling (VGPR: 1073741824)\nRegister spill on kernel k: VGPRSpillCount : "
     "4294967295\nRegister spill on kernel l: VGPRSpillCount : x\n",
     "  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? mode=?; scratch "
     "registers_unsaid\nk  spill warning: wave=? registers=? shared=? barriers=? agprs=? sgprs=? "
     "mode=?; scratch registers_unsaid\nl  spill warning: wave=? registers=? shared=? barriers=? "
     "agprs=? sgprs=? mode=?; scratch registers_unsaid\n"},
    {"no spills", "No register spilling detected in m\n", "not mine\n"},
};

static const struct row launches[] = {
    {"AMD's trace, with fewer counts in older versions",
     "DEVID:  0 SGN:2 ConstWGSize:256  args: 4 teamsXthrds:(   1X 256) reqd:(   0X   0) "
     "lds_usage:4B scratch:528B sgpr_count:22 vgpr_count:12 agpr_count:3 sgpr_spill_count:0 "
     "vgpr_spill_count:2 tripcount:0 rpc:1 n:__omp_a_l14\n"
     "DEVID: 0 SGN:1 ConstWGSize:1024 args: 2 teamsXthrds:( 208X1024) reqd:(   0X   0) n:b\n",
     "__omp_a_l14  OpenMP launch: group=256 wave=? registers=12 shared=4 agprs=3 sgprs=22 mode=? "
     "stack=528 spills=8; scratch shared_unsaid\n"
     "b  OpenMP launch: group=1024 wave=? registers=? agprs=? sgprs=? mode=?; shared_unsaid\n"},
    {"LLVM's two lines",
     "omptarget device 0 info: Launching kernel __omp_k with 1 blocks and 256 threads in Generic "
     "mode\nAMDGPU device 0 info: #Args: 4 Teams x Thrds:    1x 256 (MaxFlatWorkGroupSize: 256) "
     "LDS Usage: 64B #SGPRs/VGPRs: 22/12 #SGPR/VGPR Spills: 5/3 Tripcount: 0\n",
     "__omp_k  OpenMP launch: group=256 wave=? registers=12 shared=64 agprs=? sgprs=22 mode=? "
     "spills=12; shared_unsaid\n"},
    {"a line that is cut off", "DEVID: 0 teamsXthrds:( 1X 256) sgpr_count:22 vgpr_count:12 agpr",
     "@0 the line of a launch ends before the kernel's name, so that its report is incomplete\n"
     "  OpenMP launch: group=256 wave=? registers=12 agprs=? sgprs=22 mode=?; shared_unsaid\n"},
    {"numbers that are none",
     " teamsXthrds:(x) lds_usage:4294967294 vgpr_count:\n Teams x Thrds: 4 #SGPRs/VGPRs: 2\n",
     "@0 the line of a launch ends before the kernel's name, so that its report is incomplete\n"
     "  OpenMP launch: wave=? registers=? agprs=? sgprs=? mode=?; shared_unsaid\n"
     "  OpenMP launch: wave=? registers=? agprs=? sgprs=2 mode=?; shared_unsaid\n"},
    {"other launches", "Launching kernel k\n", "not mine\n"},
};

#define RGA                                                                                        \
    "DEVICE,SCRATCH_MEM,THREADS_PER_WORKGROUP,WAVEFRONT_SIZE,AVAILABLE_LDS_BYTES,USED_LDS_BYTES,"  \
    "AVAILABLE_SGPRs,USED_SGPRs,SGPR_SPILLS,AVAILABLE_VGPRs,USED_VGPRs,VGPR_SPILLS,"               \
    "CL_WORKGROUP_X_DIMENSION,CL_WORKGROUP_Y_DIMENSION,CL_WORKGROUP_Z_DIMENSION,ISA_SIZE\n"

static const struct row rga[] = {
    {"a shader and a kernel, where 0 and N/A are unknown",
     RGA "gfx1100,0,0,0,65536,4096,106,45,0,256,71,0,0,0,0,4940\n"
         "gfx90a, 16,256,64,65536,0,102,12,0,256,8,3,8,8,4,128\n"
         "gfx1201,0,N/A,32,65536,65536,106,0,0,256,256,0,N/A,N/A,N/A,28948\nend\n",
     " gfx1100 RGA statistics: wave=? registers=71 shared=4096 sgprs=45 mode=? stack=0 spills=0; "
     "shared_unsaid\n"
     " gfx90a RGA statistics: group=256 wave=64 registers=8 bound=256 agprs=? sgprs=12 stack=16 "
     "spills=12; required_group scratch shared_unsaid\n"
     " gfx1201 RGA statistics: wave=32 registers=256 shared=65536 mode=? stack=0 spills=0; "
     "shared_unsaid\n"},
    {"rows that are short or wrong",
     "# rga 2.14\n" RGA "gfx1100,0\ngfx1100,x,0,,,,,,,,,,,,,\ngfx1100,0,,,,,,,,,9,,,,,\n"
     "gfx1201,0,0,0,65536,4096,45,0,256,71,0,0,0,0,4940\n",
     "@[gfx1100,0\n] the row of gfx1100 has 2 cells, the line of names has 16: passed over\n"
     "@[gfx1100,x] kernel : SCRATCH_MEM is \"x\", a whole number up to 4294967293 is needed: "
     "passed over\n"
     " gfx1100 RGA statistics: wave=? registers=9 mode=? stack=0; shared_unsaid\n"
     "@[gfx1201] the row of gfx1201 has 15 cells, the line of names has 16: passed over\n"},
    {"columns of another table", "DEVICE,VGPRs\ngfx1100,8\n", "not mine\n"},
};

#define NOT_READ " is not understood: passed over\n"

static const struct row intel[] = {
    {"the three forms",
     "Compilation from IR\nwarning: kernel _ZTSN2at4HalfEiEE  compiled SIMD32 allocated 256 regs "
     "and spilled around 92\n\n"
     "[bmg-g21] warning: in kernel '_ZTS12launch_terms': compiled SIMD32 allocated 128 regs and "
     "spilled around 2\n"
     "warning: kernel Fmha<A<false>, QK(64x32), V=2>>\n  compiled SIMD16 allocated 256 regs and "
     "spilled around 6\nBuild succeeded.\n",
     "_ZTSN2at4HalfEiEE  IGC warning: wave=32 shared=? barriers=? grf=256; scratch\n"
     "_ZTS12launch_terms bmg-g21 IGC warning: wave=32 shared=? barriers=? grf=128 spills=128; "
     "scratch\n"
     "Fmha<A<false>, QK(64x32), V=2>>  IGC warning: wave=16 shared=? barriers=? grf=256; "
     "scratch\n"},
    {"registers of 32 bytes, of 64, and no spills",
     "warning: kernel a compiled SIMD8 allocated 128 regs and spilled around 3\n"
     "[acm-g10] warning: in kernel 'b': compiled SIMD16 allocated 128 regs and spilled around "
     "592\n[pvc] warning: in kernel 'c': compiled SIMD16 allocated 128 regs\n",
     "a  IGC warning: wave=8 shared=? barriers=? grf=128 spills=96; scratch\n"
     "b acm-g10 IGC warning: wave=16 shared=? barriers=? grf=128 spills=18944; scratch\n"
     "c pvc IGC warning: wave=16 shared=? barriers=? grf=128 spills=0\n"},
    {"what is none of them",
     "warning: kernel a compiled SIMD33 allocated 128 regs\nwarning: kernel compiled SIMD8\n"
     "compiled SIMDx allocated 1 regs\nwarning: else\nwarning: kernel '\n compiled SIMD8 "
     "allocated x\nwarning: kernel :\n compiled SIMD8 allocated 4294967294 regs\ncompiled SIMD8 "
     "allocated 128 words\n[x warning: kernel 'k\n  compiled SIMD8 allocated 128 regs and spilled "
     "around x\n[x warning: kernel 'k\n  compiled SIMD16 allocated 128 regs and spilled around "
     "67108864\n",
     "@[compiled SIMD33] kernel a: \"compiled SIMD33 allocated 128 regs\"" NOT_READ
     "@[compiled SIMDx] kernel : \"compiled SIMDx allocated 1 regs\"" NOT_READ
     "@[compiled SIMD8 allocated x] kernel ': \"compiled SIMD8 allocated x\"" NOT_READ
     "@[compiled SIMD8 allocated 4] kernel : \"compiled SIMD8 allocated 4294967294 regs\"" NOT_READ
     "@[compiled SIMD8 allocated 128 w] kernel : \"compiled SIMD8 allocated 128 words\"" NOT_READ
     "@[compiled SIMD8 allocated 128 r] kernel 'k: \"compiled SIMD8 allocated 128 regs and spilled "
     "around x\"" NOT_READ "'k  IGC warning: wave=16 shared=? barriers=? grf=128; scratch\n"},
    {"lines that are cut off",
     "warning: kernel a compiled SIMD8 allocated 128 regs and spi\nwarning: kernel b compiled "
     "SIMD16 allocated 12",
     "@[compiled SIMD8] kernel a: \"compiled SIMD8 allocated 128 regs and spi\"" NOT_READ
     "@[compiled SIMD16] kernel b: \"compiled SIMD16 allocated 12\"" NOT_READ},
    {"another text", "compiled SIMD8\n", "not mine\n"},
};

static const struct row bare[] = {
    {"comments alone",
     "; Kernel info:\n; codeLenInByte = 7340\n; TotalNumSgprs: 22\n; NumVgprs: 78\n; NumAgprs: "
     "32\n; TotalNumVgprs: 112\n; ScratchSize: 0\n; LDSByteSize: 64 bytes/workgroup (compile time "
     "only)\n; Occupancy: 4\n; Function info:\n; NumVgprs: 1\n; Kernel info:\n; NumSgprs: "
     "9\n; NumVgprs: 8\n; ScratchSize: 16\n",
     "  AMD assembly: wave=? registers=78 shared=64 agprs=32 sgprs=22 mode=? stack=0; "
     "shared_unsaid\n"
     "  AMD assembly: wave=? registers=8 sgprs=9 mode=? stack=16; scratch shared_unsaid\n"},
    {"comments that are cut off", "; Kernel info:\n; NumSgprs: 9\n; NumVgprs: 8\n; NumAg",
     "@[; NumSgprs] the text ends before the ScratchSize of a kernel, so that its report is "
     "incomplete\n  AMD assembly: wave=? registers=8 sgprs=9 mode=?; shared_unsaid\n"},
};

static const struct row unmarked[] = {
    {"a block without marks",
     "note\n  Function Name: a\n     TotalSGPRs: 88\n     VGPRs: 63\n     AGPRs: 64\n     "
     "ScratchSize [bytes/lane]: 1100\n     Dynamic Stack: False\n     Occupancy [waves/SIMD]: 4\n "
     "    SGPRs Spill: 0\n     VGPRs Spill: 298\n     LDS Size [bytes/block]: 10240\nFunction "
     "Name: b\nVGPRs: 4\nx:1:2: remark: VGPRs: 5 [-R]\nLDS Size [bytes/block]: 0\n",
     "a  clang remarks: wave=? registers=63 shared=10240 agprs=64 sgprs=88 mode=? stack=1100 "
     "spills=1192; scratch shared_unsaid\n"
     "b  clang remarks: wave=? registers=4 sgprs=? mode=?; shared_unsaid\n"},
    {"a block with places and without marks",
     "a.hip:3:0: Function Name: k [-Rpass-analysis=kernel-resource-usage]\na.hip:3:0:     SGPRs: 9 "
     "[-Rpass-analysis=kernel-resource-usage]\na.hip:3:0:     VGPRs: 7 [-R]\na.hip:3:0:     LDS "
     "Size "
     "[bytes/block]: 16 [-R]\n",
     "k  clang remarks: wave=? registers=7 shared=16 sgprs=9 mode=?; shared_unsaid\n"},
    {"names of other tools",
     "x Function Name: a\nVGPRs: 4\nFunction Name: b\n1\n2\n3\n4\nVGPRs: 4\n", "not mine\n"},
};

static const struct row autotune[] = {
    {"lines of Inductor, with and without the prefix of a log",
     "[rank0]:V1125 10:00:00.000 42 torch/_inductor/runtime/triton_heuristics.py:700] "
     "BLOCK_M: 32, BLOCK_N: 64, num_warps: 2, num_ctas: 1, num_stages: 1: 1.332928, nreg 255, "
     "nspill 366, #shared-mem 28672\n"
     "XBLOCK: 8, num_warps: 4, num_ctas: 1, num_stages: 1, maxnreg: None: 0.92, nreg 32, nspill 0, "
     "#shared-mem 0\nAutotune Best Config: XBLOCK: 8, num_warps: 4\n",
     "BLOCK_M: 32, BLOCK_N: 64, num_warps: 2, num_ctas: 1, num_stages: 1  Inductor autotune: "
     "group=64 wave=32 registers=255 shared=28672 stack=1464 spills=1464; scratch\n"
     "XBLOCK: 8, num_warps: 4, num_ctas: 1, num_stages: 1, maxnreg: None  Inductor autotune: "
     "group=128 wave=32 registers=32 stack=0 spills=0\n"},
    {"figures that are missing or too large",
     ": 1, nreg None, nspill None\n, nreg 4294967295, nspill 1073741824, #shared-mem x, num_warps: "
     "134217728\n",
     "@0 kernel : its line ends before \"#shared-mem\", so that its report is incomplete\n"
     "  Inductor autotune: group=? wave=32 registers=? shared=?\n"
     "  Inductor autotune: group=? wave=32 registers=? shared=?\n"},
    {"lines without registers",
     "Autotuning kernel k with config B: 1, num_warps: 8, maxnreg: None\n  triton_mm_1 0.02 ms "
     "100.0% "
     "B=64, num_warps=4\n  mm 0.02 ms num_warps\nbest config selected: B: 64, num_warps: 16, "
     "maxnreg: 128;\ntriton_mm num_warps=2\nbest config selected: num_warps: x\n",
     "k with config B: 1, num_warps: 8, maxnreg: None  Inductor autotune: group=256 wave=32 "
     "registers=? shared=? barriers=?; registers_unsaid\n"
     "triton_mm_1  Inductor autotune: group=128 wave=32 registers=? shared=? barriers=?; "
     "registers_unsaid\n"
     "B: 64, num_warps: 16, maxnreg: 128  Inductor autotune: group=512 wave=32 registers=? "
     "shared=? "
     "barriers=?; registers_unsaid\n"
     "num_warps: x  Inductor autotune: group=? wave=32 registers=? shared=? barriers=?; "
     "registers_unsaid\n"},
    {"a text without spills", "a, nreg 1\n", "not mine\n"},
};

static const struct row attributes[] = {
    {"two functions of CUDA, a name and a number in each line",
     "numRegs: 40\nsharedSizeBytes: 1024\nlocalSizeBytes: 16\nnumRegs = 8\nsharedSizeBytes = 0\n",
     "  kernel attributes: registers=40 shared=1024 stack=16; scratch shared_unsaid\n"
     "  kernel attributes: registers=8; shared_unsaid\n"},
    {"CuPy's dictionary, and Triton's kernel",
     "{'const_size_bytes': 0, 'local_size_bytes': 0, 'num_regs': 10, 'shared_size_bytes': 24}\n"
     "k.n_regs=128 k.n_spills=4 k.metadata.shared=65536 k.metadata.num_warps=8\n",
     "  kernel attributes: registers=10 shared=24 stack=0; shared_unsaid\n"
     "  kernel attributes: group=256 wave=32 registers=128 shared=65536 stack=16 spills=16; "
     "scratch\n"},
    {"Triton's words without \"metadata\", beside its registers",
     "n_regs: 128, n_spills: 4, shared: 49152\n"
     "k: num_warps=4 num_stages=3 n_regs=32 n_spills=0 shared=0\nshared: 7, num_warps: 2\n",
     "  kernel attributes: registers=128 shared=49152 stack=16 spills=16; scratch\n"
     "  kernel attributes: group=128 wave=32 registers=32 stack=0 spills=0\n"},
    {"another line that says what was loaded",
     "loaded model from disk\nnum_regs: 4, shared_size_bytes: 8\n",
     "  kernel attributes: registers=4 shared=8; shared_unsaid\n"},
    {"pipelines of Metal",
     "ggml_metal_init: loaded kernel_add    0x1248 | th_max = 896 | th_width =   32\n"
     "ggml_metal_init: loaded kernel_mul\t0x600 | th_max = 640 | th_width = 32\n"
     "maxTotalThreadsPerThreadgroup = 832, threadExecutionWidth = 32, "
     "staticThreadgroupMemoryLength = 4096\n",
     "kernel_add  kernel attributes: wave=32 shared=? half=?\n"
     "kernel_mul  kernel attributes: wave=32 shared=? half=?\n"
     "  kernel attributes: wave=32 shared=4096 half=?\n"},
    {"AMD's metadata and descriptors that are cut from their file",
     "    .group_segment_fixed_size: 20480\n    .max_flat_workgroup_size: 256\n    "
     ".private_segment_fixed_size: 0\n    .sgpr_count:     38\n    .symbol:         a.kd\n    "
     ".vgpr_count:     154\n    .wavefront_size: 64\n    .group_segment_fixed_size: 0\n    "
     ".sgpr_count: 12\n .symbol: b.kdx\n    .vgpr_count:     8\n\t\twavefront_sgpr_count = 30\n\t\t"
     "workitem_vgpr_count = 82\n\t\tworkgroup_group_segment_byte_size = 4096\n",
     "a  kernel attributes: wave=64 registers=154 shared=20480 bound=256 sgprs=38 stack=0; "
     "shared_unsaid\n"
     "b.kdx  kernel attributes: registers=8 sgprs=12; shared_unsaid\n"
     "  kernel attributes: registers=82 shared=4096 sgprs=30; shared_unsaid\n"},
    {"what is no number, or too large",
     "num_regs: None, n_spills: 1073741824, local_size_bytes: 4294967295, shared_size_bytes: -1\n",
     "  kernel attributes: registers=? shared=?; shared_unsaid\n"},
    {"one attribute alone, and other names",
     "num_regs: 4\nxnum_regs: 4, n_regs128, num_regs_of: 3\n", "not mine\n"},
    {"attributes without registers", "shared_size_bytes: 4, local_size_bytes: 8\n", "not mine\n"},
};

#define FOOTPRINT(full, half, all, scratch)                                                        \
    "Full precision register footprint per shader instance       :   " full "\n"                   \
    "Half precision register footprint per shader instance: " half "\n"                            \
    "Overall register footprint per shader instance: " all "\n"                                    \
    "Scratch memory usage per shader instance: " scratch "\n"
#define ADRENO  " Adreno compiler: "
#define UNKNOWN "shared=? barriers=? virtual=?"

static const struct row adreno[] = {
    {"two stages, whose preambles do not count",
     "    Adreno Offline Compiler (AOC)\n======== Shader Stats FS ========\n\n         Shader "
     "Preamble Stats\nTotal instruction count :   800\n" FOOTPRINT(
         "9", "9", "9", "9") "\n         Main Shader Stats\nTotal instruction count :   "
                             "5483\n" FOOTPRINT("24", "11", "30",
                                                "16") "ALU fiber occupancy percentage: 50\n"
                                                      "======== Shader Stats CS ========\n         "
                                                      "Main Shader Stats\n" FOOTPRINT("10", "0",
                                                                                      "10", "0"),
     "FS " ADRENO "group=? wave=? registers=24 " UNKNOWN
     " half=11 stack=16 stage=FS; scratch graphics\n"
     "CS " ADRENO "wave=? registers=10 " UNKNOWN " half=0 stack=0\n"},
    {"capitals", "Full Precision Register Footprint Per Shader Instance : 10\n",
     " " ADRENO "wave=? registers=10 " UNKNOWN " half=?; stage_unsaid\n"},
    {"a part of a report",
     "=== Main Shader Stats ===\nALU instruction count - 32 bit: 80\n" FOOTPRINT("10", "0", "10",
                                                                                 "0"),
     " " ADRENO "wave=? registers=10 " UNKNOWN " half=0 stack=0; stage_unsaid\n"},
    {"the sum alone, no registers, and no numbers",
     "Overall register footprint per shader instance: 12\nMain Shader Stats\n" FOOTPRINT(
         "0", "1", "1", "0") "Main Shader Stats\n" FOOTPRINT("x", "1", "1", "0"),
     " " ADRENO "wave=? registers=12 " UNKNOWN "; stage_unsaid\n"
     " " ADRENO "wave=? registers=0 " UNKNOWN " half=1 stack=0; stage_unsaid\n"
     "@[Full precision register footprint per shader instance       :   x] shader : \"Full "
     "precision register footprint per shader instance       :   x\" is no whole number up to "
     "4294967293: passed over\n"},
    {"statistics of pipelines, as tools print those of Qualcomm's driver",
     "Vertex Shader:\n  Full Precision Register Footprint Per Shader Instance: 4\n  Half Precision "
     "Register Footprint Per Shader Instance: 1\n  Scratch Memory Usage Per Shader Instance: 0\n"
     "Executable 1: main\nStages: VK_SHADER_STAGE_COMPUTE_BIT\nStatistics:\n- Full Precision "
     "Register Footprint Per Shader Instance = 12\n- Scratch Memory Usage Per Shader Instance (in "
     "bytes): 16\n- Full Precision Register Footprint Per Shader Instance = 14\nStage: "
     "fragment\n- Full Precision Register Footprint Per Shader Instance: 9\n",
     "Vertex Shader " ADRENO "group=? wave=? registers=4 " UNKNOWN
     " half=1 stack=0 stage=Vertex Shader; graphics\n"
     "main " ADRENO "wave=? registers=12 " UNKNOWN " half=? stack=16; scratch\n"
     "main " ADRENO "wave=? registers=14 " UNKNOWN " half=?\n"
     "fragment " ADRENO "group=? wave=? registers=9 " UNKNOWN " half=? stage=fragment; graphics\n"},
    {"a line that ends in a colon does not name the shader of a report",
     "======== Shader Stats FS ========\nHints:\n" FOOTPRINT("9", "0", "9", "0"),
     "FS " ADRENO "group=? wave=? registers=9 " UNKNOWN " half=0 stack=0 stage=FS; graphics\n"},
    {"another report", "Total instruction count: 9\n", "not mine\n"},
};

static const struct row malioc[] = {
    {"a compute shader, and a vertex shader of two parts",
     "Mali Offline Compiler v7.8.0 (Build bc7a3e)\nCopyright\n\nConfiguration\n=============\n\n"
     "Hardware: Mali-G78 r1p1\nArchitecture: Valhall\nDriver: r38p0-00rel0\nShader type: Vulkan "
     "Compute\n\nMain shader\n===========\n\nWork registers: 20 (62% used at 100% "
     "occupancy)\nUniform registers: 16 (25% used)\nStack spilling: false\n16-bit arithmetic: "
     "91%\n\nHardware: Immortalis-G720 r0p0\nShader type: OpenGL ES Vertex\n\nPosition "
     "variant\n================\n\nWork registers: 40\nStack spilling: 16 bytes\n\nVarying "
     "variant\n===============\nWork registers: 0\nStack use: True\n",
     "Main shader Mali-G78 malioc text: registers=20 shared=? barriers=? spills=0\n"
     "Position variant Immortalis-G720 malioc text: group=1 registers=40 shared=? barriers=? "
     "spills=16 stage=OpenGL ES Vertex; scratch graphics\n"
     "Varying variant Immortalis-G720 malioc text: group=1 registers=0 shared=? barriers=? "
     "stage=OpenGL ES Vertex; scratch graphics\n"},
    {"a part of a report, and what is no number",
     "Stack spilling: 0\nWork registers: 32 (100% used)\nStack spilling: x\nShader type: OpenCL "
     "kernel\nWork registers: 8\nStack use: False\nWork registers: x\nStack use: true\n",
     "  malioc text: registers=32 shared=? barriers=?; stage_unsaid\n"
     "OpenCL kernel  malioc text: registers=8 shared=? barriers=? stack=0 spills=0\n"
     "@[Work registers: x] shader OpenCL kernel: Work registers is \"x\", a whole number up to "
     "4294967293 is needed: passed over\n"},
    {"the memory of version 8: a stack and its region of spills, and shared memory",
     "Hardware: Mali-G1 r0p1\nShader type: Vulkan Compute\nMain shader\n====\nWork registers: 64 "
     "(100% used at 50% occupancy)\nShared storage size: 0 bytes\nStack use: 96 bytes\n - Spill "
     "region: 84 bytes\nHardware: Mali-G1 r0p1\nMain shader\n====\nWork registers: 8\nShared "
     "storage size: 4096 bytes\nStack use: false\nWork registers: 9\nShared storage size: x\n",
     "Main shader Mali-G1 malioc text: registers=64 barriers=? stack=96 spills=84; scratch\n"
     "Main shader Mali-G1 malioc text: registers=8 shared=4096 barriers=? stack=0 spills=0\n"
     "Main shader Mali-G1 malioc text: registers=9 shared=? barriers=?\n"},
    {"another report", "Uniform registers: 9\n", "not mine\n"},
};

static const struct row own[] = {
    {"statistics of the drivers of AMD and NVIDIA",
     "Vertex Shader:\nnumUsedVgprs: 24\nnumUsedSgprs: 32\nldsUsageSizeInBytes: 0\n"
     "scratchMemUsageInBytes: 16\nCompute Shader:\nRegister Count: 40\nBinary Size: 4096\n"
     "Stack Size: 0\nShared Memory Size: 1024\nLocal Memory Size: 8\nFragment:\nRegister count: "
     "0\n",
     "Vertex Shader  AMD statistics: group=1 wave=? registers=24 sgprs=32 trap=0 stage=Vertex "
     "Shader; scratch graphics\n"
     "Compute Shader  NVIDIA statistics: registers=40 shared=1024 barriers=?; scratch\n"
     "Fragment  NVIDIA statistics: group=? registers=0 shared=? barriers=? stage=Fragment; "
     "graphics\n"},
    {"further forms of lines, and stages of Vulkan",
     "Stage: VK_SHADER_STAGE_FRAGMENT_BIT\n- Register Count = 32\nStage: "
     "VK_SHADER_STAGE_COMPUTE_BIT\n"
     "Register Count: 40 (of each thread)\nShared Memory Size: 16 // bytes\nRegister Count: 4x\n",
     "VK_SHADER_STAGE_FRAGMENT_BIT  NVIDIA statistics: group=? registers=32 shared=? barriers=? "
     "stage=VK_SHADER_STAGE_FRAGMENT_BIT; graphics\n"
     "VK_SHADER_STAGE_COMPUTE_BIT  NVIDIA statistics: registers=40 shared=16 barriers=?\n"
     "@[Register Count: 4x] shader VK_SHADER_STAGE_COMPUTE_BIT: Register Count is \"4x\", a whole "
     "number up to 4294967293 is needed: passed over\n"},
    {"what Fossilize writes behind a disassembly",
     "SGPRs (Number of SGPR registers allocated per subgroup): 128\nVGPRs (Number of VGPR "
     "registers "
     "allocated per subgroup): 32\nLDS size (LDS size in bytes per workgroup): 4096\n",
     "  Mesa AMD: wave=? registers=32 shared=4096 trap=0; allocated stage_unsaid\n"},
    {"waves of Adreno come in pairs",
     "Fragment:\nRegisters used: 12\nHalf-registers used: 9\nSubgroup size: 64\n",
     "Fragment  Mesa Adreno: group=128 wave=64 registers=12 shared=? barriers=? virtual=? half=9 "
     "stage=Fragment; graphics\n"},
    {"V3D's lines of 2022 and after, of 2019, and of a driver with one thread per QPU",
     "SHADER-DB-main - MESA_SHADER_COMPUTE shader: 38 inst, 4 threads, 0 loops, 7 uniforms, 11 "
     "max-temps, 0:0 spills:fills, 0 sfu-stalls, 38 inst-and-stalls, 6 nops\n"
     "SHADER-DB: MESA_SHADER_FRAGMENT shader: 200 inst, 2 threads, 1 loops, 40 uniforms, 44 "
     "max-temps, 2:5 spills:fills\n"
     "MESA: info: SHADER-DB-GLSL3 - MESA_SHADER_VERTEX_BIN shader: 20 inst, 1 threads, 0 loops, 7 "
     "uniforms, 5 max-temps, 0:0 spills:fills, 0 sfu-stalls, 20 inst-and-stalls, 3 nops\n",
     "main  Mesa V3D: registers=32 shared=? barriers=?; allocated\n"
     "MESA_SHADER_FRAGMENT  Mesa V3D: group=16 registers=64 shared=? barriers=? "
     "stage=MESA_SHADER_FRAGMENT; allocated scratch graphics\n"
     "GLSL3  Mesa V3D: group=16 registers=? shared=? barriers=? stage=MESA_SHADER_VERTEX_BIN; "
     "graphics\n"},
    {"the statistics of 2026 in a line, and those of a pipeline",
     "a.shader_test - CS shader: 40 instrs, 4 thread count, 0 spill size, 0:0 spills:fills, 3 read "
     "stalls\ncompute:\nInstruction Count: 40\nThread Count: 2\nSpill Size: 64\nTMU Spills: 3\n"
     "TMU Fills: 3\nQPU Read Stalls: 9\nfragment:\nThread Count: 4\nQPU Read Stalls: 0\n"
     "vertex:\nThread Count: 4\n",
     "a.shader_test  Mesa V3D: registers=32 shared=? barriers=?; allocated\n"
     "compute  Mesa V3D: registers=64 shared=? barriers=?; allocated scratch\n"
     "fragment  Mesa V3D: group=16 registers=32 shared=? barriers=? stage=fragment; allocated "
     "graphics\n"},
    {"executables with a number, whose stage and statistics have titles of their own",
     "Executable 0: FS\n  Stages: VK_SHADER_STAGE_FRAGMENT_BIT\n  Subgroup size: 128\n  "
     "Statistics:\n    Registers used: 5\n    Half-registers used: 3\nExecutable 1: main\n  "
     "Stages: "
     "VK_SHADER_STAGE_COMPUTE_BIT\n  Subgroup size: 64\n  Statistics:\n    Registers used: 12\n    "
     "Half-registers used: 9\n    STP Count: 4\n",
     "FS  Mesa Adreno: group=256 wave=128 registers=5 shared=? barriers=? virtual=? half=3 "
     "stage=VK_SHADER_STAGE_FRAGMENT_BIT; graphics\n"
     "main  Mesa Adreno: wave=64 registers=12 shared=? barriers=? virtual=? half=9; scratch\n"},
    {"an AMD shader of 0 threads and one of 64",
     "ps:\nVGPRs: 8\nSGPRs: 16\nSubgroup size: 0\nps:\nVGPRs: 8\nSGPRs: 16\nSubgroup size: 64\n",
     "ps  Mesa AMD: group=1 registers=8 shared=? sgprs=16 trap=0 stage=ps; allocated graphics\n"
     "ps  Mesa AMD: group=64 wave=64 registers=8 shared=? sgprs=16 trap=0 stage=ps; allocated "
     "graphics\n"},
    {"a title that is longer than a stage", "ps " LONG ":\nRegister Count: 8\n",
     "ps " LONG "  NVIDIA statistics: group=? registers=8 shared=? barriers=? stage=ps " TEN TEN TEN
         TEN TEN TEN "a; graphics\n"},
};

static void limits(const struct row *rows, format_function *read, unsigned kernels)
{
    stops(rows[0].name, read, rows[0].text, strlen(rows[0].text), kernels);
    cut_off(rows[0].name, read, rows[0].text, strlen(rows[0].text));
}

int main(void)
{
    CHECK(format_ptxas, linkers);
    CHECK(format_ptxas, messages);
    CHECK(format_cuobjdump, dumps);
    CHECK(format_autotune, autotune);
    CHECK(format_attributes, attributes);
    CHECK(format_adreno, adreno);
    CHECK(format_malioc_text, malioc);
    CHECK(format_mesa, own);
    limits(&autotune[0], format_autotune, 2);
    limits(&attributes[0], format_attributes, 2);
    limits(&adreno[0], format_adreno, 2);
    limits(&malioc[0], format_malioc_text, 3);
    limits(&own[0], format_mesa, 3);
    CHECK(format_amd_spills, spills);
    CHECK(format_amd_launch, launches);
    CHECK(format_rga, rga);
    CHECK(format_intel_warnings, intel);
    CHECK(format_amd_assembly, bare);
    CHECK(format_remarks, unmarked);
    limits(&spills[0], format_amd_spills, 2);
    limits(&spills[1], format_amd_spills, 3);
    limits(&launches[0], format_amd_launch, 2);
    limits(&rga[0], format_rga, 3);
    limits(&intel[0], format_intel_warnings, 3);
    limits(&bare[0], format_amd_assembly, 2);
    limits(&unmarked[0], format_remarks, 2);
    limits(&linkers[0], format_ptxas, 3);
    limits(&linkers[2], format_ptxas, 2);
    limits(&messages[3], format_ptxas, 2);
    limits(&dumps[0], format_cuobjdump, 4);
    short_of_memory(linkers[2].name, format_ptxas, linkers[2].text, strlen(linkers[2].text), 8192,
                    "@0 no memory for the list of kernels\n");
    return done();
}
