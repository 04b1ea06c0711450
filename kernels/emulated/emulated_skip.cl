// refused := 2 if info is not 0: nothing is to be computed any more.
//
// Launch: one work-item.
kernel void emulated_skip(global const int* restrict info, long info_first, int i_rows, int i_cols, int i_ld,
                          global int* restrict refused, long refused_first, int f_rows, int f_cols, int f_ld) {
    if (info[info_first] != 0) refused[refused_first] = 2;
}
