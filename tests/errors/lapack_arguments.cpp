#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/dsposv.hpp>
#include <hg/lapack/gels.hpp>
#include <hg/lapack/geqrf.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/lapack/orgqr.hpp>
#include <hg/lapack/ormqr.hpp>
#include <hg/lapack/posv.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/lapack/potri.hpp>
#include <hg/lapack/potrs.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// GoodCall of good calls on 5 x 5 systems (getrf: 5 x 4), to be partially_written one at a time.
struct GoodCall {
    Op op = Op::none;
    Uplo uplo = Uplo::lower;
    Side side = Side::left;
    std::int64_t m = 5, n = 5, k = 2, nrhs = 3;
    std::vector<double> a = std::vector<double>(100, 1), b = std::vector<double>(100, 2),
                        x = std::vector<double>(100, 3);
    double *A = a.data(), *B = b.data(), *X = x.data(), *tau = x.data();
    std::int64_t lda = 5, ldb = 5, ldx = 5;
    std::vector<std::int64_t> pivots = {1, 2, 3, 4, 5};
    std::int64_t* ipiv = pivots.data();
    std::int64_t iterations = 77;
    std::int64_t* iter = &iterations;
    LuOptions options;
};

/// The memory of real numbers as that of complex ones.
std::complex<double>* c64(double* x) {
    return reinterpret_cast<std::complex<double>*>(x);
}

using Step = void (*)(GoodCall&);

/// Checks that a call without a session finds the wrong argument: none is made for it.
void expect_fault(Step call, const std::string& routine, int number, const std::string& name, Step spoil) {
    GoodCall arguments;
    spoil(arguments);
    try {
        call(arguments);
        FAIL() << routine << ": argument " << number << " (" << name << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, name) << error.what();
        EXPECT_EQ(error.message().rfind(routine + ": argument", 0), 0u) << error.message();
    }
    EXPECT_EQ(arguments.a, std::vector<double>(100, 1)) << "nothing may be touched";
    EXPECT_EQ(arguments.b, std::vector<double>(100, 2));
    EXPECT_EQ(arguments.x, std::vector<double>(100, 3));
    EXPECT_EQ(arguments.iterations, 77);
}

constexpr std::int64_t kHuge = std::int64_t{1} << 61;

TEST(LapackArguments, OfGetrfAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) { dgetrf(x.m, 4, x.A, x.lda, x.ipiv, x.options); };
    expect_fault(call, "dgetrf", 1, "m", [](GoodCall& x) { x.m = -1; });
    expect_fault(call, "dgetrf", 3, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dgetrf", 4, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(call, "dgetrf", 4, "lda", [](GoodCall& x) { x.m = 0, x.lda = 0; });
    expect_fault(call, "dgetrf", 4, "lda", [](GoodCall& x) { x.lda = kHuge; });
    expect_fault(call, "dgetrf", 5, "ipiv", [](GoodCall& x) { x.ipiv = nullptr; });
    expect_fault(call, "dgetrf", 6, "options.pivoting",
                 [](GoodCall& x) { x.options.pivoting = static_cast<Pivoting>('p'); });
    expect_fault([](GoodCall& x) { dgetrf(5, -2, x.A, x.lda, x.ipiv); }, "dgetrf", 2, "n", [](GoodCall&) {});
    expect_fault([](GoodCall& x) { sgetrf(5, 1, nullptr, x.lda, x.ipiv); }, "sgetrf", 3, "A",
                 [](GoodCall&) {});
}

TEST(LapackArguments, OfGetrsAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) { dgetrs(x.op, x.n, x.nrhs, x.A, x.lda, x.ipiv, x.B, x.ldb); };
    expect_fault(call, "dgetrs", 1, "op", [](GoodCall& x) { x.op = static_cast<Op>('n'); });
    expect_fault(call, "dgetrs", 2, "n", [](GoodCall& x) { x.n = -5; });
    expect_fault(call, "dgetrs", 3, "nrhs", [](GoodCall& x) { x.nrhs = -1; });
    expect_fault(call, "dgetrs", 4, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dgetrs", 5, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(call, "dgetrs", 6, "ipiv", [](GoodCall& x) { x.pivots[2] = 0; });
    expect_fault(call, "dgetrs", 6, "ipiv", [](GoodCall& x) { x.pivots[4] = 6; });
    expect_fault(call, "dgetrs", 7, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(call, "dgetrs", 8, "ldb", [](GoodCall& x) { x.ldb = 1; });
}

TEST(LapackArguments, OfGesvAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) { dgesv(x.n, x.nrhs, x.A, x.lda, x.ipiv, x.B, x.ldb, x.options); };
    expect_fault(call, "dgesv", 1, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(call, "dgesv", 2, "nrhs", [](GoodCall& x) { x.nrhs = -1; });
    expect_fault(call, "dgesv", 3, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dgesv", 4, "lda", [](GoodCall& x) { x.lda = 0; });
    expect_fault(call, "dgesv", 5, "ipiv", [](GoodCall& x) { x.ipiv = nullptr; });
    expect_fault(call, "dgesv", 5, "ipiv", [](GoodCall& x) {
        x.ipiv = nullptr;
        x.options.pivoting = Pivoting::tournament;
    });
    expect_fault(call, "dgesv", 6, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(call, "dgesv", 7, "ldb", [](GoodCall& x) { x.ldb = 4; });
    expect_fault(call, "dgesv", 7, "ldb", [](GoodCall& x) { x.ldb = kHuge; });
    expect_fault(call, "dgesv", 8, "options.pivoting",
                 [](GoodCall& x) { x.options.pivoting = static_cast<Pivoting>(0); });
}

TEST(LapackArguments, OfDsgesvAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) {
        dsgesv(x.n, x.nrhs, x.A, x.lda, x.ipiv, x.B, x.ldb, x.X, x.ldx, x.iter);
    };
    expect_fault(call, "dsgesv", 1, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(call, "dsgesv", 2, "nrhs", [](GoodCall& x) { x.nrhs = -1; });
    expect_fault(call, "dsgesv", 3, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dsgesv", 4, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(call, "dsgesv", 5, "ipiv", [](GoodCall& x) { x.ipiv = nullptr; });
    expect_fault(call, "dsgesv", 6, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(call, "dsgesv", 7, "ldb", [](GoodCall& x) { x.ldb = 4; });
    expect_fault(call, "dsgesv", 8, "X", [](GoodCall& x) { x.X = nullptr; });
    expect_fault(call, "dsgesv", 9, "ldx", [](GoodCall& x) { x.ldx = 4; });
    expect_fault(call, "dsgesv", 10, "iter", [](GoodCall& x) { x.iter = nullptr; });
}

TEST(LapackArguments, OfDsposvAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) {
        dsposv(x.uplo, x.n, x.nrhs, x.A, x.lda, x.B, x.ldb, x.X, x.ldx, x.iter);
    };
    expect_fault(call, "dsposv", 1, "uplo", [](GoodCall& x) { x.uplo = static_cast<Uplo>('l'); });
    expect_fault(call, "dsposv", 2, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(call, "dsposv", 3, "nrhs", [](GoodCall& x) { x.nrhs = -1; });
    expect_fault(call, "dsposv", 4, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dsposv", 5, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(call, "dsposv", 6, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(call, "dsposv", 7, "ldb", [](GoodCall& x) { x.ldb = 4; });
    expect_fault(call, "dsposv", 8, "X", [](GoodCall& x) { x.X = nullptr; });
    expect_fault(call, "dsposv", 9, "ldx", [](GoodCall& x) { x.ldx = 4; });
    expect_fault(call, "dsposv", 10, "iter", [](GoodCall& x) { x.iter = nullptr; });
}

TEST(LapackArguments, OfPotrfPotriPotrsAndPosvAreNumberedAndNamed) {
    const auto factor = [](GoodCall& x) { dpotrf(x.uplo, x.n, x.A, x.lda); };
    expect_fault(factor, "dpotrf", 1, "uplo", [](GoodCall& x) { x.uplo = static_cast<Uplo>('l'); });
    expect_fault(factor, "dpotrf", 2, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(factor, "dpotrf", 3, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(factor, "dpotrf", 4, "lda", [](GoodCall& x) { x.lda = 4; });
    const auto invert = [](GoodCall& x) { dpotri(x.uplo, x.n, x.A, x.lda); };
    expect_fault(invert, "dpotri", 1, "uplo", [](GoodCall& x) { x.uplo = static_cast<Uplo>('u'); });
    expect_fault(invert, "dpotri", 2, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(invert, "dpotri", 3, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(invert, "dpotri", 4, "lda", [](GoodCall& x) { x.lda = 4; });
    const auto solve = [](GoodCall& x) { dpotrs(x.uplo, x.n, x.nrhs, x.A, x.lda, x.B, x.ldb); };
    expect_fault(solve, "dpotrs", 1, "uplo", [](GoodCall& x) { x.uplo = static_cast<Uplo>(0); });
    expect_fault(solve, "dpotrs", 3, "nrhs", [](GoodCall& x) { x.nrhs = -1; });
    expect_fault(solve, "dpotrs", 5, "lda", [](GoodCall& x) { x.lda = kHuge; });
    expect_fault(solve, "dpotrs", 6, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(solve, "dpotrs", 7, "ldb", [](GoodCall& x) { x.ldb = 4; });
    const auto both = [](GoodCall& x) { dposv(x.uplo, x.n, x.nrhs, x.A, x.lda, x.B, x.ldb); };
    expect_fault(both, "dposv", 2, "n", [](GoodCall& x) { x.n = -2; });
    expect_fault(both, "dposv", 4, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(both, "dposv", 7, "ldb", [](GoodCall& x) { x.ldb = 0; });
}

TEST(LapackArguments, OfGeqrfAndOrgqrAreNumberedAndNamed) {
    const auto factor = [](GoodCall& x) { dgeqrf(x.m, 4, x.A, x.lda, x.tau); };
    expect_fault(factor, "dgeqrf", 1, "m", [](GoodCall& x) { x.m = -1; });
    expect_fault(factor, "dgeqrf", 3, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(factor, "dgeqrf", 4, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(factor, "dgeqrf", 4, "lda", [](GoodCall& x) { x.lda = kHuge; });
    expect_fault(factor, "dgeqrf", 5, "tau", [](GoodCall& x) { x.tau = nullptr; });
    expect_fault([](GoodCall& x) { sgeqrf(5, -1, nullptr, x.lda, nullptr); }, "sgeqrf", 2, "n",
                 [](GoodCall&) {});
    const auto make = [](GoodCall& x) { dorgqr(x.m, x.n, x.k, x.A, x.lda, x.tau); };
    expect_fault(make, "dorgqr", 1, "m", [](GoodCall& x) { x.m = -1; });
    expect_fault(make, "dorgqr", 2, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(make, "dorgqr", 2, "n", [](GoodCall& x) { x.n = 6; });
    expect_fault(make, "dorgqr", 3, "k", [](GoodCall& x) { x.k = -1; });
    expect_fault(make, "dorgqr", 3, "k", [](GoodCall& x) { x.n = 3, x.k = 4; });
    expect_fault(make, "dorgqr", 4, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(make, "dorgqr", 5, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(make, "dorgqr", 6, "tau", [](GoodCall& x) { x.tau = nullptr; });
}

TEST(LapackArguments, OfOrmqrAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) { dormqr(x.side, x.op, x.m, x.n, x.k, x.A, x.lda, x.tau, x.B, x.ldb); };
    expect_fault(call, "dormqr", 1, "side", [](GoodCall& x) { x.side = static_cast<Side>('l'); });
    expect_fault(call, "dormqr", 2, "op", [](GoodCall& x) { x.op = static_cast<Op>(0); });
    expect_fault(call, "dormqr", 3, "m", [](GoodCall& x) { x.m = -1; });
    expect_fault(call, "dormqr", 4, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(call, "dormqr", 5, "k", [](GoodCall& x) { x.k = -1; });
    expect_fault(call, "dormqr", 5, "k", [](GoodCall& x) { x.m = 3, x.k = 4; });
    expect_fault(call, "dormqr", 5, "k", [](GoodCall& x) { x.side = Side::right, x.n = 3, x.k = 4; });
    expect_fault(call, "dormqr", 6, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dormqr", 7, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(call, "dormqr", 7, "lda", [](GoodCall& x) { x.side = Side::right, x.m = 2, x.lda = 4; });
    expect_fault(call, "dormqr", 8, "tau", [](GoodCall& x) { x.tau = nullptr; });
    expect_fault(call, "dormqr", 9, "C", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(call, "dormqr", 10, "ldc", [](GoodCall& x) { x.ldb = 4; });
}

TEST(LapackArguments, OfGelsAreNumberedAndNamed) {
    const auto call = [](GoodCall& x) { dgels(x.op, x.m, x.n, x.nrhs, x.A, x.lda, x.B, x.ldb); };
    expect_fault(call, "dgels", 1, "op", [](GoodCall& x) { x.op = static_cast<Op>('t'); });
    expect_fault(call, "dgels", 2, "m", [](GoodCall& x) { x.m = -1; });
    expect_fault(call, "dgels", 3, "n", [](GoodCall& x) { x.n = -1; });
    expect_fault(call, "dgels", 4, "nrhs", [](GoodCall& x) { x.nrhs = -1; });
    expect_fault(call, "dgels", 5, "A", [](GoodCall& x) { x.A = nullptr; });
    expect_fault(call, "dgels", 6, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(call, "dgels", 7, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault(call, "dgels", 8, "ldb", [](GoodCall& x) { x.ldb = 4; });
    expect_fault(call, "dgels", 8, "ldb", [](GoodCall& x) { x.n = 7; });
}

/// LAPACK has adjoints alone of complex matrices.
TEST(LapackArguments, OfComplexQrAreNumberedAndNamed) {
    const auto factor = [](GoodCall& x) { zgeqrf(5, 4, c64(x.A), x.lda, c64(x.tau)); };
    expect_fault(factor, "zgeqrf", 4, "lda", [](GoodCall& x) { x.lda = 4; });
    expect_fault(factor, "zgeqrf", 5, "tau", [](GoodCall& x) { x.tau = nullptr; });
    const auto multiply = [](GoodCall& x) {
        zunmqr(x.side, x.op, x.m, x.n, x.k, c64(x.A), x.lda, c64(x.tau), c64(x.B), x.ldb);
    };
    expect_fault(multiply, "zunmqr", 2, "op", [](GoodCall& x) { x.op = Op::trans; });
    expect_fault(multiply, "zunmqr", 5, "k", [](GoodCall& x) { x.m = 3, x.k = 4; });
    expect_fault(multiply, "zunmqr", 10, "ldc", [](GoodCall& x) { x.ldb = 4; });
    const auto make = [](GoodCall& x) { zungqr(x.m, x.n, x.k, c64(x.A), x.lda, c64(x.tau)); };
    expect_fault(make, "zungqr", 2, "n", [](GoodCall& x) { x.n = 6; });
    expect_fault(make, "zungqr", 6, "tau", [](GoodCall& x) { x.tau = nullptr; });
    const auto solve = [](GoodCall& x) { zgels(x.op, x.m, x.n, x.nrhs, c64(x.A), x.lda, c64(x.B), x.ldb); };
    expect_fault(solve, "zgels", 1, "op", [](GoodCall& x) { x.op = Op::trans; });
    expect_fault(solve, "zgels", 7, "B", [](GoodCall& x) { x.B = nullptr; });
    expect_fault([](GoodCall&) { cgels(Op::trans, 1, 1, 1, nullptr, 1, nullptr, 1); }, "cgels", 1, "op",
                 [](GoodCall&) {});
}

TEST(LapackArguments, NullIsFineWhereNothingIsTouched) {
    Session session(test::test_options());
    EXPECT_EQ(geqrf<double>(session, 0, 3, nullptr, 1, nullptr), 0);
    EXPECT_EQ(ormqr<double>(session, Side::left, Op::none, 3, 2, 0, nullptr, 3, nullptr, nullptr, 3), 0);
    EXPECT_EQ(ormqr<double>(session, Side::right, Op::none, 0, 2, 1, nullptr, 2, nullptr, nullptr, 1), 0);
    EXPECT_EQ(orgqr<double>(session, 3, 0, 0, nullptr, 3, nullptr), 0);
    EXPECT_EQ(gels<double>(session, Op::none, 3, 2, 0, nullptr, 3, nullptr, 3), 0);
    using C64 = std::complex<double>;
    EXPECT_EQ(unmqr<C64>(session, Side::left, Op::none, 3, 2, 0, nullptr, 3, nullptr, nullptr, 3), 0);
    EXPECT_EQ(ungqr<C64>(session, 3, 0, 0, nullptr, 3, nullptr), 0);
    EXPECT_EQ(getrf<double>(session, 0, 3, nullptr, 1, nullptr), 0);
    EXPECT_EQ(getrf<double>(session, 3, 0, nullptr, 3, nullptr), 0);
    EXPECT_EQ(gesv<float>(session, 0, 3, nullptr, 1, nullptr, nullptr, 1), 0);
    EXPECT_EQ(potrf<double>(session, Uplo::upper, 0, nullptr, 1), 0);
    EXPECT_EQ(potri<float>(session, Uplo::lower, 0, nullptr, 1), 0);
    EXPECT_EQ(posv<double>(session, Uplo::lower, 0, 3, nullptr, 1, nullptr, 1), 0);
    std::int64_t iter = 5;
    EXPECT_EQ(dsgesv(session, 0, 3, nullptr, 1, nullptr, nullptr, 1, nullptr, 1, &iter), 0);
    EXPECT_EQ(iter, 0);
    EXPECT_EQ(session.statistics().runs, 0u);
}

}  // namespace
}  // namespace hg
