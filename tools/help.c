/* SPDX-License-Identifier: MIT
 *
 * What the command says about itself.
 */
#include <string.h>

#include "commands.h"
#include "help.h"

static const char overview[] =
    "gpuocc tells how many groups of a kernel fit on a core of a GPU, and what stops the next "
    "one.\n"
    "\n"
    "  gpuocc occupancy DEVICE --threads N --registers N --shared BYTES ...\n"
    "                            one kernel on one device, explained\n"
    "  gpuocc most DEVICE --groups N ...\n"
    "                            the most registers, shared memory, ... for N groups or waves\n"
    "  gpuocc best DEVICE ...    the best group sizes\n"
    "  gpuocc pad DEVICE --groups N ...\n"
    "                            shared memory to add so that just N groups reside\n"
    "  gpuocc sweep DEVICE --over FIELD ...\n"
    "                            occupancy over one field, as chart, CSV, JSON or SVG\n"
    "  gpuocc schedule DEVICE --grid-groups N ...\n"
    "                            a grid on the whole GPU: rounds, tail, timeline\n"
    "  gpuocc eval [FILE]        a CSV of kernels in, the same CSV with answers out\n"
    "  gpuocc kernels FILE...    the kernels of compiled files and compilers' logs\n"
    "  gpuocc devices [QUERY]    the devices that are known\n"
    "  gpuocc device DEVICE      one device, every number with its source\n"
    "  gpuocc latency DEVICE --threads N --loads N --fp32 N ...\n"
    "                            can the resident waves hide the latency of these instructions\n"
    "  gpuocc order [FILE] ...   loads in flight of a wave, from the order of its instructions\n"
    "  gpuocc scale MODEL ...    what more cores, an overlap or a faster launch brings\n"
    "  gpuocc tile MODEL ...     halo of a tile, cache lines of a wave, atomics, balance\n"
    "  gpuocc help COMMAND       how to use a command; also gpuocc COMMAND --help\n"
    "  gpuocc help fields        fields of kernels and devices, constants, conventions\n"
    "  gpuocc --version          also version: its version and that of the device data\n"
    "\n"
    "Exit code: 0 answered, 1 usage, input or output, 2 a question was refused,\n"
    "3 an answer falls short of --require, 130 or 143 eval or kernels was stopped by SIGINT or\n"
    "SIGTERM: the rows that are written are complete.\n";

static const char fields_of_question[] =
    "  -t, --threads N          threads of a group; 16x16 and 8,8,4 are 256\n"
    "  -r, --registers N        registers of a thread\n"
    "  -s, --shared BYTES       shared memory of a group, static; --dynamic-shared BYTES dynamic\n"
    "  -w, --wave-size N        threads of a wave; Intel has to be told\n"
    "      --accumulators, --scalar-registers, --half-registers, --grf, --barriers N\n"
    "      --reported-max-threads N\n"
    "                           Apple: maxTotalThreadsPerThreadgroup of the compiled pipeline\n"
    "      --FIELD VALUE        any other field of a kernel (gpuocc help fields)\n"
    "  -g, --grid-groups N      groups of the grid: gives the rounds it takes\n"
    "  -c, --convention NAME    count as a vendor's tool does\n"
    "      --FIELD VALUE, --set FIELD=VALUE\n"
    "                           change a number of the device (core_count=64); of the two fields\n"
    "                           max_threads_per_group the device's is "
    "--device-max-threads-per-group\n"
    "                           or --set max_threads_per_group=N\n"
    "      --json               machine-readable output\n"
    "\n"
    "A value is decimal or 0x, `unknown` where any value is possible (the answer is then a "
    "range),\n"
    "or `zero`. Bytes may have a unit: 24K, 24KB and 24KiB are 24576 bytes. A grid may have\n"
    "dimensions too (64x64). The words of CUDA, HIP, OpenCL and Metal are options as well (regs,\n"
    "smem, block-size, local-size, vgprs, lds, ...): gpuocc help fields lists them. A device is a\n"
    "product, an architecture, a PCI id (10de:2684), or `generic`: an empty one, of which every\n"
    "number is given.\n";

static const char general[] =
    "\n"
    "Colour is used on a terminal without NO_COLOR; --color always and --color never decide it\n"
    "instead. On a terminal tables fit its width, or COLUMNS; in pipes and files they are whole.\n";

static const char demands[] =
    "      --require 'X>=N'     exit with 3 if it does not hold: X is groups, waves, max_waves,\n"
    "                           percent, max_threads_launchable or groups_per_device, the\n"
    "                           comparison >=, <=, >, <, == or !=\n";

static const char latency[] =
    "gpuocc latency DEVICE --threads N --registers N ... --loads N --fp32 N ...\n"
    "\n"
    "Sets the waves of a kernel against the instructions of one iteration of a thread: the waves\n"
    "needed, bounds and expectation, and what else would hide the latency. It is a model, and an\n"
    "optimistic one. What it needs of a device and nobody knows has to be given.\n"
    "\n"
    "      --loads, --stores, --fp32, --special, --matrix N\n"
    "                           instructions; each kind follows the last one\n"
    "      --overlap            they overlap\n"
    "      --load-bytes N       bytes of a thread's load or store; default 4\n"
    "      --in-flight N        loads of a thread in flight; default 1\n"
    "      --chains N           independent chains of arithmetic; default 1\n"
    "      --l1-hit, --l2-hit F share of the requests, of the rest, 0 to 1; default 0\n"
    "      --waves N            resident waves of a core instead of the kernel's\n"
    "      --constant NAME=N    a number of the model (dram_latency=600, issue_rate=4,\n"
    "                           l1_rate=unlimited); gpuocc help fields lists them\n"
    "      --one-pass           each wave passes once: its start counts as part of its latency\n"
    "      --curve              the bounds with 1, 2, ... resident groups, to the last wave slot\n"
    "      --svg FILE           a picture: waves needed over arithmetic per load, with its cusp\n";

static const char scale[] =
    "gpuocc scale MODEL OPTIONS [--csv | --json]\n"
    "\n"
    "Models of a few plain numbers. One option may be a list (1,2,4,8): a row for each.\n"
    "\n"
    "  serial --cpu-time T --gpu-time T [--core-scale N]\n"
    "                           CPU and GPU take turns; with N times the cores (default 1)\n"
    "  fit --core-scale N --speedup S [--time T]\n"
    "                           both parts from one speed-up seen with N times the cores, of a\n"
    "                           time of T (default 1) before\n"
    "  chains --chains K --interleaved M --gap T --work T [--dispatches N] [--fill F]\n"
    "                           bounds for chains of dispatches side by side; default: one\n"
    "                           dispatch in a chain, which fills the GPU (1)\n"
    "  recoverable --speedup S  the share of the time that was recoverable at least, from the\n"
    "                           speed-up that interleaving chains brought\n"
    "  little --latency-cycles N --rate N [--each N]\n"
    "                           what has to be in flight (Little): latency x rate per cycle, and\n"
    "                           how many carriers of N each (default 1) that takes\n"
    "  memory --latency-cycles N --gb-per-s N --clock-ghz N --cores N [--line-bytes N]\n"
    "         [--each N]\n"
    "                           the same for the memory requests of a core; lines of 128 bytes\n"
    "  ramp --groups N --slots N --launch-interval T --group-time T [--fixed-time T]\n"
    "                           a dispatch whose groups are launched one by one; fixed time 0\n"
    "  work --work N --span N --processors N\n"
    "                           Brent's two bounds\n"
    "  flight --latency-ns T --gb-per-s N --cores N [--line-bytes N] [--wave-size N]\n"
    "                           what has to be in flight on a core (Little); lines of 128\n"
    "                           bytes, waves of 32\n"
    "\n"
    "      --require 'X>=N'     exit with 3 if an output of a row is not so (speedup>=1.5)\n"
    "      --csv, --json        inputs and outputs of every row\n";

static const char tile[] =
    "gpuocc tile MODEL OPTIONS [--csv | --json]\n"
    "\n"
    "Exact counts. One option may be a list (8,16,32): a row for each.\n"
    "\n"
    "  halo --x N [--y N] [--z N] [--radius N] [--element-bytes N]\n"
    "                           the border that a stencil loads around a tile, on both bases;\n"
    "                           default: one dimension, a radius of 1, elements of 4 bytes\n"
    "  lines --group-x N [--group-y N] [--wave-size N] [--element-bytes N] [--pitch-bytes N]\n"
    "        [--line-bytes N] [--base-bytes N] [--origin-x N] [--origin-y N]\n"
    "                           cache lines that the waves of a group touch in an image;\n"
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
    "How many groups of a kernel are on a core at once, and what limits them. Several devices,\n"
    "with commas between them (\"RTX 4090,MI300X\") or -d for each, are compared in a table.\n"
    "\n";

static const char most[] =
    "gpuocc most DEVICE --groups N | --waves N | --waves-per-partition N [--field NAME] ...\n"
    "\n"
    "The largest value of each amount with which at least N groups or waves reside on a core, or\n"
    "N waves on every partition: each alone, with everything else as it is. Without --threads a\n"
    "group is one wave. `not possible`: not even the least value does. Exit code 0 all the same,\n"
    "without --require.\n"
    "\n"
    "      --groups N, --waves N, --waves-per-partition N\n"
    "                           what is to be reached\n"
    "      --field NAME         only this one (registers, shared, threads, ...)\n"
    "      --require 'X>=N'     exit with 3 if it does not hold: X is an amount (registers>=64),\n"
    "                           the comparison >=, <=, >, <, == or !=, bytes also as 24K; an\n"
    "                           amount that is not possible meets none\n";

static const char best[] =
    "gpuocc best DEVICE [--min N] [--max N] [--multiple-of N] [--prefer-small]\n"
    "            [--shared-per-thread BYTES] [--count K] [--candidates N,N,...]\n"
    "            [--candidate-registers N,N,...] [--grid-threads N] ...\n"
    "\n"
    "The K group sizes with the most waves on a core, the best first; of equal ones that with the\n"
    "fewest rounds of the grid, then the larger. --require asks the first.\n"
    "\n"
    "      --min N, --max N     threads of the smallest and largest group to try\n"
    "      --multiple-of N      only multiples of N threads; else of a wave\n"
    "      --prefer-small       of equal ones the smaller first; else the larger\n"
    "      --shared-per-thread BYTES\n"
    "                           dynamic shared memory that every thread adds\n"
    "      --candidates N,N,... these sizes only\n"
    "      --candidate-registers N,N,...\n"
    "                           what the kernel takes in each of them\n"
    "      --grid-threads N     threads of the whole grid; needs the number of cores\n"
    "      --count K            how many sizes; default 8\n";

static const char pad[] =
    "gpuocc pad DEVICE --groups N --threads N ...\n"
    "\n"
    "The least dynamic shared memory to add so that exactly N groups reside on a core, and the\n"
    "answer with it; or why there is none. Exit code 0 in both cases.\n"
    "\n"
    "      --groups N           groups that shall reside\n";

static const char sweep[] =
    "gpuocc sweep DEVICE --over FIELD[,FIELD...] [--at N,N,... | --multiple-of N]\n"
    "             [--csv | --json] [--svg FILE] ...\n"
    "\n"
    "Occupancy over one field, everything else as it is, one line for each step of the curve: the\n"
    "values, groups, waves, share of the wave slots, and what limits at the first value. Without\n"
    "--threads a group is one wave. Over the threads text shows at most 16 multiples of a wave.\n"
    "\n"
    "      --over FIELD         registers, threads, shared, dynamic-shared, accumulators,\n"
    "                           scalar-registers, half-registers, grf or barriers; several with\n"
    "                           commas between them, or all: threads, registers and shared\n"
    "      --at N,N,...         only these values\n"
    "      --multiple-of N      only multiples of N\n"
    "      --csv                CSV\n"
    "      --svg FILE           also draw the whole curve, one chart for each field, with this\n"
    "                           kernel marked; - writes only the picture, to standard output\n"
    "      --require 'X>=N'     exit with 3 if it does not hold for every value: X is groups,\n"
    "                           waves, max_waves or percent, the comparison >=, <=, >, <, == or\n"
    "                           !=\n";

static const char schedule[] =
    "gpuocc schedule DEVICE --grid-groups N ... [--json]\n"
    "\n"
    "A grid of N groups on the whole GPU: rounds, tail, occupancy of the GPU, and a timeline of\n"
    "how much is resident when. Rounds take groups to last equally long; the timeline follows the\n"
    "rules given, which no vendor publishes. Exit code 0 also where no group fits.\n"
    "\n"
    "      --placement HOW      groups (default): where a group fits whole; waves: one by one\n"
    "      --choice HOW         emptiest core (default), fill_first or round_robin\n"
    "      --barrier            waves of a group wait for its last one, and end together\n"
    "      --head-of-line       no group overtakes one that is not placed whole\n"
    "      --usable-cores N     the timeline on the first N cores only\n"
    "      --slots-per-core N   the timeline with so many wave slots of a core\n"
    "      --durations N,N,...  of the groups, over and over; default: all equal\n"
    "      --group-time N,...   the time of the grid from that of a group: alone on the GPU; for\n"
    "                           which it keeps the busiest resource of its core; the busiest\n"
    "                           that cores share; overhead of a round; those not given are 0\n"
    "      --partitions N/N     with -c intel-calculator: EUs of the GPU and of a core as the\n"
    "                           calculator counts them; default: the cores of the device\n"
    "      --phases N           show at most so many phases; default 40\n"
    "      --svg FILE           a picture of the timeline as well\n"
    "      --require 'X>=N'     X is also rounds, tail_groups, busy_cores, or a share, 0 to 1:\n"
    "                           efficiency, peak_occupancy, average_occupancy, reached, balance\n";

static const char eval[] =
    "gpuocc eval [-d DEVICE] [-c CONVENTION] [--best] [--inverse N] [--table | --json] [FILE]\n"
    "\n"
    "Reads CSV from FILE or standard input. The first row names the columns: fields of a kernel,\n"
    "device, convention, grid_groups, or numbers of the device that are to be changed (lists with\n"
    "| or commas between the elements; a cell with commas in quotes). Any other column is passed\n"
    "through, such as the kernel's name. Writes one row for every row: its cells as they were,\n"
    "then the results from status to percent. A row that cannot be answered has a negative status\n"
    "and a message, and the run continues. Empty lines are skipped. An option applies to every\n"
    "row whose cell is empty.\n"
    "\n"
    "  -d, --device DEVICE      the device of rows that name none\n"
    "      --best               adds best_threads_per_group and best_groups: the best group size\n"
    "      --inverse N          adds dynamic_shared_bytes_for_groups: the most with N groups\n"
    "      --table              the main columns, aligned, for people\n"
    "      --csv-safe           for spreadsheets: a ' before cells that would be formulas\n";

static const char kernels[] =
    "gpuocc kernels [-d DEVICE] [--kernel PART] [--csv | --json] FILE|DIRECTORY|-...\n"
    "\n"
    "Every kernel of compiled files and compilers' logs, with its occupancy on the device that it\n"
    "was built for: cubins, fatbins, objects, programs and libraries with them, ptxas -v text;\n"
    "code objects, bundles, zebins and logs of the other vendors. What a file is, its content\n"
    "tells. Directories are read with all below them. A file that cannot be read does not stop\n"
    "the others. Options give what a file does not say; they do not replace what it says.\n"
    "\n"
    "  -d, --device DEVICE      the device, instead of the one that the file was built for\n"
    "      --kernel PART        only kernels with this in their name\n"
    "      --csv                the columns of eval, with file, kernel, format and target\n"
    "      --csv-safe           for spreadsheets: a ' before cells that would be formulas\n";

static const char order[] =
    "gpuocc order [FILE | --body TEXT] [--order hoist] [--unroll N] [--restrict] [--json]\n"
    "\n"
    "The loads that one wave has in flight, by the order of its instructions. Reads the body of a\n"
    "loop from FILE, --body or standard input. Each line, or each part between semicolons, is\n"
    "one instruction; # begins a comment:\n"
    "\n"
    "  load RESULT ARRAY [SOURCE...]    compute RESULT [SOURCE...]\n"
    "  store ARRAY SOURCE...            barrier\n"
    "\n"
    "RESULT and SOURCE are registers, of any name. Fields follow them: latency=CYCLES until the\n"
    "result can be read, issue=CYCLES until the next instruction issues (default 1), and of loads\n"
    "and stores offset=BYTES (default 0), bytes=N (default 4; 0: anywhere in the array),\n"
    "stride=BYTES that a copy of the body adds (default: bytes), space=NAME.\n"
    "\n"
    "      --load-latency N     of loads that give none\n"
    "      --compute-latency N  of compute instructions that give none; default 0\n"
    "      --order HOW          source (default): as written; hoist: loads as early as possible\n"
    "      --unroll N           copies of the body; default 1\n"
    "      --restrict           different arrays share no bytes\n"
    "      --most-loads N       loads that a wave can have in flight, up to 64; default: any\n"
    "      --json               machine-readable output\n";

static const char devices[] =
    "gpuocc devices [--json] [QUERY...]\n"
    "\n"
    "Lists the devices in which every word of QUERY is a part of the name, the architecture, the\n"
    "family or the vendor. Upper and lower case are the same. Exit code 1 if there is none.\n"
    "With --json each device has all of its numbers, with unit, source and confidence, its PCI "
    "ids\n"
    "and its constants: the export of the tables.\n";

static const char device[] =
    "gpuocc device [--json] DEVICE\n"
    "\n"
    "The numbers of a device, with unit, how far each can be trusted, and where it comes from.\n"
    "Numbers of 0, which is what the device does not have, are in --json alone.\n"
    "Behind them the constants of gpuocc latency that have a source, with the spread between\n"
    "sources that differ.\n"
    "If several devices have the name, all of them.\n";

static void print(const char *text)
{
    out_bytes(text, strlen(text));
}

static const struct {
    const char *name, *text;
    int asks, demands; /* takes the fields of a question, and --require */
} topics[] = {
    {"help", overview, 0, 0},     {"occupancy", occupancy, 1, 1},
    {"most", most, 1, 0},         {"best", best, 1, 1},
    {"pad", pad, 1, 1},           {"sweep", sweep, 1, 0},
    {"schedule", schedule, 1, 1}, {"latency", latency, 1, 1},
    {"scale", scale, 0, 0},       {"tile", tile, 0, 0},
    {"eval", eval, 1, 1},         {"devices", devices, 0, 0},
    {"device", device, 0, 0},     {"kernels", kernels, 1, 1},
    {"order", order, 0, 0},
};

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
    help_fields();
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
