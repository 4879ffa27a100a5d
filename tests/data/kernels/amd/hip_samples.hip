/* Origin: written for this test. Built by clang 22.1.8; see README.md. */
#define KERNEL extern "C" __attribute__((global))

KERNEL void k_one(float *p)
{
    p[__builtin_amdgcn_workitem_id_x()] = 1.0f;
}

KERNEL void __attribute__((amdgpu_flat_work_group_size(1, 256))) k_tile(float *p)
{
    __attribute__((shared)) static float tile[1024];

    tile[__builtin_amdgcn_workitem_id_x()] = p[0];
    __builtin_amdgcn_s_barrier();
    p[1] = tile[__builtin_amdgcn_workitem_id_x() ^ 3];
}
