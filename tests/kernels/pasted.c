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
         "b") "\nnvlink info    : used x registers\n"
              "nvlink " PROPERTIES("c") "\nnvlink info    : used 1 barriers\n" PROPERTIES(
                  "") "\n"
                      "nvlink info    : used 5 registers\n",
     "@0 no figures follow for kernel a: ptxas stopped, or "
     "its lines are mixed with others\n@[nvlink info    : Function properties for 'b'] kernel b: "
     "the number "
     "in front of \"registers\" is \"x\", a whole number up to 4294967293 is needed: passed "
     "over\n@[nvlink info    : Function properties for 'c'] kernel c: no number of registers "
     "stands "
     "behind \"Used \": passed over\n"},
};

static const struct row messages[] =
    {
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
         "11 registers, used 0 barriers\n" ENTRY("c", "sm_90a") USED
         "12 registers, used 0 barriers\n",
         "a sm_90a ptxas log: registers=10; shared_unsaid\n"
         "b sm_90a ptxas log: registers=11; shared_unsaid wgmma_serialized\n"
         "c sm_90a ptxas log: registers=12; shared_unsaid wgmma_serialized\n"},
        {"spills alone",
         "ptxas warning : Local memory used for function 'a', size of stack frame: 976 "
         "bytes\n" SPILLED(
             "a", "1776 bytes spill stores, 2080 bytes spill loads") "W0000 00:00:1 2 "
                                                                     "x.cc:3] " SPILLED("b",
                                                                                        "0 bytes "
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
             SPILLED("c", "4 bytes")
                 SPILLED("", "4 bytes spill stores") "Registers are spilled to "
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
    limits(&linkers[0], format_ptxas, 3);
    limits(&linkers[2], format_ptxas, 2);
    limits(&messages[3], format_ptxas, 2);
    limits(&dumps[0], format_cuobjdump, 4);
    short_of_memory(linkers[2].name, format_ptxas, linkers[2].text, strlen(linkers[2].text), 8192,
                    "@0 no memory for the list of kernels\n");
    return done();
}
