// Barriers over all work-groups, `rounds` of them, through one counter: each group counts itself, and waits until all
// have. Before the last barrier each group g writes values[g] = g + 1; after it result[g] is what its neighbour
// (g + 1) mod groups wrote.
//
// Launch: work-groups of ITEMS work-items in one dimension, all of which run at once. counter is 0.
// Needs: a counter below 2^31.

#ifndef ITEMS
#define ITEMS 32
#endif

// What a work-item wrote before it is seen by all work-groups that see what it writes after it.
static inline void order_memory(void) {
#ifdef __NV_CL_C_VERSION
    asm volatile("membar.gl;" : : : "memory");
#else
    mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void group_barrier(global int* counter, long counter_first, int counter_rows, int counter_cols, int counter_ld,
                   global int* values, long values_first, int values_rows, int values_cols, int values_ld,
                   global int* result, long result_first, int result_rows, int result_cols, int result_ld,
                   int rounds) {
    counter += counter_first;
    values += values_first;
    result += result_first;
    const int group = (int)get_group_id(0);
    const int groups = (int)get_num_groups(0);
    const bool leads = get_local_id(0) == 0;
    for (int round = 1; round <= rounds; ++round) {
        if (round == rounds && leads) *(volatile global int*)(values + group) = group + 1;
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (leads) {
            order_memory();
            atomic_inc(counter);
            while (*(volatile global int*)counter < round * groups) {
            }
            order_memory();
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if (leads) result[group] = *(volatile global int*)(values + (group + 1) % groups);
}
