/* SPDX-License-Identifier: MIT
 *
 * Tests the reader of traces of XLA (JAX, TensorFlow) with synthetic ones. The text of a kernel is
 * that of ToXStat() in xla/backends/profiler/gpu (https://github.com/openxla/xla).
 */
#include "runs.h"

#define KERNEL(name, details)                                                                      \
    "{'ph':'X','pid':2,'tid':7,'ts':10.5,'dur':2,'name':'" name                                    \
    "','args':{'correlation_id':'5','hlo_op':'add.1','kernel_details':'" details "'}}"
#define TRACE(events) "{'displayTimeUnit':'ns','metadata':{},'traceEvents':[" events "]}"

int main(void)
{
    check_json(
        "a kernel",
        TRACE("{'ph':'M','pid':2,'name':'process_name','args':{'name':'/device:GPU:0'}}," KERNEL(
            "loop_add_fusion", "regs:56 static_shared:16 dynamic_shared:36864 "
                               "grid:1940,2,1 block:128,1,1 occ_pct:16.6667")),
        "loop_add_fusion: on=2 group=128,1,1 grid=1940,2,1 registers=56 static=16 "
        "dynamic=36864 shared=36880 start=10500 duration=2000 theoretical=16.6667; lacks "
        "device\n");
    check_json("without its occupancy, with private memory",
               TRACE(KERNEL("k", "regs:8 static_shared:0 dynamic_shared:0 grid:1,1,1 block:64,1,1 "
                                 "private_mem:32")),
               "k: on=2 group=64,1,1 grid=1,1,1 registers=8 static=0 dynamic=0 shared=0 scratch=32 "
               "start=10500 duration=2000; lacks device\n");
    check_json("zeros of AMD's older versions are unknown",
               TRACE(KERNEL("k", "regs:0 static_shared:0 dynamic_shared:0 grid:3,1,1 block:64,1,1 "
                                 "occ_pct:0")),
               "k: on=2 group=64,1,1 grid=3,1,1 start=10500 duration=2000; lacks registers shared "
               "device\n");
    check_json("words that are none",
               TRACE(KERNEL("k", "regs registers:9 regs:7  block:x grid:1,1,1 ")),
               "k: on=2 grid=1,1,1 registers=7 start=10500 duration=2000; lacks group shared "
               "device\n");
    check_json("events of other kinds",
               TRACE("{'ph':'X','pid':2,'name':'x','args':{'hlo_op':'add'}},{'ph':'X','name':'y'},"
                     "{'ph':'i','name':'z','args':{'kernel_details':'regs:8'}}"),
               "");
    return done();
}
