/* SPDX-License-Identifier: MIT
 *
 * The help texts. The names in gpuocc help fields come from the library's lists, and the library is
 * asked which vendors use a field or support a convention.
 */
#include <string.h>

#include "commands/commands.h"
#include "input/amounts.h"
#include "input/fields.h"
#include "output/out.h"
#include "output/table.h"

static const char overview[] =
    "gpuocc prints the occupancy of a GPU kernel (the groups resident on a core), the limiting\n"
    "resource, and what to change. Group = block, wave = warp, core = SM.\n"
    "\n"
    "  gpuocc occupancy DEVICE --threads N --registers N --shared BYTES ...\n"
    "                            one kernel on one device, explained\n"
    "  gpuocc most DEVICE --groups N ...\n"
    "                            maximum registers, shared memory, ... for N groups or waves\n"
    "  gpuocc best DEVICE ...    the best group sizes\n"
    "  gpuocc pad DEVICE --groups N ...\n"
    "                            shared memory to add for exactly N resident groups\n"
    "  gpuocc sweep DEVICE --over FIELD ...\n"
    "                            occupancy over one field, as chart, CSV, JSON or SVG\n"
    "  gpuocc schedule DEVICE --grid-groups N ...\n"
    "                            a grid on the whole GPU: rounds, tail, timeline\n"
    "  gpuocc eval [FILE]        reads a CSV of kernels, writes it with the answers added\n"
    "  gpuocc kernels FILE...    the kernels in compiled files and compiler logs\n"
    "  gpuocc explain FILE [KERNEL]\n"
    "                            the loops of a compiled kernel, and whether latency is hidden\n"
    "  gpuocc devices [QUERY]    the known devices\n"
    "  gpuocc device DEVICE      one device, every figure with its source\n"
    "  gpuocc latency DEVICE --threads N --loads N --fp32 N ...\n"
    "                            whether the resident waves hide the latency of instructions\n"
    "  gpuocc little DEVICE      bytes in flight that saturate the memory, and the waves for them\n"
    "  gpuocc order [FILE] ...   loads in flight of a wave, from the order of its instructions\n"
    "  gpuocc scale MODEL ...    effect of more cores, an overlap or a faster launch\n"
    "  gpuocc tile MODEL ...     halo of a tile, cache lines of a wave, atomics, balance\n"
    "  gpuocc help COMMAND       how to use a command; also gpuocc COMMAND --help\n"
    "  gpuocc help fields        fields of kernels and devices, constants, conventions\n"
    "  gpuocc --version          also version: its version and that of the device data\n"
    "\n"
    "Exit code: 0 success, 1 error of usage, input or output, 2 a query was rejected, 3 an answer\n"
    "does not meet --require, 130 or 143 eval or kernels was stopped by SIGINT or SIGTERM (the\n"
    "rows already written are complete).\n";

static const char fields_of_question[] =
    "  -t, --threads N          threads of a group; 16x16 and 8,8,4 are 256\n"
    "  -r, --registers N        registers of a thread\n"
    "  -s, --shared BYTES       shared memory of a group, static; --dynamic-shared BYTES dynamic\n"
    "  -w, --wave-size N        threads of a wave; required on Intel\n"
    "      --accumulators, --scalar-registers, --half-registers, --grf, --barriers N\n"
    "      --reported-max-threads N\n"
    "                           Apple: maxTotalThreadsPerThreadgroup of the compiled pipeline\n"
    "      --FIELD VALUE        any other field of a kernel (gpuocc help fields)\n"
    "  -g, --grid-groups N      groups of the grid; adds the rounds that it takes\n"
    "  -c, --convention NAME    use the rules of a vendor's tool\n"
    "      --FIELD VALUE, --set FIELD=VALUE\n"
    "                           change a figure of the device (core_count=64). Kernels have a\n"
    "                           max_threads_per_group too; set that of the device with\n"
    "                           --device-max-threads-per-group or --set max_threads_per_group=N\n"
    "      --json               machine-readable output\n"
    "\n"
    "A value is decimal or hexadecimal (0x), `unknown` for any possible value (the answer is then\n"
    "a range), or `zero`. Bytes may have a unit: 24K, 24KB and 24KiB are 24576 bytes. A grid may\n"
    "have dimensions too (64x64). The terms of CUDA, HIP, OpenCL and Metal are options as well\n"
    "(regs, smem, block-size, local-size, vgprs, lds, ...): gpuocc help fields lists them. A\n"
    "device is a product, an architecture, a PCI id (10de:2684), or `generic`, an empty device of\n"
    "which you give every figure.\n";

static const char general[] =
    "\n"
    "Output to a terminal is coloured unless NO_COLOR is set; --color always and --color never\n"
    "override this. On a terminal tables fit its width, or COLUMNS; in pipes and files they are\n"
    "complete.\n";

static const char demands[] =
    "      --require 'X>=N'     exit with 3 if it is not met: X is groups, waves, max_waves,\n"
    "                           percent, max_threads_launchable, groups_per_device or another\n"
    "                           number of the answer, the comparison >=, <=, >, <, == or !=\n";

static const char latency[] =
    "gpuocc latency DEVICE --threads N --registers N ... --loads N --fp32 N ...\n"
    "\n"
    "Estimates whether the waves of a kernel hide the latency of the instructions in one\n"
    "iteration of a thread: the waves needed, bounds and expected value, and what else would hide\n"
    "it. This is a model, and an optimistic one. Give the figures of the device that are unknown.\n"
    "\n"
    "      --loads, --stores, --fp32, --special, --matrix N\n"
    "                           instructions per iteration; each kind follows the previous one\n"
    "      --overlap            the kinds of instructions overlap\n"
    "      --load-bytes N       bytes of a load or store per thread; default 4\n"
    "      --in-flight N        loads in flight per thread; default 1\n"
    "      --chains N           independent chains of arithmetic; default 1\n"
    "      --l1-hit, --l2-hit F hit rate in L1, and in L2 of the rest, 0 to 1; default 0\n"
    "      --waves N            resident waves of a core instead of those of the kernel\n"
    "      --constant NAME=N    a constant of the model (dram_latency=600, issue_rate=4,\n"
    "                           l1_rate=unlimited); gpuocc help fields lists them\n"
    "      --one-pass           kernels without a loop: the start of a group counts as latency\n"
    "      --curve              the bounds with 1, 2, ... resident groups\n"
    "      --svg FILE           a picture: waves needed over arithmetic per load, with its cusp\n";

static const char scale[] =
    "gpuocc scale MODEL OPTIONS [--csv | --json]\n"
    "\n"
    "Small models of a few numbers. One option may be a list (1,2,4,8), which gives several rows.\n"
    "\n"
    "  serial --cpu-time T --gpu-time T [--core-scale N]\n"
    "                           CPU and GPU alternate; with N times the cores (default 1)\n"
    "  fit --core-scale N --speedup S [--time T]\n"
    "                           computes both parts from the speed-up S that was measured with\n"
    "                           N times the cores; T is the time before (default 1)\n"
    "  chains --chains K --interleaved M --gap T --work T [--dispatches N] [--fill F]\n"
    "                           bounds for interleaved chains of dispatches; default: one\n"
    "                           dispatch per chain, which fills the GPU (1)\n"
    "  recoverable --speedup S  minimum share of the time that could be saved, from the\n"
    "                           measured speed-up by interleaving chains\n"
    "  little --latency-cycles N --rate N [--each N]\n"
    "                           amount that must be in flight (Little): latency x rate per cycle,\n"
    "                           and the waves or loads needed with N each (default 1)\n"
    "  memory --latency-cycles N --gb-per-s N --clock-ghz N --cores N [--line-bytes N]\n"
    "         [--each N]\n"
    "                           the same for the memory requests of a core; lines of 128 bytes\n"
    "  ramp --groups N --slots N --launch-interval T --group-time T [--fixed-time T]\n"
    "                           a dispatch whose groups are launched one by one; fixed time 0\n"
    "  work --work N --span N --processors N\n"
    "                           Brent's two bounds\n"
    "  flight --latency-ns T --gb-per-s N --cores N [--line-bytes N] [--wave-size N]\n"
    "                           bytes that must be in flight on a core (Little); lines of 128\n"
    "                           bytes, waves of 32\n"
    "\n"
    "      --require 'X>=N'     exit with 3 if an output of a row is not so (speedup>=1.5)\n"
    "      --csv, --json        inputs and outputs of every row\n";

static const char tile[] =
    "gpuocc tile MODEL OPTIONS [--csv | --json]\n"
    "\n"
    "Exact counts. One option may be a list (8,16,32), which gives several rows.\n"
    "\n"
    "  halo --x N [--y N] [--z N] [--radius N] [--element-bytes N]\n"
    "                           the border that a stencil loads around a tile, in both ratios;\n"
    "                           default: one dimension, a radius of 1, elements of 4 bytes\n"
    "  lines --group-x N [--group-y N] [--wave-size N] [--element-bytes N] [--pitch-bytes N]\n"
    "        [--line-bytes N] [--base-bytes N] [--origin-x N] [--origin-y N]\n"
    "                           cache lines that the waves of a group access in an image;\n"
    "                           default: one row, waves of 32, elements of 4 bytes, rows without\n"
    "                           a gap, lines of 128 bytes, no offset\n"
    "  atomics --values N --threads N [--wave-size N]\n"
    "                           atomics of a sum: plain, by wave (of 32), by group\n"
    "  balance --grid-threads N --threads N --cores N\n"
    "                           groups of the fullest and of the emptiest core\n"
    "  recommended --cores N    threads on the whole GPU, by a rule of thumb of Apple's (WWDC22\n"
    "                           10159): 1024 to 2048 per core; not a limit\n"
    "\n"
    "      --require 'X>=N'     exit with 3 if an output of a row is not so (efficiency>=0.5)\n"
    "      --csv, --json        inputs and outputs of every row\n";

static const char occupancy[] =
    "gpuocc occupancy DEVICE --threads N --registers N --shared BYTES ...\n"
    "\n"
    "Prints the groups of a kernel resident on a core, and the limiting resource. Several\n"
    "devices, separated by commas (\"RTX 4090,MI300X\") or each with -d, are compared in a table.\n"
    "\n";

static const char most[] =
    "gpuocc most DEVICE --groups N | --waves N | --waves-per-partition N [--field NAME] ...\n"
    "\n"
    "Prints the largest value of each amount with which at least N groups or waves are resident\n"
    "on a core, or N waves on every partition, with all other fields unchanged. Without --threads\n"
    "a group is one wave. `not possible`: even the smallest value is too large. The exit code is\n"
    "then still 0 unless --require is given.\n"
    "\n"
    "      --groups N, --waves N, --waves-per-partition N\n"
    "                           the target\n"
    "      --field NAME         only this field (registers, shared, threads, ...)\n"
    "      --require 'X>=N'     exit with 3 if it is not met: X is an amount (registers>=64),\n"
    "                           the comparison >=, <=, >, <, == or !=, bytes also as 24K; a\n"
    "                           result `not possible` meets no requirement\n";

static const char best[] =
    "gpuocc best DEVICE [--min N] [--max N] [--multiple-of N] [--prefer-small]\n"
    "            [--shared-per-thread BYTES] [--count K] [--candidates N,N,...]\n"
    "            [--candidate-registers N,N,...] [--grid-threads N] ...\n"
    "\n"
    "Prints the K group sizes with the most waves on a core, the best first. Equally good sizes\n"
    "are ordered by the rounds of the grid, then by size, the larger first. --require checks the\n"
    "first size.\n"
    "\n"
    "      --min N, --max N     threads of the smallest and largest group to try\n"
    "      --multiple-of N      only multiples of N threads; default: the wave size\n"
    "      --prefer-small       of equally good sizes the smaller first; default: the larger\n"
    "      --shared-per-thread BYTES\n"
    "                           dynamic shared memory per thread\n"
    "      --candidates N,N,... these sizes only\n"
    "      --candidate-registers N,N,...\n"
    "                           registers of the kernel for each of them\n"
    "      --grid-threads N     threads of the whole grid; needs the number of cores\n"
    "      --count K            number of sizes to print; default 8\n";

static const char pad[] =
    "gpuocc pad DEVICE --groups N --threads N ...\n"
    "\n"
    "Prints the smallest amount of dynamic shared memory to add so that exactly N groups are\n"
    "resident on a core, with the resulting occupancy, or why there is none. Exit code 0 in both\n"
    "cases.\n"
    "\n"
    "      --groups N           wanted resident groups\n";

static const char sweep[] =
    "gpuocc sweep DEVICE --over FIELD[,FIELD...] [--at N,N,... | --multiple-of N]\n"
    "             [--csv | --json] [--svg FILE] ...\n"
    "\n"
    "Prints the occupancy over one field, with all other fields unchanged. Each step of the curve\n"
    "is one line: values, groups, waves, share of the wave slots, and the limits at the first\n"
    "value. Without --threads a group is one wave. Over the threads, text output shows at most 16\n"
    "multiples of a wave.\n"
    "\n"
    "      --over FIELD         registers, threads, shared, dynamic-shared, accumulators,\n"
    "                           scalar-registers, half-registers, grf or barriers; several with\n"
    "                           commas between them, or all: threads, registers and shared\n"
    "      --at N,N,...         only these values\n"
    "      --multiple-of N      only multiples of N\n"
    "      --csv                CSV\n"
    "      --svg FILE           also draw the whole curve, one chart for each field, with this\n"
    "                           kernel marked; - writes only the picture, to standard output\n"
    "      --require 'X>=N'     exit with 3 if a value does not meet it: X is groups,\n"
    "                           waves, max_waves or percent, the comparison >=, <=, >, <, == or\n"
    "                           !=\n";

static const char schedule[] =
    "gpuocc schedule DEVICE --grid-groups N ... [--json]\n"
    "\n"
    "Prints how a grid of N groups runs on the whole GPU: rounds, tail, occupancy of the GPU, and\n"
    "a timeline of the resident waves. Rounds assume groups of equal duration. The timeline\n"
    "follows the given dispatch rules, because no vendor publishes its own. Exit code 0 even if\n"
    "no group fits.\n"
    "\n"
    "      --placement HOW      groups (default): whole groups at once; waves: wave by wave\n"
    "      --choice HOW         core of the next group: emptiest (default), fill_first or\n"
    "                           round_robin\n"
    "      --barrier            waves of a group wait for its last one, and end together\n"
    "      --head-of-line       no group starts before the previous one is fully placed\n"
    "      --usable-cores N     use the first N cores only, in the timeline\n"
    "      --slots-per-core N   use N wave slots of a core, in the timeline\n"
    "      --durations N,N,...  of the groups, repeated; default: all equal\n"
    "      --group-time N,...   computes the time of the grid from that of a group: its duration\n"
    "                           alone on the GPU, its time on the busiest resource of its core\n"
    "                           and on the busiest shared one, overhead of a round; default 0\n"
    "      --partitions N/N     with -c intel-calculator: EUs of the GPU and of a core as the\n"
    "                           calculator counts them; default: the cores of the device\n"
    "      --phases N           show at most N phases; default 40\n"
    "      --reserve-groups N   leave N resident groups to other contexts: for groups that wait\n"
    "                           for each other; default 0\n"
    "      --svg FILE           also draw the timeline\n"
    "      --require 'X>=N'     X is also rounds, tail_groups, busy_cores, or a share, 0 to 1:\n"
    "                           efficiency, peak_occupancy, average_occupancy, reached, balance\n";

static const char eval[] =
    "gpuocc eval [-d DEVICE] [-c CONVENTION] [--best] [--inverse N] [--table | --json] [FILE]\n"
    "\n"
    "Reads CSV from FILE or standard input. The first row names the columns: fields of a kernel,\n"
    "device, convention, grid_groups, or figures of the device to change (the elements of a list\n"
    "separated by | or commas; a cell with commas in quotes). Other columns, such as the kernel's\n"
    "name, are passed through. For each row it writes one row: the unchanged cells, then the\n"
    "results from status to percent. A row that cannot be answered has a negative status and a\n"
    "message, and the run continues. Empty lines are skipped. An option applies to every row\n"
    "whose cell is empty.\n"
    "\n"
    "  -d, --device DEVICE      the device of rows without one\n"
    "      --best               adds best_threads_per_group and best_groups: the best group size\n"
    "      --inverse N          adds dynamic_shared_bytes_for_groups: maximum for N groups\n"
    "      --table              the main columns, aligned, for people\n"
    "      --csv-safe           for spreadsheets: a ' before cells that would be formulas\n";

static const char kernels[] =
    "gpuocc kernels [-d DEVICE] [--kernel PART] [--csv | --json] FILE|DIRECTORY|-...\n"
    "gpuocc kernels --save BASELINE FILE...\n"
    "gpuocc kernels --baseline BASELINE [--allow WHAT]... [--save BASELINE] FILE...\n"
    "\n"
    "Lists every kernel in compiled files and compiler logs, with its occupancy on the device\n"
    "that it was built for: cubins, fatbins, objects, programs and libraries with them, ptxas -v\n"
    "text; code objects, bundles, zebins and logs of the other vendors. Files are recognised by\n"
    "their content. Directories are read recursively. A file that cannot be read does not stop\n"
    "the others. Options give values that a file does not contain; they never replace a value.\n"
    "\n"
    "  -d, --device DEVICE      the device, instead of the one that the file was built for;\n"
    "                           several: a row for each\n"
    "      --kernel PART        only kernels whose name contains PART\n"
    "      --filter CONDITION   only rows that meet a condition, as in --require: 'percent<50'\n"
    "      --sort COLUMN        sort all kernels by kernel, threads, registers, shared, stack,\n"
    "                           spills, groups, waves or percent; --sort=-COLUMN: the largest\n"
    "                           first\n"
    "      --side-by-side       a row for each kernel, a column for each --device\n"
    "      --totals             for each device the number of kernels, their waves and the\n"
    "                           limiting resources\n"
    "      --save FILE          records the resources and the waves of the kernels in FILE (CSV)\n"
    "                           with the options\n"
    "      --baseline FILE      prints the differences from FILE, with its options; exit\n"
    "                           code 3 if a kernel is worse, or if a better, new or gone\n"
    "                           kernel is not saved yet\n"
    "      --allow WHAT         a loss of waves=N, waves=P%, spills=BYTES or stack=BYTES;\n"
    "                           better, new, gone\n"
    "      --format FORMAT      table (default) or markdown\n"
    "      --demangle           names of C++ as in the source, in tables and pages; JSON has both\n"
    "      --html               one HTML page with a chart for each kernel\n"
    "      --csv                the columns of eval, with file, kernel, format and target\n"
    "      --csv-safe           for spreadsheets: a ' before cells that would be formulas\n";

static const char order[] =
    "gpuocc order [FILE | --body TEXT] [--order hoist] [--unroll N] [--restrict] [--json]\n"
    "\n"
    "Prints the loads that one wave has in flight, given the order of its instructions. Reads the\n"
    "body of a loop from FILE, --body or standard input. Each line, or each part between\n"
    "semicolons, is one instruction; # starts a comment:\n"
    "\n"
    "  load RESULT ARRAY [SOURCE...]    compute RESULT [SOURCE...]\n"
    "  store ARRAY SOURCE...            barrier\n"
    "\n"
    "RESULT and SOURCE are registers with any name. Fields may follow: latency=CYCLES until the\n"
    "result can be read, issue=CYCLES until the next instruction issues (default 1), and for\n"
    "loads and stores offset=BYTES (default 0), bytes=N (default 4; 0: anywhere in the array),\n"
    "stride=BYTES added per copy of the body (default: bytes), space=NAME.\n"
    "\n"
    "      --load-latency N     of loads without latency=\n"
    "      --compute-latency N  of compute instructions without latency=; default 0\n"
    "      --order HOW          source (default): as written; hoist: loads as early as possible\n"
    "      --unroll N           copies of the body; default 1\n"
    "      --restrict           different arrays never overlap\n"
    "      --most-loads N       loads that a wave can have in flight, up to 64; default: any\n"
    "      --json               machine-readable output\n";

static const char explain[] =
    "gpuocc explain FILE [KERNEL] [--device NAME] [--threads N] ... [--annotate] [--html | "
    "--json]\n"
    "\n"
    "Reads the machine code of compiled kernels (all, or those with KERNEL in their name), finds "
    "the\n"
    "loops, and prints what an iteration loads, stores and computes, how many loads are in flight\n"
    "when the first one is waited for, and whether the resident waves of the device hide the\n"
    "latency: waves needed and there, what binds, and which change helps. FILE is a cubin or an "
    "AMD\n"
    "code object, or what contains one (fat binary, object, library, program); - is standard "
    "input.\n"
    "The machine code of NVIDIA's sm_70 to sm_121 is read, that of AMD's gfx900 to gfx1201 by a "
    "build\n"
    "with LLVM 22, and that of Intel not.\n"
    "\n"
    "      --l1-hit, --l2-hit F share of the loads that hit in L1, and of the others in L2; "
    "default 0\n"
    "      --efficiency F       bytes asked for / bytes moved, up to 1 (default)\n"
    "      --annotate           each instruction of the loops with what it waits for\n"
    "      --html               a page, in one file; with --annotate it has the instructions too\n"
    "  -d, --device NAME        the device; default: the target of the kernel, of which "
    "bandwidths\n"
    "                           are known for products alone\n";

static const char little[] =
    "gpuocc little DEVICE [--wave-size N] [--json]\n"
    "\n"
    "Prints what must be in flight on a core (Little's law, latency x rate): the bytes that\n"
    "saturate the memory, the L2 and the L1, with the waves needed for them with 1, 2, 4 and 8\n"
    "loads of 4, 8 and 16 bytes; and the instructions that keep each arithmetic pipe busy, with\n"
    "the waves needed for them with 1, 2, 4 and 8 independent instructions. Waves are also given\n"
    "as a share of the wave slots. Ranges come from the latency. If several devices have the\n"
    "name, all are printed.\n"
    "\n"
    "  -w, --wave-size N        threads of a wave; default: that of the device, on Intel 16\n"
    "      --json               machine-readable output\n";

static const char devices[] =
    "gpuocc devices [--json] [QUERY...]\n"
    "\n"
    "Lists the devices in which every word of QUERY occurs in the name, the architecture, the\n"
    "family or the vendor. Case is ignored. Exit code 1 if there is none. With --json each device\n"
    "has all of its figures, with unit, source and confidence, its PCI ids and its constants: a\n"
    "complete export of the tables.\n";

static const char one_device[] =
    "gpuocc device [--json] DEVICE\n"
    "\n"
    "Prints the figures of a device with unit, confidence and source, then the constants of\n"
    "gpuocc latency that have a source, with the spread between sources that differ. Figures of\n"
    "0, for what the device does not have, are in --json only. If several devices have the name,\n"
    "all are printed.\n";

static const struct {
    const char *name, *text;
    int asks, demands; /* whether it accepts the fields of a question, and --require */
} topics[] = {
    {"help", overview, 0, 0},     {"occupancy", occupancy, 1, 1},
    {"most", most, 1, 0},         {"best", best, 1, 1},
    {"pad", pad, 1, 1},           {"sweep", sweep, 1, 0},
    {"schedule", schedule, 1, 1}, {"latency", latency, 1, 1},
    {"scale", scale, 0, 0},       {"tile", tile, 0, 0},
    {"eval", eval, 1, 1},         {"devices", devices, 0, 0},
    {"device", one_device, 0, 0}, {"kernels", kernels, 1, 1},
    {"order", order, 0, 0},       {"little", little, 0, 0},
    {"explain", explain, 1, 0},
};

/* Whether a device supports the convention and, if a field is given, has the field's resource. */
static int takes(const gpuocc_device *device, uint32_t convention, uint32_t field)
{
    gpuocc_field_info info = {sizeof info, 0, 0, 0, 0, ""};

    return gpuocc_kernel_field_info(device, convention,
                                    field != 0 ? field : GPUOCC_KERNEL_THREADS_PER_GROUP, &info,
                                    NULL) == GPUOCC_OK &&
           info.use != GPUOCC_FIELD_ABSENT;
}

/* Adds a cell with the vendors that have such a device, or no names if all vendors do. */
static void add_takers(struct table *table, uint32_t convention, uint32_t field)
{
    const gpuocc_device *device = NULL;
    struct text text = {0};
    uint64_t vendor = 0;
    uint32_t i, known = 0, taken = 0;

    for (i = 0; gpuocc_device_at(i, &device) == GPUOCC_OK; i++) {
        (void)gpuocc_device_get(device, GPUOCC_DEVICE_VENDOR, 0, &vendor);
        known |= 1u << vendor;
        if ((taken >> vendor & 1) == 0 && takes(device, convention, field))
            taken |= 1u << vendor;
    }
    for (i = 0; taken != known && taken >> i != 0; i++)
        if ((taken >> i & 1) != 0)
            text_format(&text, "%s%s", text.length != 0 ? ", " : "",
                        gpuocc_name(GPUOCC_LIST_VENDORS, i));
    table_string(table, text_string(&text));
    text_free(&text);
}

static void add_short(struct text *text, const char *name)
{
    text_add(text, " (--");
    for (; *name != 0; name++)
        text_add_byte(text, *name == '_' ? '-' : *name);
    text_add(text, ")");
}

static void list_fields(struct text *text, const char *title, uint32_t list, enum field_kind kind)
{
    struct field field = {kind, 0};
    struct table table = {0};
    struct text name = {0};
    const uint32_t columns = kind == FIELD_KERNEL ? 4 : 3;
    uint32_t i;

    text_add(text, title);
    table.indent = "  ";
    for (i = 0; i < columns; i++)
        table_column(&table, TABLE_LEFT);
    for (i = 1; i < gpuocc_list_count(list); i++) {
        if (gpuocc_name(list, i) == NULL)
            continue;
        field.number = i;
        text_clear(&name);
        text_add(&name, gpuocc_name(list, i));
        if (field_short(field) != NULL)
            add_short(&name, field_short(field));
        table_string(&table, text_string(&name));
        table_string(&table, gpuocc_unit(list, i));
        if (kind == FIELD_KERNEL)
            add_takers(&table, GPUOCC_CONVENTION_DEFAULT, i);
        table_string(&table, gpuocc_about(list, i));
    }
    table_write(&table, text, 0, out_style());
    table_free(&table);
    text_free(&name);
}

/* Adds the names of a field in other tools, in lines of a few words. */
static void add_other_words(struct table *table, struct field field)
{
    struct text words = {0};
    const char *word;
    size_t i;

    for (i = 0; (word = field_other(field, i)) != NULL; i++) {
        text_format(&words, "%s%s", words.length != 0 ? ", " : "", word);
        if (words.length < 30 && field_other(field, i + 1) != NULL)
            continue;
        table_string(table, text_string(&words));
        table_string(table, field_name(field));
        text_clear(&words);
    }
    text_free(&words);
}

static void list_other_words(struct text *text)
{
    struct field field = {.kind = FIELD_KERNEL};
    struct table table = {0};

    table.indent = "  ";
    table_column(&table, TABLE_LEFT);
    table_column(&table, TABLE_LEFT);
    for (field.number = 1; field.number < GPUOCC_KERNEL_FIELD_COUNT; field.number++)
        add_other_words(&table, field);
    field.number = 0;
    field.kind = FIELD_GRID;
    add_other_words(&table, field);
    field.kind = FIELD_DEVICE;
    add_other_words(&table, field);
    table_write(&table, text, 0, out_style());
    table_free(&table);
}

static void list_conventions(struct text *text)
{
    struct table table = {0};
    uint32_t i;

    table.indent = "  ";
    for (i = 0; i < 3; i++)
        table_column(&table, TABLE_LEFT);
    for (i = 0; i < gpuocc_list_count(GPUOCC_LIST_CONVENTIONS); i++) {
        table_string(&table, gpuocc_name(GPUOCC_LIST_CONVENTIONS, i));
        add_takers(&table, i, 0);
        table_string(&table, gpuocc_about(GPUOCC_LIST_CONVENTIONS, i));
    }
    table_write(&table, text, 0, out_style());
    table_free(&table);
}

static void print_fields(void)
{
    struct text text = {0};

    list_fields(&text, "Fields of a kernel, as columns of eval and as options:\n",
                GPUOCC_LIST_KERNEL_FIELDS, FIELD_KERNEL);
    list_fields(&text, "\nNumbers of a device, as columns of eval, as options and for --set:\n",
                GPUOCC_LIST_DEVICE_FIELDS, FIELD_EDIT);
    list_fields(&text, "\nConstants of the latency model, for --constant of gpuocc latency:\n",
                GPUOCC_LIST_CONSTANTS, FIELD_NONE);
    text_add(&text, "\nAlso device, convention, grid_groups, and threads_per_partition, another "
                    "name for\nmax_waves_per_partition. In an option - and _ are the same.\n"
                    "\nWords of other tools that are options as well:\n");
    list_other_words(&text);
    text_add(&text, "\nConventions:\n");
    list_conventions(&text);
    out_text(&text);
    text_free(&text);
}

static void print(const char *text)
{
    out_bytes(text, strlen(text));
}

int command_help(const char *topic)
{
    size_t i;

    for (i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        if (strcmp(topic != NULL ? topic : "help", topics[i].name) != 0)
            continue;
        print(topics[i].text);
        if (topics[i].demands)
            print(demands);
        if (topics[i].asks)
            print(fields_of_question);
        if (topic != NULL)
            print(general);
        return END_ANSWERED;
    }
    if (strcmp(topic, "fields") != 0)
        return complain("there is no command \"%s\"; see gpuocc --help", topic);
    print_fields();
    return END_ANSWERED;
}

int command_version(void)
{
    const uint32_t version = gpuocc_version();
    struct text text = {0};

    text_format(&text, "gpuocc %u.%u.%u, device data %u\n", (unsigned)(version / 1000000),
                (unsigned)(version / 1000 % 1000), (unsigned)(version % 1000),
                (unsigned)gpuocc_data_version());
    out_text(&text);
    text_free(&text);
    return END_ANSWERED;
}
