// A library that is built on hg and calls itself the BLAS, as a drop-in library does.
#include "host_blas/cpu_blas.hpp"

extern "C" {
const void* hg_blas_below();
void dgemm_();
}

const void* hg_blas_below() {
    return &hg::cpu_blas();
}

void dgemm_() {}
