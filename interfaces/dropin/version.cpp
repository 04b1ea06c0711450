extern "C" {
/// By this hg knows libhgblas.so from a CPU BLAS, whose routines it would call.
extern const char hgblas_version[];
const char hgblas_version[] = HG_VERSION;
}
