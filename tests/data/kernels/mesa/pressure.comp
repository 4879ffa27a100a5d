// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { float a[]; };
void main() {
    float r[48]; uint g = gl_GlobalInvocationID.x;
    for (int i = 0; i < 48; i++) r[i] = a[g + i * 64];
    for (int k = 0; k < int(a[0]); k++) { float c = a[k];
        for (int i = 0; i < 48; i++) r[i] = fma(r[(i * 5 + 1) % 48], c, r[i]); }
    for (int i = 0; i < 48; i++) a[g + i * 64] = r[i];
}
