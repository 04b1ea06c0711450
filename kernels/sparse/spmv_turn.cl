// target := source^T, which has as many columns as source has rows, and as many rows or more: those are 0. It follows element.cl.
//
// A work-item moves a row of source: its neighbours load neighbouring elements.
//
// Launch: in one dimension, at least as many work-items as source has rows.

kernel void spmv_turn(global const Element* restrict source, long source_first, int source_rows, int source_cols, int source_ld,
                      global Element* restrict target, long target_first, int target_rows, int target_cols, int target_ld) {
    const long i = (long)get_global_id(0);
    if (i >= source_rows) return;
    source += source_first + i;
    target += target_first + i * target_ld;
    for (int c = 0; c < target_rows; ++c) target[c] = c < source_cols ? source[(long)c * source_ld] : number(0);
}
