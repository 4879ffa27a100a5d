/* SPDX-License-Identifier: MIT
 *
 * An engine at load time: loads a compute shader, asks which group size keeps the GPU busiest,
 * makes the pipeline with it and runs it.
 *
 *     glslangValidator -V reverse.comp -o reverse.spv
 *     cc engine_spirv.c -lgpuocc -lvulkan -o engine_spirv && ./engine_spirv reverse.spv
 *
 * A GPU that libgpuocc does not know, such as a software renderer, takes 64 threads, or the size
 * for the GPU that a second argument names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan.h>

#include <gpuocc/adapt/vulkan.h>
#include <gpuocc/gpuocc.h>

#define FLOATS_PER_THREAD 8 /* of shared memory, as the shader has them */
#define FLOATS            65536u

static void check(VkResult result, const char *what)
{
    if (result != VK_SUCCESS) {
        fprintf(stderr, "%s: Vulkan says %d\n", what, (int)result);
        exit(1);
    }
}

/* Waves on a core, whatever registers the driver will take: at least and at most. If it is 0 at
 * least, a group of this size may not launch. */
static void waves_of(const gpuocc_device *device, uint32_t threads, uint64_t *low, uint64_t *high)
{
    gpuocc_occupancy occupancy;
    gpuocc_kernel kernel;
    uint64_t sizes = 0;

    memset(&kernel, 0, sizeof kernel);
    kernel.size = sizeof kernel;
    kernel.threads_per_group = threads;
    kernel.shared_bytes = threads * FLOATS_PER_THREAD * 4;
    if (gpuocc_adapt_number(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_INTEL) {
        sizes = gpuocc_adapt_number(device, GPUOCC_DEVICE_WAVE_SIZES);
        kernel.wave_size = sizes & 16 ? 16 : 32;
    } else if (gpuocc_adapt_number(device, GPUOCC_DEVICE_VENDOR) == GPUOCC_VENDOR_APPLE) {
        kernel.half_registers_per_thread = GPUOCC_UNKNOWN;
    } else {
        kernel.registers_per_thread = GPUOCC_UNKNOWN;
    }
    *low = *high = 0;
    if (gpuocc_occupancy_init(&occupancy, device, GPUOCC_CONVENTION_DEFAULT, &kernel, NULL) ==
        GPUOCC_OK)
        (void)gpuocc_occupancy_get(&occupancy, GPUOCC_RESULT_WAVES, 0, low, high);
}

/* The size with the most waves for certain, then with the most at best, then the larger one. */
static uint32_t choose(const gpuocc_device *device, const VkPhysicalDeviceLimits *limits)
{
    uint64_t low, high, best_low = 0, best_high = 0;
    uint32_t threads, best = 0;

    for (threads = 32; threads <= limits->maxComputeWorkGroupInvocations &&
                       threads <= limits->maxComputeWorkGroupSize[0] &&
                       threads * FLOATS_PER_THREAD * 4 <= limits->maxComputeSharedMemorySize;
         threads *= 2) {
        waves_of(device, threads, &low, &high);
        if (low > best_low || (low == best_low && high >= best_high && high != 0)) {
            best_low = low;
            best_high = high;
            best = threads;
        }
    }
    printf("%s: groups of %u threads, %u to %u waves on a core\n",
           gpuocc_device_name(device), best, (unsigned)best_low,
           (unsigned)best_high);
    return best;
}

static VkShaderModule load(VkDevice device, const char *path)
{
    VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    static uint32_t words[65536];
    VkShaderModule module;
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        perror(path);
        exit(1);
    }
    info.codeSize = fread(words, 1, sizeof words, file);
    info.pCode = words;
    fclose(file);
    check(vkCreateShaderModule(device, &info, NULL, &module), path);
    return module;
}

struct engine {
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    VkDevice device;
    uint32_t family;
    VkDescriptorSetLayout sets;
    VkPipelineLayout layout;
    VkBuffer buffer;
    float *floats;
};

/* The first device of the machine and a queue of it that computes. */
static void open_device(struct engine *e)
{
    const float priority = 1;
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    VkDeviceCreateInfo device = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    VkQueueFamilyProperties families[16];
    uint32_t count = 1;
    VkInstance instance;

    application.apiVersion = VK_API_VERSION_1_1;
    info.pApplicationInfo = &application;
    check(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    if (vkEnumeratePhysicalDevices(instance, &count, &e->physical) < 0 || count == 0) {
        fprintf(stderr, "no Vulkan device\n");
        exit(1);
    }
    vkGetPhysicalDeviceProperties(e->physical, &e->properties);
    count = 16;
    vkGetPhysicalDeviceQueueFamilyProperties(e->physical, &count, families);
    while (e->family + 1 < count && !(families[e->family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        e->family++;
    queue.queueFamilyIndex = e->family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    device.queueCreateInfoCount = 1;
    device.pQueueCreateInfos = &queue;
    check(vkCreateDevice(e->physical, &device, NULL, &e->device), "vkCreateDevice");
}

/* One buffer that both sides see, with 0, 1, 2, ... */
static void make_buffer(struct engine *e)
{
    const VkMemoryPropertyFlags seen =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    VkMemoryAllocateInfo allocate = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    VkPhysicalDeviceMemoryProperties types;
    VkMemoryRequirements needs;
    VkDeviceMemory memory;
    uint32_t i;

    info.size = FLOATS * sizeof(float);
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    check(vkCreateBuffer(e->device, &info, NULL, &e->buffer), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(e->device, e->buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(e->physical, &types);
    allocate.allocationSize = needs.size;
    for (i = 0; i < types.memoryTypeCount; i++)
        if (needs.memoryTypeBits >> i & 1 && (types.memoryTypes[i].propertyFlags & seen) == seen)
            break;
    allocate.memoryTypeIndex = i;
    check(vkAllocateMemory(e->device, &allocate, NULL, &memory), "vkAllocateMemory");
    check(vkBindBufferMemory(e->device, e->buffer, memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(e->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)&e->floats), "vkMapMemory");
    for (i = 0; i < FLOATS; i++)
        e->floats[i] = (float)i;
}

/* The pipeline of the shader with groups of this size: specialisation constant 0. */
static VkPipeline make_pipeline(struct engine *e, VkShaderModule module, uint32_t threads)
{
    const VkSpecializationMapEntry entry = {0, 0, sizeof threads};
    const VkSpecializationInfo constants = {1, &entry, sizeof threads, &threads};
    VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                            VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo sets = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    VkPipelineLayoutCreateInfo layout = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    VkPipeline pipeline;

    sets.bindingCount = 1;
    sets.pBindings = &binding;
    check(vkCreateDescriptorSetLayout(e->device, &sets, NULL, &e->sets), "descriptor set layout");
    layout.setLayoutCount = 1;
    layout.pSetLayouts = &e->sets;
    check(vkCreatePipelineLayout(e->device, &layout, NULL, &e->layout), "pipeline layout");
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &constants;
    info.layout = e->layout;
    check(vkCreateComputePipelines(e->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
          "vkCreateComputePipelines");
    return pipeline;
}

static VkDescriptorSet bind(struct engine *e)
{
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorBufferInfo buffer = {e->buffer, 0, VK_WHOLE_SIZE};
    VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    VkDescriptorSetAllocateInfo allocate = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    VkDescriptorPool pool;
    VkDescriptorSet set;

    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 1;
    pool_info.pPoolSizes = &size;
    check(vkCreateDescriptorPool(e->device, &pool_info, NULL, &pool), "descriptor pool");
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &e->sets;
    check(vkAllocateDescriptorSets(e->device, &allocate, &set), "descriptor set");
    write.dstSet = set;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &buffer;
    vkUpdateDescriptorSets(e->device, 1, &write, 0, NULL);
    return set;
}

static void run(struct engine *e, VkPipeline pipeline, VkDescriptorSet set, uint32_t groups)
{
    VkCommandPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    VkCommandBuffer commands;
    VkCommandPool pool;
    VkQueue queue;

    vkGetDeviceQueue(e->device, e->family, 0, &queue);
    pool_info.queueFamilyIndex = e->family;
    check(vkCreateCommandPool(e->device, &pool_info, NULL, &pool), "command pool");
    allocate.commandPool = pool;
    allocate.commandBufferCount = 1;
    check(vkAllocateCommandBuffers(e->device, &allocate, &commands), "command buffer");
    check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, e->layout, 0, 1, &set, 0,
                            NULL);
    vkCmdDispatch(commands, groups, 1, 1);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

int main(int argc, char **argv)
{
    static struct engine e;
    const gpuocc_device *device = NULL;
    uint32_t threads = 64, i, tile, right = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: engine_spirv SHADER.spv [GPU]\n");
        return 2;
    }
    open_device(&e);
    if (gpuocc_vulkan_find(&e.properties, 0, &device, NULL) != GPUOCC_OK && argc > 2 &&
        gpuocc_device_for(argv[2], strlen(argv[2]), 0, &device, NULL, NULL) != GPUOCC_OK) {
        fprintf(stderr, "no GPU is called %s\n", argv[2]);
        return 1;
    }
    if (device != NULL)
        threads = choose(device, &e.properties.limits);
    make_buffer(&e);
    {
        const VkShaderModule module = load(e.device, argv[1]);
        const VkPipeline pipeline = make_pipeline(&e, module, threads);

        tile = threads * FLOATS_PER_THREAD;
        run(&e, pipeline, bind(&e), FLOATS / tile);
    }
    for (i = 0; i < FLOATS; i++)
        right += e.floats[i] == (float)(i / tile * tile + tile - 1 - i % tile);
    printf("%s: %u of %u results are right with %u threads\n", e.properties.deviceName, right,
           FLOATS, threads);
    return right != FLOATS;
}
