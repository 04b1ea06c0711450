extern "C" {
/// This symbol tells hg that a library is libhgblas.so and not a CPU BLAS whose routines it can call.
extern const char hgblas_version[];
const char hgblas_version[] = HG_VERSION;
}
