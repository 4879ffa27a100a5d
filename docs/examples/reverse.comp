#version 450
// SPDX-License-Identifier: MIT
// Reverses the floats of each group's tile: 8 a thread, by way of shared memory. The size of a group
// is chosen when the pipeline is made.
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) buffer Data { float data[]; };

shared float tile[gl_WorkGroupSize.x * 8];

void main()
{
    const uint size = gl_WorkGroupSize.x * 8, first = gl_WorkGroupID.x * size;

    for (uint i = gl_LocalInvocationID.x; i < size; i += gl_WorkGroupSize.x)
        tile[i] = data[first + i];
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < size; i += gl_WorkGroupSize.x)
        data[first + i] = tile[size - 1 - i];
}
