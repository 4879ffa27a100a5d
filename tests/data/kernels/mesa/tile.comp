// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer A { float a[]; };
shared float tile[1000];
void main() {
    uint l = gl_LocalInvocationID.x;
    for (uint k = l; k < 1000; k += 256) tile[k] = a[k + gl_WorkGroupID.x * 1000];
    barrier();
    a[gl_GlobalInvocationID.x] = tile[(l * 7) % 1000] + tile[999 - l];
}
