// SPDX-License-Identifier: MIT
// libgpuocc from C#. Built with: mcs example.cs; the library is found as any other.
using System;
using System.Runtime.InteropServices;

static class Example
{
    const string Library = "gpuocc";
    [DllImport(Library)]
    static extern int gpuocc_device_for(string name, UIntPtr length, uint index,
                                         out IntPtr device, IntPtr quality,
                                         IntPtr error);
    [DllImport(Library)]
    static extern int gpuocc_occupancy_init(ulong[] occupancy, IntPtr device,
                                            uint convention, uint[] kernel, IntPtr error);
    [DllImport(Library)]
    static extern uint gpuocc_occupancy_groups(ulong[] occupancy);
    [DllImport(Library)]
    static extern uint gpuocc_occupancy_waves(ulong[] occupancy);
    [DllImport(Library)]
    static extern uint gpuocc_occupancy_max_waves(ulong[] occupancy);

    static int Main()
    {
        IntPtr device;
        string name = "RTX 4090";
        if (gpuocc_device_for(name, (UIntPtr)name.Length, 0, out device, IntPtr.Zero,
                               IntPtr.Zero) != 0)
            return 1;
        uint[] kernel = new uint[26];
        kernel[0] = 4 * 26;
        kernel[1] = 256;
        kernel[3] = 72;
        kernel[4] = 24 * 1024;
        ulong[] occupancy = new ulong[256]; // passed itself: the collector may move it
        if (gpuocc_occupancy_init(occupancy, device, 0, kernel, IntPtr.Zero) != 0)
            return 1;
        Console.WriteLine("{0} groups, {1} of {2} waves", gpuocc_occupancy_groups(occupancy),
                          gpuocc_occupancy_waves(occupancy), gpuocc_occupancy_max_waves(occupancy));
        return 0;
    }
}
