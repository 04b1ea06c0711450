#include "tools/workload/operands/gemm_call.hpp"

#include <hg/blas/gemm.hpp>
#include <hg/blas/gemm_program.hpp>

namespace hgctl {

template <class T>
GemmCall<T> col_major(const GemmCall<T>& call) {
    if (call.layout == hg::Layout::col_major) return call;
    GemmCall<T> swapped = call;
    swapped.layout = hg::Layout::col_major;
    std::swap(swapped.op_a, swapped.op_b);
    std::swap(swapped.m, swapped.n);
    std::swap(swapped.a, swapped.b);
    std::swap(swapped.lda, swapped.ldb);
    return swapped;
}

template <class T>
void run(hg::Session& session, const GemmCall<T>& call, std::int64_t block) {
    const GemmCall<T> c = col_major(call);
    if (block <= 0 || c.m == 0 || c.n == 0) {
        hg::gemm(session, call.layout, call.op_a, call.op_b, call.m, call.n, call.k, call.alpha, call.a,
                 call.lda, call.b, call.ldb, call.beta, call.c, call.ldc);
        return;
    }
    const hg::GemmProblem problem{.type = hg::element_type_of<T>(),
                                  .op_a = c.op_a,
                                  .op_b = c.op_b,
                                  .m = c.m,
                                  .n = c.n,
                                  .k = c.k,
                                  .product = c.alpha != T{0} && c.k > 0,
                                  .reads_c = c.beta != T{0},
                                  .block = block};
    const hg::Program program = session.program(problem.key(), [&] {
        return hg::gemm_program(problem, session.division_target(), session.kernels());
    });
    hg::Bindings bindings;
    for (const hg::MatrixParameter& matrix : program.matrices()) {
        if (matrix.name == "A") bindings.matrix("A", c.a, c.lda);
        if (matrix.name == "B") bindings.matrix("B", c.b, c.ldb);
        if (matrix.name == "C") bindings.matrix("C", c.c, c.ldc);
    }
    for (const std::string& scalar : program.scalars())
        bindings.scalar(scalar, scalar == "alpha" ? c.alpha : c.beta);
    session.run(program, bindings);
}

template GemmCall<float> col_major(const GemmCall<float>&);
template GemmCall<double> col_major(const GemmCall<double>&);
template GemmCall<std::complex<float>> col_major(const GemmCall<std::complex<float>>&);
template GemmCall<std::complex<double>> col_major(const GemmCall<std::complex<double>>&);
template void run(hg::Session&, const GemmCall<float>&, std::int64_t);
template void run(hg::Session&, const GemmCall<double>&, std::int64_t);
template void run(hg::Session&, const GemmCall<std::complex<float>>&, std::int64_t);
template void run(hg::Session&, const GemmCall<std::complex<double>>&, std::int64_t);

}  // namespace hgctl
