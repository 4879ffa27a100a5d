// SPDX-License-Identifier: MIT
import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** Prints groups and waves of 240 kernels on the device that is named. */
class Example {
    public static void main(String[] arguments) {
        Memory device = new Memory(8), occupancy = new Memory(Gpuocc.gpuocc_occupancy_bytes);
        Gpuocc.SizeT length = new Gpuocc.SizeT(arguments[0].length());
        if (Gpuocc.C.gpuocc_device_for(arguments[0], length, 0, device, null, null) != 0)
            throw new IllegalArgumentException(arguments[0]);
        Pointer found = device.getPointer(0);
        Gpuocc.gpuocc_kernel kernel = new Gpuocc.gpuocc_kernel();
        kernel.size = kernel.size();
        kernel.threads_per_group = 256;
        for (int registers = 16; registers < 256; registers++) {
            kernel.registers_per_thread = registers;
            if (Gpuocc.C.gpuocc_occupancy_init(occupancy, found, 0, kernel, null) != 0)
                throw new IllegalStateException();
            System.out.println(registers + "," + Gpuocc.C.gpuocc_occupancy_groups(occupancy) +
                               "," + Gpuocc.C.gpuocc_occupancy_waves(occupancy));
        }
        if (!Gpuocc.sizesAgree())
            throw new IllegalStateException("sizes");
    }
}
