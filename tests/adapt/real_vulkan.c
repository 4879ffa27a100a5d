/* SPDX-License-Identifier: MIT
 *
 * Tests the Vulkan adapter with the devices of this machine: Mesa's lavapipe is a CPU device, which
 * is not a modelled GPU. The loader is located when the test runs.
 */
#include <dlfcn.h>
#include <vulkan/vulkan.h>

#include "gpuocc/adapt/vulkan.h"
#include "support.h"

/* The functions that the test calls. */
struct api {
    VkInstance instance;
    PFN_vkGetInstanceProcAddr get;
    PFN_vkEnumeratePhysicalDevices devices;
    PFN_vkGetPhysicalDeviceProperties properties;
    PFN_vkGetPhysicalDeviceProperties2 more;
};

/* Function pointers are returned as data pointers here. */
static PFN_vkGetInstanceProcAddr loader(void)
{
    void *library = dlopen("libvulkan.so.1", RTLD_NOW), *symbol;
    PFN_vkGetInstanceProcAddr found = NULL;

    symbol = library != NULL ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
    if (symbol != NULL)
        memcpy(&found, &symbol, sizeof found);
    return found;
}

static int start(struct api *api)
{
    VkApplicationInfo application;
    VkInstanceCreateInfo create;
    PFN_vkCreateInstance make = (PFN_vkCreateInstance)api->get(NULL, "vkCreateInstance");

    memset(&application, 0, sizeof application);
    memset(&create, 0, sizeof create);
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    create.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    create.pApplicationInfo = &application;
    if (make == NULL || make(&create, NULL, &api->instance) != VK_SUCCESS)
        return 0;
    api->devices =
        (PFN_vkEnumeratePhysicalDevices)api->get(api->instance, "vkEnumeratePhysicalDevices");
    api->properties =
        (PFN_vkGetPhysicalDeviceProperties)api->get(api->instance, "vkGetPhysicalDeviceProperties");
    api->more = (PFN_vkGetPhysicalDeviceProperties2)api->get(api->instance,
                                                             "vkGetPhysicalDeviceProperties2");
    return api->devices != NULL && api->properties != NULL && api->more != NULL;
}

static void test_cpu(const struct api *api, VkPhysicalDevice handle, VkPhysicalDeviceProperties *p)
{
    VkPhysicalDeviceSubgroupSizeControlProperties sizes;
    VkPhysicalDeviceProperties2 all;
    const gpuocc_device *device = NULL;
    gpuocc_edits edits;
    uint32_t quality = 9, i, size = 0;

    ok(gpuocc_vulkan_find(p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN && device == NULL,
       "%s: a CPU device is no GPU that we model", p->deviceName);
    p->deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    ok(gpuocc_vulkan_find(p, 0, &device, &quality) == GPUOCC_ERROR_DEVICE_UNKNOWN,
       "nor is it one by its name and id (%04x:%04x)", p->vendorID, p->deviceID);
    memset(&all, 0, sizeof all);
    memset(&sizes, 0, sizeof sizes);
    memset(&edits, 0, sizeof edits);
    all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    all.pNext = &sizes;
    sizes.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES;
    api->more(handle, &all);
    gpuocc_vulkan_subgroups(&edits, &sizes);
    gpuocc_vulkan_limits(&edits, p);
    for (i = 0; i < edits.count; i++)
        if (edits.fields[i] == GPUOCC_DEVICE_MAX_THREADS_PER_GROUP)
            size = (uint32_t)edits.values[i];
    ok(size != 0 && size == all.properties.limits.maxComputeWorkGroupInvocations,
       "its limits are read: groups of %u threads", size);
}

static void test_gpu(const VkPhysicalDeviceProperties *p)
{
    const gpuocc_device *device = NULL;
    const int32_t status = gpuocc_vulkan_find(p, 0, &device, NULL);

    ok(status == GPUOCC_OK
           ? device != NULL
           : status == GPUOCC_ERROR_DEVICE_UNKNOWN || status == GPUOCC_ERROR_DEVICE_NO_MODEL,
       "%s: %s", p->deviceName, status == GPUOCC_OK ? gpuocc_device_name(device) : "not known");
}

int main(void)
{
    VkPhysicalDevice devices[8];
    VkPhysicalDeviceProperties properties;
    uint32_t count = 8, cpus = 0, i;
    struct api api;

    memset(&api, 0, sizeof api);
    api.get = loader();
    if (api.get == NULL) {
        skip("a Vulkan device", "libvulkan.so.1 not found");
        return done();
    }
    if (!start(&api) || api.devices(api.instance, &count, devices) < 0)
        count = 0;
    for (i = 0; i < count; i++) {
        api.properties(devices[i], &properties);
        if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) {
            cpus++;
            test_cpu(&api, devices[i], &properties);
        } else {
            test_gpu(&properties);
        }
    }
    if (cpus == 0)
        skip("a CPU device", "no driver for one (Mesa's lavapipe)");
    return done();
}
