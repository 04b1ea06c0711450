#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <memory>

#include "lapack/qr/geqrf_builder.hpp"
#include "support/qr_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

using test::in_double;
using test::is_qr;
using test::Matrix;
using test::QrFactors;
using test::reflect;
using test::WideOf;

using C64 = std::complex<double>;
using C32 = std::complex<float>;

class QrNumerics : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    template <class T>
    static QrFactors<T> factor(const Matrix<T>& A, Machine& machine) {
        const QrProblem problem{.type = element_type_of<T>(), .m = A.rows, .n = A.cols};
        return factor(A, machine, geqrf_program(problem, machine.target(), kernels::Database::shipped()));
    }

    template <class T>
    static QrFactors<T> factor(const Matrix<T>& A, Machine& machine, const Program& program,
                               Bindings bindings = {}) {
        const std::int64_t k = std::min(A.rows, A.cols);
        QrFactors<T> q{A, std::vector<T>(static_cast<std::size_t>(k))};
        std::vector<T> workspace(1024 * static_cast<std::size_t>(k));
        bindings.matrix("A", q.factors.data.data(), A.ld);
        bindings.matrix("tau", q.tau.data(), k);
        for (const MatrixParameter& p : program.matrices())
            if (p.name == "T") bindings.matrix("T", workspace.data(), p.rows);
        machine.run(program, bindings);
        return q;
    }

    /// On the first `devices` of the machine, so many strips a sweep.
    template <class T>
    static QrFactors<T> factor_on(const Matrix<T>& A, std::size_t devices, std::size_t strips) {
        const QrProblem problem{.type = element_type_of<T>(), .m = A.rows, .n = A.cols};
        QrLayout layout = qr_layout(problem, machine_->target());
        layout.devices.resize(devices);
        layout.strips_per_sweep = std::min(strips, layout.strips());
        return factor(A, *machine_,
                      geqrf_program(problem, layout, machine_->target(), kernels::Database::shipped()));
    }

    template <class T>
    static void check_size(std::int64_t m, std::int64_t n, double scale = 1) {
        Matrix<T> A(Layout::col_major, m, n, 3, static_cast<unsigned>(m + n));
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i) A(i, j) *= static_cast<RealOf<T>>(scale);
        EXPECT_TRUE(is_qr(A, factor(A, *machine_))) << m << "x" << n;
    }

    template <class T>
    static void check_deficient_and_graded();
    template <class T>
    static void check_numbers_of_devices(std::int64_t m, std::int64_t n);
    template <class T>
    static void check_trees(std::int64_t m, std::int64_t n);
    template <class T>
    static void check_right_hand_sides(std::int64_t m, std::int64_t n);

    static std::unique_ptr<Machine> machine_;
};

std::unique_ptr<Machine> QrNumerics::machine_;

TEST_F(QrNumerics, AllShapes) {
    for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1, 1},
                               {1, 7},
                               {7, 1},
                               {33, 33},
                               {64, 65},
                               {130, 129},
                               {300, 40},
                               {40, 300},
                               {140, 500},
                               {700, 260}})
        check_size<double>(m, n);
    check_size<float>(301, 133);
    check_size<float>(133, 301);
    for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1, 1},
                               {1, 7},
                               {7, 1},
                               {33, 33},
                               {130, 129},
                               {40, 300},
                               {300, 140}})
        check_size<C64>(m, n);
    check_size<C32>(201, 133);
    check_size<C32>(133, 201);
}

TEST_F(QrNumerics, NoScaleIsTooLargeOrTooSmall) {
    for (const double scale : {1e-300, 1e300}) {
        check_size<double>(160, 140, scale);
        check_size<C64>(90, 70, scale);
    }
}

/// Columns 200 and up depend on those before.
template <class T>
void QrNumerics::check_deficient_and_graded() {
    Matrix<T> A(Layout::col_major, 300, 250, 0, 6);
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i)
            A(i, j) = j < 200 ? A(i, j) * std::pow(10.0, static_cast<double>(-j) / 10)
                              : A(i, j - 200) + A(i, j - 199);
    EXPECT_TRUE(is_qr(A, factor(A, *machine_)));
}

TEST_F(QrNumerics, RankDeficientAndGraded) {
    check_deficient_and_graded<double>();
    check_deficient_and_graded<C64>();
}

/// The parts of complex numbers are what differs: real numbers stay real, imaginary ones have a real R.
TEST_F(QrNumerics, ComplexMatricesOfRealOrOfImaginaryNumbers) {
    const Matrix<double> A(Layout::col_major, 90, 70, 1, 6);
    const QrFactors<double> expected = factor(A, *machine_);
    for (const C64 unit : {C64{1, 0}, C64{0, 1}}) {
        Matrix<C64> B(Layout::col_major, A.rows, A.cols, 1, 6);
        for (std::int64_t j = 0; j < A.cols; ++j)
            for (std::int64_t i = 0; i < A.rows; ++i) B(i, j) = unit * A(i, j);
        const QrFactors<C64> got = factor(B, *machine_);
        EXPECT_TRUE(is_qr(B, got));
        for (std::int64_t j = 0; j < A.cols; ++j)
            for (std::int64_t i = 0; i <= j; ++i) {
                ASSERT_NEAR(std::abs(got.factors(i, j)), std::fabs(expected.factors(i, j)), 1e-12);
                if (unit == C64{1}) {
                    ASSERT_EQ(got.factors(i, j).imag(), 0) << i << ", " << j;
                }
            }
    }
}

/// The same bits, however many devices share the strips and however many they hold at once.
template <class T>
void QrNumerics::check_numbers_of_devices(std::int64_t m, std::int64_t n) {
    const Matrix<T> A(Layout::col_major, m, n, 1, 9);
    const QrFactors<T> expected = factor_on(A, 1, 100);
    EXPECT_TRUE(is_qr(A, expected));
    for (std::size_t devices = 1; devices <= machine_->device_count(); ++devices)
        for (const std::size_t strips : {1U, 3U, 100U}) {
            const QrFactors<T> got = factor_on(A, devices, strips);
            EXPECT_EQ(got.factors.data, expected.factors.data)
                << devices << " devices, " << strips << " strips";
            EXPECT_EQ(got.tau, expected.tau);
        }
}

TEST_F(QrNumerics, DoesNotDependOnTheNumberOfDevices) {
    check_numbers_of_devices<double>(520, 500);
    check_numbers_of_devices<C64>(300, 280);
}

/// A plan for GPUs of one compute unit, run by the host: its panels are too tall for their registers.
template <class T>
void QrNumerics::check_trees(std::int64_t m, std::int64_t n) {
    Target target = machine_->target();
    for (DeviceModel& device : target.devices) {
        device.traits.is_host = false;
        device.traits.nvidia_capability = 90;
        device.traits.compute_units = 1;
    }
    const Matrix<T> A(Layout::col_major, m, n, 1, 9);
    const QrProblem problem{.type = element_type_of<T>(), .m = m, .n = n};
    std::vector<T> first;
    for (std::size_t devices = 1; devices <= machine_->device_count(); ++devices) {
        QrLayout layout = qr_layout(problem, target);
        layout.devices.resize(std::min(devices, layout.devices.size()));
        const Program program = geqrf_program(problem, layout, target, kernels::Database::shipped());
        EXPECT_NE(print(program).find("qr_tree_finish"), std::string::npos);
        const QrFactors<T> q = factor(A, *machine_, program);
        EXPECT_TRUE(is_qr(A, q));
        if (first.empty()) first = q.factors.data;
        EXPECT_EQ(q.factors.data, first) << devices << " devices";
    }
}

TEST_F(QrNumerics, TallPanelsTakeATree) {
    if (!test::on_host()) GTEST_SKIP() << "the plan's kernels are for NVIDIA devices";
    for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{1500, 40}, {800, 150}, {530, 530}})
        check_trees<double>(m, n);
    check_trees<C64>(800, 150);
    check_trees<C32>(1030, 90);
}

TEST_F(QrNumerics, MatricesLargerThanTheDevice) {
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{3} << 20;
    Machine small(options);
    const Matrix<double> A(Layout::col_major, 900, 700, 0, 8);
    ASSERT_LT(options.memory_limit, A.rows * A.cols * 8);
    EXPECT_TRUE(is_qr(A, factor(A, small)));
    const Matrix<C64> B(Layout::col_major, 600, 500, 0, 8);
    ASSERT_LT(options.memory_limit, B.rows * B.cols * 16);
    EXPECT_TRUE(is_qr(B, factor(B, small)));
}

/// B gets Q^H in the factorization's program, with the same bits for any number of devices and strips in a sweep.
template <class T>
void QrNumerics::check_right_hand_sides(std::int64_t m, std::int64_t n) {
    const QrProblem problem{.type = element_type_of<T>(), .m = m, .n = n, .nrhs = 3};
    const Matrix<T> A(Layout::col_major, m, n, 1, 9), B(Layout::col_major, m, 3, 2, 10);
    std::vector<T> first;
    for (std::size_t devices = 1; devices <= machine_->device_count(); ++devices)
        for (const std::size_t strips : {1U, 100U}) {
            QrLayout layout = qr_layout(problem, machine_->target());
            layout.devices.resize(std::min(devices, layout.devices.size()));
            layout.strips_per_sweep = std::min(strips, layout.strips());
            Matrix<T> got(Layout::col_major, m, 3, 0, 1);
            Bindings bindings;
            bindings.matrix("B", B.data.data(), B.ld);
            bindings.matrix("QtB", got.data.data(), got.ld);
            const QrFactors<T> q = factor(
                A, *machine_,
                geqrf_program(problem, layout, machine_->target(), kernels::Database::shipped()), bindings);
            Matrix<T> expected = in_double(B);
            reflect(q, true, expected);
            for (std::int64_t j = 0; j < 3; ++j)
                for (std::int64_t i = 0; i < m; ++i)
                    ASSERT_LE(std::abs(got(i, j) - expected(i, j)), 1e-13 * std::sqrt(m));
            if (first.empty()) first = got.data;
            EXPECT_EQ(got.data, first) << devices << " devices, " << strips << " strips";
        }
}

TEST_F(QrNumerics, RightHandSidesRideAlong) {
    for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{520, 500}, {300, 40}, {9, 9}})
        check_right_hand_sides<double>(m, n);
    for (const auto& [m, n] : {std::pair<std::int64_t, std::int64_t>{300, 280}, {9, 9}})
        check_right_hand_sides<C64>(m, n);
}

/// C := op(Q) C or C op(Q) by the program.
template <class T>
void multiply(Machine& machine, const QProductProblem& problem, QrFactors<T> q, Matrix<T>& C) {
    Bindings bindings;
    bindings.matrix("A", q.factors.data.data(), q.factors.ld);
    bindings.matrix("tau", q.tau.data(), problem.k);
    bindings.matrix("C", C.data.data(), C.ld);
    machine.run(ormqr_program(problem, machine.target(), kernels::Database::shipped()), bindings);
}

template <class T>
Matrix<T> adjoint_of(const Matrix<T>& A) {
    Matrix<T> t(Layout::col_major, A.cols, A.rows, 0, 1);
    for (std::int64_t j = 0; j < A.cols; ++j)
        for (std::int64_t i = 0; i < A.rows; ++i) t(j, i) = kernels::conjugated_if(true, A(i, j));
    return t;
}

template <class T>
void check_product(Machine& machine, const QrFactors<T>& q, Side side, Op op, std::int64_t other) {
    const std::int64_t order = q.factors.rows;
    const bool left = side == Side::left;
    const Matrix<T> C(Layout::col_major, left ? order : other, left ? other : order, 2, 12);
    Matrix<T> got = C;
    multiply(machine,
             {element_type_of<T>(), side, op, C.rows, C.cols, static_cast<std::int64_t>(q.tau.size())}, q,
             got);
    EXPECT_TRUE(got.gaps_untouched());
    // C op(Q) = (op(Q)^H C^H)^H
    Matrix<WideOf<T>> expected = in_double(left ? C : adjoint_of(C));
    reflect(q, (op != Op::none) == left, expected);
    const Matrix<WideOf<T>> compared = in_double(left ? got : adjoint_of(got));
    const double bound = 10 * std::sqrt(static_cast<double>(order)) *
                         std::numeric_limits<RealOf<T>>::epsilon() * expected.norm();
    for (std::int64_t j = 0; j < expected.cols; ++j)
        for (std::int64_t i = 0; i < order; ++i)
            ASSERT_LE(std::abs(compared(i, j) - expected(i, j)), bound)
                << i << ", " << j << " of " << order << ", " << other;
}

TEST_F(QrNumerics, ProductsWithQ) {
    const Matrix<double> A(Layout::col_major, 310, 150, 1, 21);
    const QrFactors<double> q = factor(A, *machine_);
    const Matrix<float> F(Layout::col_major, 90, 70, 1, 22);
    const QrFactors<float> f = factor(F, *machine_);
    for (const Side side : {Side::left, Side::right})
        for (const Op op : {Op::none, Op::trans}) {
            for (const std::int64_t other : {1, 130, 290}) check_product(*machine_, q, side, op, other);
            check_product(*machine_, f, side, op, 50);
        }
    const QrFactors<C64> c = factor(Matrix<C64>(Layout::col_major, 160, 70, 1, 23), *machine_);
    const QrFactors<C32> d = factor(Matrix<C32>(Layout::col_major, 90, 70, 1, 22), *machine_);
    for (const Side side : {Side::left, Side::right})
        for (const Op op : {Op::none, Op::conj_trans}) {
            for (const std::int64_t other : {1, 130}) check_product(*machine_, c, side, op, other);
            check_product(*machine_, d, side, op, 50);
        }
}

TEST_F(QrNumerics, ProductsWithQInLittleMemory) {
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{2} << 20;
    Machine small(options);
    const Matrix<double> A(Layout::col_major, 400, 300, 0, 21);
    const QrFactors<double> q = factor(A, *machine_);
    for (const Side side : {Side::left, Side::right}) check_product(small, q, side, Op::trans, 600);
}

/// The first n columns of the product of the first k reflectors.
template <class T>
void check_columns(Machine& machine, const QrFactors<T>& q, std::int64_t n, std::int64_t k) {
    const std::int64_t m = q.factors.rows;
    Matrix<T> got(Layout::col_major, m, n, 3, 1);
    QrFactors<T> first{q.factors, {q.tau.begin(), q.tau.begin() + k}};
    for (std::int64_t j = 0; j < k; ++j)
        for (std::int64_t i = 0; i < m; ++i) got(i, j) = q.factors(i, j);
    Bindings bindings;
    bindings.matrix("A", got.data.data(), got.ld);
    bindings.matrix("tau", first.tau.data(), k);
    machine.run(orgqr_program({.type = element_type_of<T>(), .m = m, .n = n, .k = k}, machine.target(),
                              kernels::Database::shipped()),
                bindings);
    EXPECT_TRUE(got.gaps_untouched());
    Matrix<T> expected(Layout::col_major, m, n, 0, 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) expected(i, j) = i == j ? T{1} : T{0};
    reflect(first, false, expected);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            ASSERT_LE(std::abs(got(i, j) - expected(i, j)), 1e-13)
                << i << ", " << j << " of " << n << ", " << k;
}

TEST_F(QrNumerics, ColumnsOfQ) {
    const QrFactors<double> q = factor(Matrix<double>(Layout::col_major, 310, 290, 1, 21), *machine_);
    for (const auto& [n, k] :
         {std::pair<std::int64_t, std::int64_t>{1, 1}, {290, 290}, {300, 130}, {130, 130}, {310, 70}})
        check_columns(*machine_, q, n, k);
    MachineOptions options = test::first_test_devices(1);
    options.memory_limit = std::int64_t{2} << 20;
    Machine small(options);
    check_columns(small, q, 300, 260);
    const QrFactors<C64> c = factor(Matrix<C64>(Layout::col_major, 160, 140, 1, 21), *machine_);
    for (const auto& [n, k] : {std::pair<std::int64_t, std::int64_t>{140, 140}, {150, 70}})
        check_columns(*machine_, c, n, k);
}

}  // namespace
}  // namespace hg
