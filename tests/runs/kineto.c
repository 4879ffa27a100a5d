/* SPDX-License-Identifier: MIT
 *
 * Tests the reader of Kineto's JSON with synthetic traces. Fields and units are those of
 * libkineto/include/MetadataFieldCatalog.h at 114171df (https://github.com/pytorch/kineto).
 */
#include "runs.h"

#ifdef RUNS_WITH_ZLIB
#include <zlib.h>
#endif

#define HEAD                                                                                       \
    "{'schemaVersion':1,'deviceProperties':[{'id':0,'name':'NVIDIA X','computeMajor':9,"           \
    "'computeMinor':0,'maxThreadsPerMultiprocessor':2048,'warpSize':32,"                           \
    "'sharedMemPerBlock':49152,'numSms':132,'regsPerMultiprocessor':65536,"                        \
    "'sharedMemPerBlockOptin':232448,'sharedMemPerMultiprocessor':233472}],'traceEvents':[\n"
#define DEVICE_LINE                                                                                \
    "device 0 NVIDIA X (sm_90): cores=132 wave=32 threads=2048 registers=65536 shared=233472 "     \
    "shared_of_group=49152 most_shared_of_group=232448\n"
#define KERNEL(name)                                                                               \
    "{'ph':'X','cat':'kernel','name':'" name "','pid':0,'tid':7,'ts':3041.9435,'dur':223.2,"       \
    "'args':{'queued':0,'device':0,'context':1,'stream':7,'correlation':328,"                      \
    "'registers per thread':26,'shared memory':1536,'blocks per SM':0.054054,"                     \
    "'warps per SM':1.72973,'grid':[8,2,1],'block':[32,4,2],'est. achieved occupancy %':3}}"
#define KERNEL_LINE(name)                                                                          \
    name ": on=0 (NVIDIA X) group=32,4,2 grid=8,2,1 registers=26 shared=1536 stream=7 "            \
         "correlation=328 start=3041944 duration=223200 estimated=3 "                              \
         "groups_of_grid_per_core=0.054054\n"
#define TAIL "],'traceName':'x.json'}"

static void test_cuda(void)
{
    check_json("a kernel on NVIDIA", HEAD KERNEL("k") TAIL, DEVICE_LINE KERNEL_LINE("k"));
    check_json("among events of other kinds, with nested arguments",
               HEAD
               "{'ph':'X','cat':'cpu_op','name':'}]{','args':{'Input Dims':[[1,2],[]],'x':{}}}"
               ",\n{'ph':'M','name':'process_name','args':{'name':'[{'}}," KERNEL(
                   "a") ","
                        "{'ph':'X','cat':'gpu_memcpy','name':'Memcpy','ts':1,'dur':2,'args':{}},"
                        "{'ph':'s','id':3,'cat':'ac2g','name':'ac2g'}," KERNEL("b") TAIL,
               DEVICE_LINE KERNEL_LINE("a") KERNEL_LINE("b"));
    check_json("the occupancy that Kineto has since 2026",
               HEAD "{'args':{'registers per thread':40,'shared memory':0,'occupancy':{"
                    "'activeBlocksPerMultiprocessor':3,'limitingFactors':'WARPS|REGS',"
                    "'blockLimitRegs':3,'blockLimitSharedMem':100,'blockLimitWarps':4,"
                    "'blockLimitBlocks':24,'blockLimitBarriers':16}},'name':'k','cat':'kernel',"
                    "'ph':'X','ts':1,'dur':2}" TAIL,
               DEVICE_LINE "k: registers=40 shared=0 start=1000 duration=2000 groups=3 "
                           "limit_groups=24 limit_registers=3 limit_shared=100 limit_waves=4 "
                           "limit_barriers=16 limiters=WARPS|REGS; lacks group grid device\n");
    check_json("a grid or a group with a size of 0 is none",
               HEAD "{'ph':'X','cat':'kernel','name':'k','ts':1,'dur':2,'args':{'grid':[0,1,1],"
                    "'block':[1,0,1]}},{'ph':'X','cat':'kernel','name':'m','ts':1,'dur':2,"
                    "'args':{'grid':[1,1,0],'block':[1,1,1]}}" TAIL,
               DEVICE_LINE
               "k: start=1000 duration=2000; lacks group grid registers shared device\n"
               "m: group=1,1,1 start=1000 duration=2000; lacks grid registers shared device\n");
    check_json("numbers with an exponent",
               HEAD "{'ph':'X','cat':'kernel','name':'k','ts':1.5e+1,'dur':25e-1,'args':{}}" TAIL,
               DEVICE_LINE "k: start=15000 duration=2500; lacks group grid registers shared "
                           "device\n");
    check_json("brackets that nothing has opened", HEAD "}," KERNEL("a") ":," KERNEL("b") TAIL,
               DEVICE_LINE KERNEL_LINE("a") KERNEL_LINE("b"));
    check_json("escape sequences in a name",
               HEAD KERNEL("a\\\\\\'b\\u00e9\\/") "," KERNEL("\\\\") TAIL,
               DEVICE_LINE KERNEL_LINE("a\\\"b\303\251/") KERNEL_LINE("\\"));
    check_json("an old trace: no devices, whole microseconds, another category",
               "[{'ph':'X','cat':'Kernel','name':'k','ts':1661938466265125,'dur':9,'args':{"
               "'device':1,'registers per thread':16,'shared memory':0,'grid':[1,1,1],"
               "'block':[64,1,1]}}]",
               "k: on=1 group=64,1,1 grid=1,1,1 registers=16 shared=0 start=1661938466265125000 "
               "duration=9000; lacks device\n");
    check_json("numbers as Python writes large ones, and numbers that are none",
               "{'traceEvents':[{'ph':'X','cat':'kernel','name':'k','ts':1.5e+3,'dur':-1,'args':{"
               "'stream':'0x0','device':null,'registers per thread':5000000000,"
               "'shared memory':12,'grid':[0,1,1],'block':[64,1]}}]}",
               "k: shared=12 start=1500000; lacks group grid registers duration device\n");
    check_json("indented, as json.dump() and editors write it",
               "\n{\n 'traceEvents' : [\n  {\n   'ph' : 'X' ,\n   'cat' : 'kernel' ,\n   "
               "'name' : 'k' ,\n   'args' : {\n    'registers per thread' : 8 ,\n"
               "    'shared memory' : 4\n   }\n  }\n ]\n}\n",
               "k: registers=8 shared=4; lacks group grid start duration device\n");
}

#define LETTERS_64 "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz01"
#define SHARED(name, size)                                                                         \
    "{'ph':'X','cat':'kernel','name':'" name "','ts':1,'dur':1,'args':{'device':3," size "}}"

/* Names of devices are kept up to 128 bytes. */
static void test_devices(void)
{
    check_json(
        "a device of one letter, and one of 130",
        "{'deviceProperties':[{'id':1,'name':'X','numSms':7},{'id':3,'name':'" LETTERS_64 LETTERS_64
        "yz'},{'id':1,'name':'Y'}],'traceEvents':[" SHARED(
            "k", "'registers per thread':4294967293,'shared memory':4294967293") "]}",
        "device 1 X (): cores=7\ndevice 3 " LETTERS_64 LETTERS_64 " ():\n"
        "k: on=3 (" LETTERS_64 LETTERS_64 ") registers=4294967293 shared=4294967293 "
        "start=1000 duration=1000; lacks group grid\n");
}

#define AMD                                                                                        \
    "{'deviceProperties':[{'id':2,'name':'AMD Y','computeMajor':9,'computeMinor':4,'numSms':304,"  \
    "'warpSize':64,'maxSharedMemoryPerMultiProcessor':65536}],'traceEvents':["
#define AMD_LINE "device 2 AMD Y (): cores=304 wave=64 shared=65536\n"
#define CALL(name, id, arguments)                                                                  \
    "{'ph':'X','cat':'cuda_runtime','name':'" name                                                 \
    "','ts':1,'dur':1,'args':{'correlation':" id arguments "}},"
#define SIZES ",'grid':[5,1,1],'block':[256,1,1],'shared memory':512"
#define DISPATCH(name, id, sizes)                                                                  \
    "{'ph':'X','cat':'kernel','name':'" name "','ts':10,'dur':2,'args':{'device':2,'stream':0,"    \
    "'correlation':" id ",'kind':'Dispatch Kernel'" sizes "}},"
#define DISPATCH_LINE(name, sizes, id, lacks)                                                      \
    name ": on=2 (AMD Y)" sizes " stream=0 correlation=" id                                        \
         " start=10000 duration=2000; lacks " lacks "\n"
#define JOINED " group=256,1,1 grid=5,1,1 dynamic=512 shared>=512"

static void test_rocm(void)
{
    check_json("on AMD the call has the sizes and the dynamic shared memory",
               AMD CALL("hipMemcpy", "4", "") CALL("hipLaunchKernel", "7", SIZES)
                   DISPATCH("k", "7", "") TAIL,
               AMD_LINE DISPATCH_LINE("k", JOINED, "7", "registers static_shared"));
    check_json("also if it comes later",
               AMD DISPATCH("k", "7", "") DISPATCH("n", "8", "")
                   CALL("hipExtModuleLaunchKernel", "7", SIZES) TAIL,
               AMD_LINE DISPATCH_LINE("k", JOINED, "7", "registers static_shared")
                   DISPATCH_LINE("n", "", "8", "group grid registers shared"));
    check_json(
        "a kernel's own sizes stay",
        AMD DISPATCH("k", "7", ",'grid':[6,1,1],'block':[64,1,1]")
            CALL("hipModuleLaunchKernel", "7", SIZES) DISPATCH("n", "0", "") TAIL,
        AMD_LINE DISPATCH_LINE("k", " group=64,1,1 grid=6,1,1 dynamic=512 shared>=512", "7",
                               "registers static_shared") "n: on=2 (AMD Y) stream=0 start=10000 "
                                                          "duration=2000; lacks group grid "
                                                          "registers shared\n");
    check_json("two kernels for which one place is free",
               AMD DISPATCH("k", "7", "") DISPATCH("n", "65543", "")
                   CALL("hipLaunchKernel", "7", SIZES) TAIL,
               AMD_LINE DISPATCH_LINE("k", "", "7", "group grid registers shared")
                   DISPATCH_LINE("n", "", "65543", "group grid registers shared"));
}

#define EVENT(name) "{'cat':'kernel','name':'" name "','ph':'X','ts':1,'dur':2}"
#define EVENT_LINE(name)                                                                           \
    name ": start=1000 duration=2000; lacks group grid registers shared device\n"
#define EVENTS(events) "{'traceEvents':[" events "]}"

/* What is outside of the events: strings with escape sequences, blanks, values of any kind. */
static void test_outside(void)
{
    static const char *const before[] = {"'a':'\\''",
                                         "'a':'\\\\'",
                                         "'a':'\\\\\\''",
                                         "'a':'b\\'c\\''",
                                         "'a\\'':1",
                                         "'\\'traceEvents':[]",
                                         "'a':'\\'traceEvents\\':[}'",
                                         "'a':''",
                                         "'a':-1.5e3",
                                         "'a':true,'b':null",
                                         "'a':[]",
                                         "'a':{}",
                                         "'a':[{'b':[[]]}]",
                                         "'a':{'b':{'traceEvents':[1]}}",
                                         "'a':'traceEvents'",
                                         "'' : 0",
                                         "'a'\t\r\n :\t\r\n 5\t\r\n ",
                                         "'traceEvent':[{'cat':'kernel','ph':'X'}]",
                                         "'a':['traceEvents','\\'',{'x':'}'}]"};
    char text[400];
    size_t i;

    for (i = 0; i < sizeof before / sizeof *before; i++) {
        (void)snprintf(text, sizeof text, "{%s,'traceEvents':[" EVENT("k") "],%s}", before[i],
                       before[i]);
        check_json("an event behind and before other members", text, EVENT_LINE("k"));
    }
    check_json("blanks around the events",
               " {\t\r\n 'traceEvents'\t\r\n :\t\r\n [\t\r\n " EVENT("k") "\t\r\n ,\t\r\n " EVENT(
                   "m") "\t\r\n ]\t\r\n }\t\r\n ",
               EVENT_LINE("k") EVENT_LINE("m"));
    check_json("elements that are no events",
               EVENTS("[],[" EVENT("a") "],5,'b',null," EVENT("k") ",[{}]," EVENT("m")),
               EVENT_LINE("k") EVENT_LINE("m"));
    check_json("no events", EVENTS(""), "");
    check_json("events that are no array", "{'traceEvents':5,'a':" EVENT("k") "}", "status 2\n");
    check_json("an object for the array", "{'traceEvents':{'a':" EVENT("k") "}}", "");
    check_json("an event without an array", EVENT("k"), "status 2\n");
    check_json("an array of events with blanks", " [ " EVENT("k") " ] ", EVENT_LINE("k"));
}

#define DAMAGED "{'cat':'x','name':'y\n'}"
#define IS_LOST " an event is damaged, or longer than 1048576 bytes, and is skipped\n"

/* Behind a damaged event the next one begins where a brace, a comma and a brace follow each other,
 * with any blanks between them. */
static void test_next(void)
{
    static const char *const between[] = {"{'a':1},", "{'a':1} , ", "{'a':1}\t,\t",
                                          "{'a':1}\r\n,\r\n"};
    char text[400];
    size_t i;

    for (i = 0; i < sizeof between / sizeof *between; i++) {
        (void)snprintf(text, sizeof text, EVENTS(DAMAGED ",%s" EVENT("k")), between[i]);
        check_json("a damaged event", text, "@16" IS_LOST EVENT_LINE("k"));
    }
    check_json("two damaged events", EVENTS(DAMAGED ",{}," DAMAGED ",{}," EVENT("k")),
               "@16" IS_LOST EVENT_LINE("k") "@123 2 events are damaged or too long and were "
                                             "skipped\n");
}

#define CUT "the profile is cut off here, and has no more events\n"

static void test_damage(void)
{
    check_json("cut off in an event", HEAD KERNEL("k") ",{'ph':'X','cat':'ker",
               DEVICE_LINE KERNEL_LINE("k") "@632 " CUT);
    check_json("cut off behind one", HEAD KERNEL("k") ",",
               DEVICE_LINE KERNEL_LINE("k") "@612 " CUT);
    check_json("a second profile behind it", HEAD KERNEL("k") TAIL "\n" HEAD KERNEL("k") TAIL,
               DEVICE_LINE KERNEL_LINE("k") "@635 behind the end of the profile is more: it is not "
                                            "read\n");
    check_json("a quote is missing in a name: one event is lost",
               HEAD
               "{'ph':'X','cat':'cpu_op','name':'a,\n'args':{}},\n" KERNEL("b") ",\n" KERNEL("c")
                   TAIL,
               DEVICE_LINE "@303 an event is damaged, or longer than 1048576 bytes, and is "
                           "skipped\n" KERNEL_LINE("b") KERNEL_LINE("c"));
    check_json("what does not belong there is skipped", HEAD "12,null,'x',[{}],:}" KERNEL("k") "]}",
               DEVICE_LINE KERNEL_LINE("k"));
    check_json("another JSON", "{'a':{'traceEvents':[]},'b':[{'ph':1}]}", "status 2\n");
    check_json("an array of something", "[1,2,{'a':3}]", "status 2\n");
    check("nothing", "", 0, "status 2\n");
    check("blanks", " \n", 2, "status 2\n");
    check("an ELF file", "\177ELF", 4, "status 2\n");
}

/* An event of more than 1 MiB is lost, the next one is not. */
static void test_long(void)
{
    static const char head[] = "{\"traceEvents\":[{\"cat\":\"x\",\"name\":\"";
    static const char tail[] = "\"},\n{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"args\":{"
                               "\"registers per thread\":8}}]}";
    const size_t most = 3u << 20;
    char *text = malloc(most + sizeof head + sizeof tail);
    size_t piece;

    memcpy(text, head, sizeof head);
    memset(text + sizeof head - 1, 'a', most);
    memcpy(text + sizeof head - 1 + most, tail, sizeof tail);
    for (piece = 0; piece < 3u << 20; piece = piece * 2 + 65537) {
        struct written *w = start_writing();

        (void)run_pieces(w, text, sizeof head - 1 + most + sizeof tail - 1, piece);
        if (!ok(strcmp(w->text, "@16 an event is damaged, or longer than 1048576 bytes, and is "
                                "skipped\nk: registers=8; lacks group grid shared start duration "
                                "device\n") == 0,
                "an event of 3 MiB, in pieces of %lu", (unsigned long)piece))
            note("%s", w->text);
    }
    free(text);
}

static void test_gzip(void)
{
#ifdef RUNS_WITH_ZLIB
    static const char one[] = "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",",
                      two[] = "\"name\":\"k\",\"args\":{\"registers per thread\":8}}]}";
    unsigned char packed[400];
    z_stream stream;
    size_t length = 0, first = 0;
    int i;

    for (i = 0; i < 2; i++) {
        memset(&stream, 0, sizeof stream);
        (void)deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
        first = length;
        stream.next_in = (unsigned char *)(uintptr_t)(i == 0 ? one : two);
        stream.avail_in = (uInt)(i == 0 ? sizeof one - 1 : sizeof two - 1);
        stream.next_out = packed + length;
        stream.avail_out = (uInt)(sizeof packed - length);
        (void)deflate(&stream, Z_FINISH);
        length += stream.total_out;
        (void)deflateEnd(&stream);
    }
    memset(packed + length, 0, sizeof packed - length);
    check("gzip, two members", (const char *)packed, length,
          "k: registers=8; lacks group grid shared start duration device\n");
    check("and zeros behind them", (const char *)packed, length + 30,
          "k: registers=8; lacks group grid shared start duration device\n");
    check("gzip that is cut off", (const char *)packed, first - 1,
          "@41 the gzip stream is cut off here\n@41 the profile is cut off here, and has no more "
          "events\n");
    packed[first + 9] ^= 0xff;
    packed[first + 12] ^= 0xff;
    {
        struct written *w = start_writing();

        (void)run_pieces(w, packed, length, 0);
        ok(strstr(w->text, "gzip cannot unpack the rest\n") != NULL && !w->wrong,
           "gzip that is damaged");
    }
#else
    check("gzip", "\037\213", 2,
          "@0 compressed with gzip, and this gpuocc was built without zlib; install it "
          "(zlib1g-dev on Debian) and build gpuocc with -Dzlib=enabled, or unpack the file with "
          "gunzip\nstatus 3\n");
#endif
}

/* A profile that repeats 30,000 bytes from 30,000 before (RFC 1951 has distances up to 32,768), and
 * one whose last bytes become more than fit into any buffer. */
static void test_gzip_windows(void)
{
#ifdef RUNS_WITH_ZLIB
    static const size_t lengths[] = {30000, 500000};
    const size_t most = 1u << 21;
    char *text = malloc(most), *at;
    unsigned char *packed = malloc(most);
    unsigned long state = 1;
    z_stream stream;
    size_t i, k;

    for (i = 0; i < 2; i++) {
        struct written *w = start_writing();

        at = text + sprintf(text, "{\"a\":\"");
        for (k = 0; k < lengths[i]; k++) {
            state = (state * 1103515245u + 12345u) & 0x7fffffffu;
            *at++ = i == 0 ? (char)('a' + (state >> 16) % 26) : ' ';
        }
        at += sprintf(at, "\",\"b\":\"");
        memcpy(at, text + 6, lengths[i]);
        at += lengths[i];
        at += sprintf(at, "\",\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\"}]}");
        memset(&stream, 0, sizeof stream);
        (void)deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
        stream.next_in = (unsigned char *)text;
        stream.avail_in = (uInt)(at - text);
        stream.next_out = packed;
        stream.avail_out = (uInt)most;
        (void)deflate(&stream, Z_FINISH);
        k = stream.total_out;
        (void)deflateEnd(&stream);
        ok(run_pieces(w, packed, k, 0) == GPUOCC_RUNS_OK && w->launches == 1 && w->warnings == 0,
           "%lu bytes in %lu of gzip", (unsigned long)(at - text), (unsigned long)k);
    }
    free(packed);
    free(text);
#endif
}

int main(void)
{
    test_gzip_windows();
    test_cuda();
    test_devices();
    test_rocm();
    test_outside();
    test_next();
    test_damage();
    test_long();
    test_gzip();
    return done();
}
