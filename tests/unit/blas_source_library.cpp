#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/source_library.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

Target one_device() {
    Target target;
    target.devices.emplace_back();
    return target;
}

/// Commands that write the registers of from_source().
constexpr std::size_t kZeros = 6;

/// The program of a source with registers a, b, c of 64 x 64, vectors u, v and a number r, all zeros.
Program from_source(const std::string& calls) {
    const std::string declared =
        "hg program 2\nscalar alpha\nregister a f64 64x64\nregister b f64 64x64\nregister c f64 64x64\n"
        "register u f64 64x1\nregister v f64 64x1\nregister r f64 1x1\n"
        "EXEC zero_f64 a\nEXEC zero_f64 b\nEXEC zero_f64 c\nEXEC zero_f64 u\nEXEC zero_f64 v\nEXEC zero_f64 "
        "r\n";
    return ProgramSource::parse(declared + calls + "\n", "calls.hgs")
        .build(one_device(), {}, source_library());
}

TEST(SourceLibrary, AppendsWhatTheFunctionsOnRegistersDo) {
    ProgramBuilder builder(one_device());
    const Scalar alpha = builder.scalar("alpha");
    std::vector<RegisterId> m;
    for (int i = 0; i < 3; ++i) m.push_back(builder.reg(0, ElementType::f64, 64, 64));
    const RegisterId u = builder.reg(0, ElementType::f64, 64, 1);
    const RegisterId v = builder.reg(0, ElementType::f64, 64, 1);
    const RegisterId r = builder.reg(0, ElementType::f64, 1, 1);
    for (const RegisterId reg : {m[0], m[1], m[2], u, v, r})
        builder.exec(kernels::zero(ElementType::f64), {reg});
    gemm(builder, Op::none, Op::trans, alpha, m[0], m[1], 0.0, m[2]);
    gemv(builder, Op::trans, -2.5, m[0], u, r, v);
    trmv(builder, Uplo::upper, Op::none, Diag::unit, m[0], u);
    dot(builder, u, v, r);
    axpy(builder, Coefficient(r), u, v);
    const Program expected = std::move(builder).finish();
    const Program program = from_source(
        "hg.gemm(N, trans, alpha, a, b, 0, c)\nhg.gemv(T, -2.5, a, u, r, v)\nhg.trmv(upper, N, unit, a, u)\n"
        "hg.dot(u, v, r)\nhg.axpy(r, u, v)");
    EXPECT_EQ(print(program), print(expected));
}

TEST(SourceLibrary, KnowsEveryRoutineItLists) {
    for (const char* call :
         {"gemm(T, C, 1, a, b, $alpha, c)", "trsm(R, lower, N, non_unit, 2, a, b)", "gemv(N, 1, a, u, 0, v)",
          "symv(L, 1, a, u, 0, v)", "trmv(L, T, N, a, u)", "trsv(U, N, U, a, u)", "ger(1, u, v, a)",
          "syr(L, 1, u, a)", "syr2(U, 1, u, v, a)", "rot(u, v, 0.5, 0.5)", "copy(u, v)", "swap(u, v)",
          "scal(alpha, u)", "axpy(2 * 3, u, v)", "dot(u, v, r)", "nrm2(u, r)", "asum(u, r)"})
        EXPECT_GT(from_source(std::string("hg.") + call).size(), kZeros) << call;
    const std::string complex = "register z c64 3x1\nregister s c64 1x1\nEXEC zero_c64 z\n";
    EXPECT_GT(from_source(complex + "hg.real_scal(2, z)\nhg.dotc(z, z, s)").size(), kZeros + 2);
    EXPECT_GT(from_source("register i i32 1x1\nhg.iamax(u, i)\nEXEC scale_f64 u ; 2").size(), kZeros + 1);
}

TEST(SourceLibrary, SaysWhichArgumentDoesNotFit) {
    const auto expect = [](const std::string& call, const std::string& message) {
        try {
            from_source(call);
            ADD_FAILURE() << call;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), "calls.hgs:15:1: " + message);
        }
    };
    expect("hg.getrf(a)", "no routine is called `hg.getrf` here");
    expect("hg.copy(u)", "hg.copy takes 2 arguments, not 1");
    expect("hg.copy(u, 1)", "hg.copy: argument 2 is a register");
    expect("hg.gemm(N, K, 1, a, b, 0, c)", "hg.gemm: argument 2 is one of N, none, T, trans, C, conj_trans");
    expect("hg.gemm(N, N, a, a, b, 0, c)", "hg.gemm: argument 3 is a number or a scalar");
    expect("hg.scal(N, u)", "hg.scal: argument 1 is a number, a scalar or a register");
}

TEST(SourceLibrary, SolvesWithATriangle) {
    constexpr std::int64_t n = 24;
    Machine machine(test::test_options());
    const Program program =
        ProgramSource::parse(
            "hg program 2\nparam n\nscalar alpha\nmatrix A f64 n x n\nmatrix B f64 n x n\n"
            "register a f64 n x n\nregister b f64 n x n\nLD a <- A[0, 0]\nLD b <- B[0, 0]\n"
            "hg.trsm(left, lower, none, non_unit, alpha, a, b)\nST B[0, 0] <- b\n")
            .build(machine.target(), {{"n", n}}, source_library());
    const auto problem = test::make_problem("trsm", ElementType::f64, {.m = n, .n = n, .alpha = 3});
    machine.run(program, Bindings{}
                             .matrix("A", test::data_of<double>(*problem, "A"), n)
                             .matrix("B", test::data_of<double>(*problem, "B"), n)
                             .scalar("alpha", 3));
    EXPECT_TRUE(test::is_right(*problem));
}

}  // namespace
}  // namespace hg
