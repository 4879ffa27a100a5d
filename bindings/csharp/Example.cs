// SPDX-License-Identifier: MIT
// Prints groups and waves of 240 kernels on the device that is named.
using System;
using System.Text;

static unsafe class Example
{
    static int Main(string[] arguments)
    {
        byte[] name = Encoding.UTF8.GetBytes(arguments[0]);
        gpuocc_device *device;
        fixed (byte *text = name)
            if (Gpuocc.gpuocc_device_for(text, (UIntPtr)name.Length, 0, &device, null, null) != 0)
                return 1;
        gpuocc_kernel kernel = new gpuocc_kernel();
        gpuocc_occupancy occupancy;
        kernel.size = (uint)sizeof(gpuocc_kernel);
        kernel.threads_per_group = 256;
        for (uint registers = 16; registers < 256; registers++) {
            kernel.registers_per_thread = registers;
            if (Gpuocc.gpuocc_occupancy_init(&occupancy, device, 0, &kernel, null) != 0)
                return 1;
            Console.WriteLine("{0},{1},{2}", registers,
                              Gpuocc.gpuocc_occupancy_groups(&occupancy),
                              Gpuocc.gpuocc_occupancy_waves(&occupancy));
        }
        return Gpuocc.SizesAgree() ? 0 : 1;
    }
}
