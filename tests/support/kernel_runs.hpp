#pragma once

#include <memory>
#include <utility>

#include "kernels/gemm/gemm_blocking.hpp"
#include "support/gemm_samples.hpp"
#include "support/reference_gemm.hpp"
#include "support/test_devices.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

/// Single GEMM instructions on whole matrices.
namespace hg::test {

/// A family's kernel: its default on GPUs, elsewhere a smaller one that compiles quickly.
inline kernels::GemmParameters quick_kernel(const Machine& machine, kernels::GemmFamily family,
                                            ElementType type) {
    using kernels::GemmFamily;
    kernels::GemmParameters p{.family = family, .type = type};
    if (machine.device(0).is_gpu || family == GemmFamily::global || family == GemmFamily::mma ||
        family == GemmFamily::mfma)
        return p;
    p.tile_m = p.tile_n = 32;
    p.tile_k = family == GemmFamily::registers ? 2 : 8;
    p.work_m = p.work_n = 4;
    p.unroll = 4;
    if (family == GemmFamily::local) {
        p.tile_m = p.tile_n = 8;
        p.work_m = p.work_n = 1;
    }
    return p;
}

/// What keeps a kernel from being made, or from running on the machine's first device; empty: nothing.
inline std::string what_is_missing(const Machine& machine, const kernels::GemmParameters& p) {
    const std::string fault = kernels::blocking_fault(p);
    return fault.empty() ? kernels::fault_on(p, machine.target().devices[0].traits) : fault;
}

/// The parameters with a sample's operations.
template <class T>
kernels::GemmParameters for_sample(kernels::GemmParameters p, const GemmSample<T>& s) {
    p.type = element_type_of<T>();
    p.transpose_a = s.op_a != Op::none;
    p.transpose_b = s.op_b != Op::none;
    p.conjugate_a = ComplexElement<T> && s.op_a == Op::conj_trans;
    p.conjugate_b = ComplexElement<T> && s.op_b == Op::conj_trans;
    return p;
}

/// The new C by kernel `p` on the machine's first device; by split_k parts and gemm_sum where p says so.
template <class T>
Matrix<T> run_kernel(Machine& machine, kernels::GemmParameters p, const GemmSample<T>& s, const Matrix<T>& a,
                     const Matrix<T>& b, const Matrix<T>& c) {
    p = for_sample(p, s);
    constexpr ElementType type = element_type_of<T>();
    ProgramBuilder builder(machine.target());
    const auto load = [&](const char* name, const Matrix<T>& x) {
        const ParameterId parameter = builder.matrix(name, type, x.rows, x.cols);
        const RegisterId reg = builder.reg(0, type, x.rows, x.cols, x.rows + 3);
        builder.load(reg, {parameter, 0, 0, x.rows, x.cols});
        return reg;
    };
    const RegisterId ra = load("A", a);
    const RegisterId rb = load("B", b);
    const ParameterId pc = builder.matrix("C", type, c.rows, c.cols);
    const RegisterId rc = builder.reg(0, type, c.rows, c.cols, c.rows + 1);
    builder.load(rc, {pc, 0, 0, c.rows, c.cols});
    const Scalar alpha = ScalarValue(s.alpha), beta = ScalarValue(s.beta);
    if (p.split_k > 1) {
        const RegisterId parts = builder.reg(0, type, c.rows, c.cols * p.split_k, c.rows + 2);
        builder.exec(kernels::gemm(p), {ra, rb, parts}, {1.0, 0.0});
        builder.exec(kernels::gemm_sum(type, p.split_k, p.overwrite), {parts, rc}, {alpha, beta});
    } else {
        builder.exec(kernels::gemm(p), {ra, rb, rc}, {alpha, beta});
    }
    builder.store({pc, 0, 0, c.rows, c.cols}, rc);
    Matrix<T> result = c;
    machine.run(std::move(builder).finish(), Bindings{}
                                                 .matrix("A", a.data.data(), a.ld)
                                                 .matrix("B", b.data.data(), b.ld)
                                                 .matrix("C", result.data.data(), result.ld));
    return result;
}

/// The new C by the three plain loops.
template <class T>
Matrix<T> run_reference(const GemmSample<T>& s, bool overwrite, const Matrix<T>& a, const Matrix<T>& b,
                        const Matrix<T>& c) {
    Matrix<T> result = c;
    reference_gemm(s.op_a != Op::none, s.op_b != Op::none, s.m, s.n, s.k, s.alpha, a.data.data(), a.ld,
                   b.data.data(), b.ld, s.beta, result.data.data(), result.ld, overwrite);
    return result;
}

/// Runs a kernel on a sample's random matrices: right within its bound, and the reference's bits where the
/// kernel promises them.
template <class T>
testing::AssertionResult kernel_is_right(Machine& machine, const kernels::GemmParameters& p,
                                         const GemmSample<T>& s) {
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    const auto got = run_kernel(machine, p, s, a, b, c);
    const std::string name = kernels::name(for_sample(p, s));
    if (const auto right = gemm_is_right(s, a, b, c, got); !right)
        return testing::AssertionFailure() << name << ": " << right.message();
    const bool has_bits = p.family != kernels::GemmFamily::mma && p.family != kernels::GemmFamily::mfma &&
                          p.split_k == 1 && !on_host();
    if (has_bits && got.data != run_reference(s, p.overwrite, a, b, c).data)
        return testing::AssertionFailure() << name << ": " << s.text() << ": not the reference's bits";
    return testing::AssertionSuccess();
}

}  // namespace hg::test
