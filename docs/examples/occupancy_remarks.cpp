// SPDX-License-Identifier: MIT
//
// A pass plug-in for LLVM 22: the occupancy of every AMDGPU kernel and the next step that raises
// it, as an optimisation remark.
//
//     c++ -shared -fPIC -fno-rtti $(llvm-config-22 --cxxflags) occupancy_remarks.cpp -lgpuocc
//         -o occupancy_remarks.so
//     clang-22 -fpass-plugin=./occupancy_remarks.so -Rpass-analysis=gpuocc -O2 ... kernel.hip
//     opt-22 -load-pass-plugin=./occupancy_remarks.so -passes=gpuocc-remarks
//         -pass-remarks-analysis=gpuocc -disable-output kernel.ll
//
// Registers are known only after code generation. The pass therefore compiles a copy of the module
// and reads the kernels' metadata from its assembly, which costs one more code generation.

#include <map>
#include <string>

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/Cloning.h"

extern "C" {
#include <gpuocc/gpuocc.h>
}

using namespace llvm;

namespace {

// Numbers of one kernel by the names of the metadata (".vgpr_count").
using Metadata = std::map<std::string, uint32_t>;

// What code generation makes of the module, as text; empty if the target cannot be had.
SmallString<0> assembly(const Module &module, StringRef cpu, StringRef features)
{
    SmallString<0> text;
    std::string error;
    const Target *target = TargetRegistry::lookupTarget(module.getTargetTriple(), error);
    if (!target)
        return text;
    std::unique_ptr<TargetMachine> machine(
        target->createTargetMachine(module.getTargetTriple(), cpu, features, TargetOptions(),
                                    std::nullopt, std::nullopt, CodeGenOptLevel::Default));
    std::unique_ptr<Module> copy = CloneModule(module);
    raw_svector_ostream stream(text);
    legacy::PassManager passes;
    if (machine &&
        !machine->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::AssemblyFile))
        passes.run(*copy);
    return text;
}

// The list amdhsa.kernels at the end of the assembly: "  - .agpr_count: 0" begins a kernel.
std::map<std::string, Metadata> kernels(StringRef text)
{
    std::map<std::string, Metadata> found;
    Metadata now;
    std::string name;
    StringRef list = text.split("\namdhsa.kernels:\n").second;
    while (!list.empty()) {
        StringRef line;
        std::tie(line, list) = list.split('\n');
        const bool first = line.consume_front("  - ");
        if (first || !line.starts_with(" ")) {
            if (!name.empty())
                found[name] = now;
            now.clear();
            name.clear();
        }
        if (!first && !line.consume_front("    "))
            break; // the end of the list
        auto [key, value] = line.split(':');
        uint32_t number;
        if (key == ".name")
            name = value.trim().trim('\'').str();
        else if (!value.trim().getAsInteger(10, number))
            now[key.str()] = number;
    }
    return found;
}

uint32_t or_zero(uint32_t amount)
{
    return amount ? amount : GPUOCC_ZERO;
}

gpuocc_kernel describe(const gpuocc_device *device, Metadata &m)
{
    gpuocc_kernel k = {};
    uint64_t unified = 0;
    const uint32_t accumulators = m[".agpr_count"];
    gpuocc_device_get(device, GPUOCC_DEVICE_UNIFIED_ACCUMULATORS, 0, &unified);
    k.size = sizeof k;
    k.threads_per_group = m[".max_flat_workgroup_size"];
    k.wave_size = m[".wavefront_size"];
    // In a unified file the count of VGPRs is the sum of both.
    k.registers_per_thread = or_zero(m[".vgpr_count"] - (unified ? accumulators : 0));
    k.accumulators_per_thread = accumulators;
    k.scalar_registers_per_wave = or_zero(m[".sgpr_count"]);
    k.shared_bytes = or_zero(m[".group_segment_fixed_size"]);
    return k;
}

std::string change(uint32_t field, uint32_t now, uint32_t then)
{
    return std::string(gpuocc_name(GPUOCC_LIST_KERNEL_FIELDS, field)) + " " + utostr(now) + " -> " +
           utostr(then);
}

// What raises occupancy: one amount that does alone, or the cheapest two together.
std::string next_step(const gpuocc_occupancy *occupancy)
{
    static const uint32_t fields[] = {GPUOCC_KERNEL_REGISTERS_PER_THREAD,
                                      GPUOCC_KERNEL_ACCUMULATORS_PER_THREAD,
                                      GPUOCC_KERNEL_SCALAR_REGISTERS_PER_WAVE,
                                      GPUOCC_KERNEL_SHARED_BYTES, GPUOCC_KERNEL_THREADS_PER_GROUP};
    gpuocc_step step = {};
    gpuocc_two_field_step two_fields = {};
    step.size = sizeof step;
    two_fields.size = sizeof two_fields;
    for (uint32_t field : fields)
        if (gpuocc_occupancy_next_step(occupancy, field, &step, NULL) == GPUOCC_OK)
            return "; next step: " + change(field, step.now, step.then) + " gives " +
                   utostr(step.groups) + " groups, " + utostr(step.waves) + " waves";
    if (gpuocc_occupancy_two_field_step(occupancy, &two_fields, NULL) == GPUOCC_OK)
        return "; next step: " +
               change(two_fields.fields[0], two_fields.now[0], two_fields.then[0]) + " and " +
               change(two_fields.fields[1], two_fields.now[1], two_fields.then[1]) + " give " +
               utostr(two_fields.groups) + " groups, " + utostr(two_fields.waves) + " waves";
    return "";
}

std::string sentence(const gpuocc_device *device, const gpuocc_kernel &kernel)
{
    gpuocc_occupancy occupancy;
    gpuocc_error error = {};
    char text[512];
    error.size = sizeof error;
    const int32_t status =
        gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, &kernel, &error);
    if (status != GPUOCC_OK) {
        gpuocc_error_text(&error, status, text, sizeof text);
        return text;
    }
    std::string said = utostr(gpuocc_occupancy_groups(&occupancy)) + " groups of " +
                       utostr(kernel.threads_per_group) + " threads, " +
                       utostr(gpuocc_occupancy_waves(&occupancy)) + " of " +
                       utostr(gpuocc_occupancy_max_waves(&occupancy)) + " waves, limited by ";
    const char *comma = "";
    for (uint32_t limit = 0; limit < GPUOCC_LIMIT_COUNT; limit++)
        if (gpuocc_occupancy_limiters(&occupancy) >> limit & 1) {
            said += std::string(comma) + gpuocc_limit_word(device, limit);
            comma = " and ";
        }
    return said + next_step(&occupancy);
}

struct OccupancyRemarks : PassInfoMixin<OccupancyRemarks> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        if (!module.getTargetTriple().isAMDGCN())
            return PreservedAnalyses::all();
        std::map<std::string, std::map<std::string, Metadata>> compiled; // by CPU and features
        for (Function &function : module) {
            if (function.isDeclaration() || function.getCallingConv() != CallingConv::AMDGPU_KERNEL)
                continue;
            const StringRef cpu = function.getFnAttribute("target-cpu").getValueAsString();
            const StringRef features =
                function.getFnAttribute("target-features").getValueAsString();
            const gpuocc_device *device;
            if (gpuocc_device_for(cpu.data(), cpu.size(), 0, &device, nullptr, nullptr) !=
                GPUOCC_OK)
                continue;
            const std::string key = (cpu + "," + features).str();
            if (!compiled.count(key))
                compiled[key] = kernels(assembly(module, cpu, features));
            auto kernel = compiled[key].find(function.getName().str());
            if (kernel == compiled[key].end())
                continue;
            OptimizationRemarkEmitter emitter(&function);
            emitter.emit([&] {
                return OptimizationRemarkAnalysis("gpuocc", "Occupancy",
                                                  DiagnosticLocation(function.getSubprogram()),
                                                  &function.getEntryBlock())
                       << function.getName() << " on " << cpu << ": "
                       << sentence(device, describe(device, kernel->second));
            });
        }
        return PreservedAnalyses::all();
    }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "gpuocc-remarks", "1", [](PassBuilder &builder) {
                builder.registerOptimizerLastEPCallback(
                    [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
                        passes.addPass(OccupancyRemarks());
                    });
                builder.registerPipelineParsingCallback([](StringRef name,
                                                           ModulePassManager &passes,
                                                           ArrayRef<PassBuilder::PipelineElement>) {
                    if (name != "gpuocc-remarks")
                        return false;
                    passes.addPass(OccupancyRemarks());
                    return true;
                });
            }};
}
