// QR factorizations, products with Q and its columns: each type of elements, judged by the rules of
// tools/workload/rule/routines/qr.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lapack/qr/geqrf_builder.hpp"
#include "support/device_problems.hpp"
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

using test::data_of;
using test::Given;
using test::is_right;
using test::Problem;
using test::with_elements;
using test::works;
using Shapes = std::vector<std::pair<std::int64_t, std::int64_t>>;

class Qr : public test::DeviceProblems {
  protected:
    /// Panels of both precisions have kernels of the same source, of many sizes.
    [[nodiscard]] bool optimises() const override { return is_double(); }
    /// "ormqr" and "orgqr" are unmqr and ungqr of complex elements.
    static std::unique_ptr<Problem> make(std::string routine, const Given& given) {
        if (is_complex() && routine.starts_with("or")) routine.replace(0, 2, "un");
        return test::make_problem(routine, GetParam(), given);
    }
    static std::unique_ptr<Problem> geqrf(std::int64_t m, std::int64_t n, std::int64_t gap = 3) {
        return make("geqrf", {.m = m, .n = n, .gap = gap, .seed = static_cast<std::uint64_t>(m + n)});
    }
    static std::unique_ptr<Problem> product(Side side, bool adjoint, std::int64_t order, std::int64_t k,
                                            std::int64_t vectors) {
        const bool left = side == Side::left;
        return make("ormqr", {.side = side,
                              .op = adjoint ? Op::conj_trans : Op::none,
                              .m = left ? order : vectors,
                              .n = left ? vectors : order,
                              .k = k,
                              .gap = 2});
    }
    static QrProblem problem_of(std::int64_t m, std::int64_t n, std::int64_t nrhs = 0) {
        return {.type = GetParam(), .m = m, .n = n, .nrhs = nrhs};
    }

    /// A program on the first `devices` of the machine, so many block_columns a sweep.
    static Program program_on(const QrProblem& problem, const Target& target, std::size_t devices,
                              std::size_t block_columns) {
        BlockLayout layout = qr_layout(problem, target);
        layout.devices.resize(std::min(devices, layout.devices.size()));
        layout.block_columns_per_pass = std::min(block_columns, layout.block_columns());
        return geqrf_program(problem, layout, target, kernels::Database::shipped());
    }
    /// Factors by a program.
    static void run(const Program& program, Problem& geqrf, std::int64_t order, Bindings bindings = {}) {
        with_elements(GetParam(), [&]<class T>() {
            std::vector<T> workspace(1024 * static_cast<std::size_t>(order));
            bindings.matrix("A", data_of<T>(geqrf, "A"), geqrf.ld("A"));
            bindings.matrix("tau", data_of<T>(geqrf, "tau"), order);
            for (const MatrixParameter& p : program.matrices())
                if (p.name == "T") bindings.matrix("T", workspace.data(), p.rows);
            session_->machine().run(program, bindings);
        });
    }
};

TEST_P(Qr, AllShapes) {
    Shapes shapes{{1, 1}, {1, 7}, {7, 1}, {33, 33}, {130, 129}, {40, 300}, {300, 140}};
    if (GetParam() == ElementType::f64)
        shapes = {{1, 1},     {1, 7},    {7, 1},    {33, 33},   {64, 65},
                  {130, 129}, {300, 40}, {40, 300}, {140, 500}, {700, 260}};
    if (GetParam() == ElementType::f32) shapes = {{301, 133}, {133, 301}};
    if (GetParam() == ElementType::c32) shapes = {{201, 133}, {133, 201}};
    for (const auto& [m, n] : shapes) EXPECT_TRUE(works(*session_, *geqrf(m, n)));
}

/// Results that are right do not pass with another element.
TEST_P(Qr, JudgesFindErrors) {
    for (const auto& [routine, outputs] : {std::pair{"geqrf", std::vector{"A", "tau"}},
                                           {"ormqr", {"C"}},
                                           {"orgqr", {"A"}},
                                           {"gels", {"A", "B"}}})
        for (const char* output : outputs)
            with_elements(GetParam(), [&]<class T>() {
                const auto problem = make(routine, {.m = 9, .n = 5, .k = 5, .nrhs = 2});
                ASSERT_TRUE(works(*session_, *problem));
                data_of<T>(*problem, output)[0] += T(RealOf<T>(0.01));
                EXPECT_FALSE(is_right(*problem)) << routine << ' ' << output;
                EXPECT_FALSE(is_right(*problem, 1)) << routine;
            });
}

TEST_P(Qr, NoScaleIsTooLargeOrTooSmall) {
    const std::int64_t m = is_complex() ? 90 : 160, n = is_complex() ? 70 : 140;
    const double large = is_double() ? 1e300 : 1e30;
    for (const double factor : {large, 1 / large}) {
        const auto problem = geqrf(m, n);
        DeviceProblems::scale(*problem, m, n, factor);
        EXPECT_TRUE(works(*session_, *problem)) << factor;
    }
}

/// Columns 200 and up depend on those before.
TEST_P(Qr, RankDeficientAndGraded) {
    const auto problem = geqrf(300, 250, 0);
    for (std::int64_t j = 0; j < 250; ++j)
        for (std::int64_t i = 0; i < 300; ++i)
            problem->set("A", i, j,
                         j < 200 ? problem->was("A", i, j) * std::pow(10.0, static_cast<double>(-j) / 10)
                                 : problem->was("A", i, j - 200) + problem->was("A", i, j - 199));
    EXPECT_TRUE(works(*session_, *problem));
}

/// The parts of complex numbers are what differs: real numbers stay real, imaginary ones have a real R.
TEST_P(Qr, ComplexMatricesOfRealOrOfImaginaryNumbers) {
    if (!is_complex()) return;
    const auto real = test::make_problem("geqrf", is_double() ? ElementType::f64 : ElementType::f32,
                                         {.m = 90, .n = 70, .gap = 1});
    ASSERT_TRUE(works(*session_, *real));
    for (const std::complex<double> unit : {std::complex(1.0, 0.0), std::complex(0.0, 1.0)}) {
        const auto problem = geqrf(90, 70, 1);
        for (std::int64_t j = 0; j < 70; ++j)
            for (std::int64_t i = 0; i < 90; ++i) problem->set("A", i, j, unit * real->was("A", i, j));
        EXPECT_TRUE(works(*session_, *problem));
        for (std::int64_t j = 0; j < 70; ++j)
            for (std::int64_t i = 0; i <= j; ++i) {
                ASSERT_NEAR(std::abs(problem->now("A", i, j)), std::abs(real->now("A", i, j)),
                            is_double() ? 1e-12 : 5e-4);
                if (unit == 1.0) {
                    ASSERT_EQ(problem->now("A", i, j).imag(), 0) << i << ", " << j;
                }
            }
    }
}

/// The same bits, however many devices share the block_columns and however many they hold at once.
TEST_P(Qr, DoesNotDependOnTheNumberOfDevices) {
    if (!is_double()) return;
    const Target target = session_->machine().target();
    const std::int64_t m = is_complex() ? 300 : 520, n = m - 20;
    const auto problem = geqrf(m, n, 1);
    run(program_on(problem_of(m, n), target, 1, 100), *problem, n);
    EXPECT_TRUE(is_right(*problem));
    const auto expected = problem->result_bits();
    for (std::size_t devices = 1; devices <= session_->machine().device_count(); ++devices)
        for (const std::size_t block_columns : {1U, 3U, 100U}) {
            problem->restore();
            run(program_on(problem_of(m, n), target, devices, block_columns), *problem, n);
            EXPECT_EQ(problem->result_bits(), expected)
                << devices << " devices, " << block_columns << " block_columns";
        }
}

/// A plan for GPUs of one compute unit, run by the host: its panels are too tall for their registers.
TEST_P(Qr, TallPanelsTakeATree) {
    if (!test::on_host()) GTEST_SKIP() << "the plan's kernels are for NVIDIA devices";
    if (GetParam() == ElementType::f32) return;
    Target target = session_->machine().target();
    for (DeviceModel& device : target.devices) {
        device.traits.is_host = false;
        device.traits.nvidia_capability = 90;
        device.traits.compute_units = 1;
    }
    Shapes shapes{{1500, 40}, {800, 150}, {530, 530}};
    if (GetParam() == ElementType::c64) shapes = {{800, 150}};
    if (GetParam() == ElementType::c32) shapes = {{1030, 90}};
    for (const auto& [m, n] : shapes) {
        const auto problem = geqrf(m, n, 1);
        std::vector<std::byte> first;
        for (std::size_t devices = 1; devices <= session_->machine().device_count(); ++devices) {
            const Program program = program_on(problem_of(m, n), target, devices, 1 << 20);
            EXPECT_NE(print(program).find("qr_tree_finish"), std::string::npos);
            problem->restore();
            run(program, *problem, n);
            EXPECT_TRUE(is_right(*problem));
            if (first.empty()) first = problem->result_bits();
            EXPECT_EQ(problem->result_bits(), first) << devices << " devices";
        }
    }
}

TEST_P(Qr, MatricesLargerThanTheDevice) {
    if (!is_double()) return;
    const std::int64_t limit = std::int64_t{3} << 20, m = is_complex() ? 600 : 900,
                       n = m - (is_complex() ? 100 : 200);
    ASSERT_LT(limit, m * n * size_of(GetParam()));
    Session small = with_memory(limit);
    EXPECT_TRUE(works(small, *geqrf(m, n, 0)));
}

/// Takes reflectors and B for a product with Q, and puts what was found in the place of its result.
template <class T>
testing::AssertionResult is_product(const Problem& geqrf, Problem& ormqr, std::int64_t m, std::int64_t k,
                                    const std::vector<T>& found) {
    for (std::int64_t j = 0; j < k; ++j) {
        ormqr.set("tau", j, 0, geqrf.now("tau", j, 0));
        for (std::int64_t i = j + 1; i < m; ++i) ormqr.set("A", i, j, geqrf.now("A", i, j));
    }
    for (std::size_t at = 0; at < found.size(); ++at) {
        const auto i = static_cast<std::int64_t>(at) % m, j = static_cast<std::int64_t>(at) / m;
        data_of<T>(ormqr, "C")[i + j * ormqr.ld("C")] = found[at];
    }
    return is_right(ormqr);
}

/// B gets Q^H in the factorization's program, with the same bits for any number of devices and block_columns
/// in a sweep.
TEST_P(Qr, RightHandSidesRideAlong) {
    if (!is_double()) return;
    Shapes shapes{{520, 500}, {300, 40}, {9, 9}};
    if (is_complex()) shapes = {{300, 280}, {9, 9}};
    const Target target = session_->machine().target();
    with_elements(GetParam(), [&]<class T>() {
        for (const auto& [m, n] : shapes) {
            const auto factored = geqrf(m, n, 1), ormqr = product(Side::left, true, m, n, 3);
            std::vector<T> first;
            for (std::size_t devices = 1; devices <= session_->machine().device_count(); ++devices)
                for (const std::size_t block_columns : {1U, 100U}) {
                    factored->restore();
                    ormqr->restore();
                    std::vector<T> found(static_cast<std::size_t>(3 * m));
                    Bindings bindings;
                    bindings.matrix("B", data_of<T>(*ormqr, "C"), ormqr->ld("C"));
                    bindings.matrix("QtB", found.data(), m);
                    run(program_on(problem_of(m, n, 3), target, devices, block_columns), *factored, n,
                        bindings);
                    EXPECT_TRUE(is_right(*factored));
                    EXPECT_TRUE(is_product(*factored, *ormqr, m, n, found));
                    if (first.empty()) first = found;
                    EXPECT_EQ(found, first) << devices << " devices, " << block_columns << " block_columns";
                }
        }
    });
}

TEST_P(Qr, ProductsWithQ) {
    std::int64_t m = 90, k = 70;
    std::vector<std::int64_t> vectors{50};
    if (GetParam() == ElementType::f64) m = 310, k = 150, vectors = {1, 130, 290};
    if (GetParam() == ElementType::c64) m = 160, vectors = {1, 130};
    for (const Side side : {Side::left, Side::right})
        for (const bool adjoint : {false, true})
            for (const std::int64_t count : vectors)
                EXPECT_TRUE(works(*session_, *product(side, adjoint, m, k, count)));
}

TEST_P(Qr, ProductsWithQInLittleMemory) {
    if (GetParam() != ElementType::f64) return;
    Session small = with_memory(std::int64_t{2} << 20);
    for (const Side side : {Side::left, Side::right})
        EXPECT_TRUE(works(small, *product(side, true, 400, 300, 600)));
}

/// The first n columns of the product of k reflectors.
TEST_P(Qr, ColumnsOfQ) {
    const std::int64_t m = is_complex() ? 160 : 310;
    Shapes shapes{{140, 140}, {150, 70}};
    if (GetParam() == ElementType::f64) shapes = {{1, 1}, {290, 290}, {300, 130}, {130, 130}, {310, 70}};
    for (const auto& [n, k] : shapes)
        EXPECT_TRUE(works(*session_, *make("orgqr", {.m = m, .n = n, .k = k, .gap = 3})));
    if (GetParam() != ElementType::f64) return;
    Session small = with_memory(std::int64_t{2} << 20);
    EXPECT_TRUE(works(small, *make("orgqr", {.m = m, .n = 300, .k = 260})));
}

INSTANTIATE_TEST_SUITE_P(All, Qr, testing::ValuesIn(test::all_types()), test::name_of_type);

}  // namespace
}  // namespace hg
