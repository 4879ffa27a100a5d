// SPDX-License-Identifier: MIT
// Many kernels at once from C#. Built with: mcs bulk.cs
using System;
using System.Linq;
using System.Runtime.InteropServices;

static class Bulk
{
    const string Library = "gpuocc";
    [DllImport(Library)]
    static extern int gpuocc_device_for(string name, UIntPtr length, uint index,
                                         out IntPtr device, IntPtr quality,
                                         IntPtr error);
    [DllImport(Library)]
    static extern int gpuocc_plan_init(ulong[] plan, IntPtr device, uint convention,
                                       uint[] kernel, IntPtr error);
    [DllImport(Library)]
    static extern int gpuocc_plan_run(ulong[] plan, UIntPtr rows, uint[] fields, IntPtr[] inputs,
                                      UIntPtr ins, uint[] results, IntPtr[] outputs, UIntPtr outs,
                                      int[] status);

    static int Main()
    {
        IntPtr device;
        uint[] kernel = new uint[26];
        kernel[0] = 4 * 26;
        kernel[1] = 256;
        ulong[] plan = new ulong[49152 / 8];
        if (gpuocc_device_for("RTX 4090", (UIntPtr)8, 0, out device, IntPtr.Zero,
                               IntPtr.Zero) != 0 ||
            gpuocc_plan_init(plan, device, 0, kernel, IntPtr.Zero) != 0)
            return 1;
        uint[] registers = Enumerable.Range(16, 240).Select(i => (uint)i).ToArray();
        uint[] groups = new uint[240], waves = new uint[240];
        // Columns are pinned: the collector must not move them during the call.
        GCHandle[] pins = new[] {registers, groups, waves}.Select(
            column => GCHandle.Alloc(column, GCHandleType.Pinned)).ToArray();
        IntPtr[] at = pins.Select(pin => pin.AddrOfPinnedObject()).ToArray();
        int status = gpuocc_plan_run(plan, (UIntPtr)240, new uint[] {3}, new[] {at[0]},
                                     (UIntPtr)1, new uint[] {0, 1}, new[] {at[1], at[2]},
                                     (UIntPtr)2, null);
        foreach (GCHandle pin in pins)
            pin.Free();
        Console.WriteLine("240 rows, {0} groups, {1} waves", groups.Sum(g => g),
                          waves.Sum(w => w));
        return status;
    }
}
