// Row-major calls of all routines of LAPACK: they leave the bits that column-major calls on the transposes
// leave, and nothing else is touched.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "support/problems.hpp"
#include "support/shared_devices.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using hgctl::ListedOperand;
using test::Given;
using test::is_right;
using test::Problem;
using test::TypedRoutine;
using test::works;

std::vector<TypedRoutine> lapack_routines(const std::vector<ElementType>& types) {
    std::vector<TypedRoutine> all;
    for (const auto* const routines :
         {&hgctl::lu_routines(), &hgctl::cholesky_routines(), &hgctl::ldl_routines(), &hgctl::qr_routines()})
        for (const TypedRoutine& routine : test::typed(*routines))
            if (std::ranges::find(types, routine.type) != types.end()) all.push_back(routine);
    return all;
}

bool has_pivots(const Problem& problem) {
    bool found = false;
    for (const ListedOperand* const operand : problem.listed().operands())
        found = found || (operand->is_integral() && operand->rows > 1);
    return found;
}

/// A row-major problem and the column-major one of the same elements. Calls with a Cholesky factor work on
/// conj(A), whose other triangle stands in the memory of A, and on conj(B).
class BothLayouts {
  public:
    BothLayouts(const TypedRoutine& routine, Given given)
        : uses_conjugate_(routine.is_any_of({"potrf", "potrs", "posv", "potri", "dsposv", "zcposv"})) {
        given.layout = Layout::row_major;
        by_rows = routine.make(given);
        given.layout = Layout::col_major;
        if (uses_conjugate_) given.uplo = given.uplo == Uplo::lower ? Uplo::upper : Uplo::lower;
        by_columns = routine.make(given);
        for_each_element([&](std::string_view name, Place at, Place image, bool conjugates) {
            const std::complex<double> x = by_rows->was(name, at.i, at.j);
            by_columns->set(name, image.i, image.j, conjugates ? std::conj(x) : x);
        });
        if (has_pivots(*by_rows)) by_columns->pivots() = by_rows->pivots();
    }

    /// That all elements which the calls may touch are the same.
    void expect_the_same() const {
        for_each_element([&](std::string_view name, Place at, Place image, bool conjugates) {
            const std::complex<double> x = by_rows->now(name, at.i, at.j);
            const std::complex<double> y = by_columns->now(name, image.i, image.j);
            ASSERT_TRUE(are_same(x, conjugates ? std::conj(y) : y))
                << by_rows->text() << ": " << name << '(' << at.i << ", " << at.j << ") is " << x << " and "
                << y;
        });
        if (has_pivots(*by_rows)) {
            EXPECT_EQ(by_rows->pivots(), by_columns->pivots());
        }
    }

    std::unique_ptr<Problem> by_rows{}, by_columns{};

  private:
    struct Place {
        std::int64_t i, j;
    };

    /// act(name, place, image, conjugates) for the elements of the row-major operands that count.
    template <class Act>
    void for_each_element(const Act& act) const {
        const hgctl::ListedCall call = by_rows->listed();
        for (const ListedOperand* const operand : call.operands()) {
            if (operand->is_integral()) continue;
            const bool is_mirrored = uses_conjugate_ && operand->is_triangle;
            for (std::int64_t j = 0; j < operand->cols; ++j)
                for (std::int64_t i = 0; i < operand->rows; ++i)
                    if (by_rows->counts(operand->name, i, j))
                        act(operand->name, Place{i, j}, is_mirrored ? Place{j, i} : Place{i, j},
                            uses_conjugate_ && !is_mirrored);
        }
    }
    static bool are_same(std::complex<double> x, std::complex<double> y) {
        const auto alike = [](double a, double b) { return a == b || (a != a && b != b); };
        return alike(x.real(), y.real()) && alike(x.imag(), y.imag());
    }

    bool uses_conjugate_;
};

class RowMajorLapack : public test::SessionSuite<testing::TestWithParam<TypedRoutine>> {
  protected:
    static void expect_the_same_results(const Given& given) {
        BothLayouts problems(GetParam(), given);
        EXPECT_TRUE(works(*session_, *problems.by_rows));
        EXPECT_TRUE(works(*session_, *problems.by_columns));
        problems.expect_the_same();
    }
};

TEST_P(RowMajorLapack, HasTheBitsOfTheColumnMajorCall) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        expect_the_same_results({.uplo = uplo, .m = 90, .n = 70, .k = 60, .nrhs = 5, .gap = 3});
    expect_the_same_results({.side = Side::right,
                             .op = Op::conj_trans,
                             .pivoting = Pivoting::tournament,
                             .m = 67,
                             .n = 60,
                             .k = 33,
                             .nrhs = 20,
                             .number_outside = true});
}

/// The copies belong to the submitted call.
TEST_P(RowMajorLapack, WaitsForEarlierCalls) {
    const Given given{.layout = Layout::row_major, .m = 70, .n = 60, .k = 50, .nrhs = 3, .gap = 2};
    const auto problem = GetParam().make(given);
    EXPECT_TRUE(is_right(*problem, problem->submit(*session_).wait()));
    const auto expected = problem->result_bits();
    problem->restore();
    EXPECT_EQ(problem->call(*session_), 0);
    EXPECT_EQ(problem->result_bits(), expected);
}

INSTANTIATE_TEST_SUITE_P(All, RowMajorLapack,
                         testing::ValuesIn(lapack_routines(test::types_worth_compiling())),
                         [](const auto& routine) { return routine.param.text(); });

class LargeRowMajorLapack : public RowMajorLapack {};

/// Copies of more than a MiB are in pinned memory.
TEST_P(LargeRowMajorLapack, IsRight) {
    const auto problem =
        GetParam().make({.layout = Layout::row_major, .m = 400, .n = 380, .k = 200, .nrhs = 20, .gap = 1});
    EXPECT_TRUE(works(*session_, *problem));
}

INSTANTIATE_TEST_SUITE_P(All, LargeRowMajorLapack, testing::ValuesIn(lapack_routines({ElementType::f64})),
                         [](const auto& routine) { return routine.param.text(); });

/// A row-major Cholesky factorization and its solve, submitted one after the other: both use A itself.
TEST(RowMajorCalls, KeepTheirOrder) {
    Session session(test::test_options());
    std::array<double, 9> A{4, -1, -1, 2, 5, -1, 2, 3, 6};  // lower triangle; -1 stands in the other one
    std::array<double, 6> B{16, 1, 24, 2, 29, 3};           // ldb is 2, the second column a gap
    Call factored = potrf_async<double>(session, Layout::row_major, Uplo::lower, 3, A.data(), 3);
    Call solved =
        potrs_async<double>(session, Layout::row_major, Uplo::lower, 3, 1, A.data(), 3, B.data(), 2);
    EXPECT_EQ(solved.wait(), 0);
    EXPECT_EQ(factored.wait(), 0);
    EXPECT_EQ(A[1], -1);
    EXPECT_NEAR(A[3] * A[0], 2, 1e-14);
    EXPECT_EQ(B[1], 1);
    const double x = B[0], y = B[2], z = B[4];
    EXPECT_NEAR(4 * x + 2 * y + 2 * z, 16, 1e-13);
    EXPECT_NEAR(2 * x + 5 * y + 3 * z, 24, 1e-13);
    EXPECT_NEAR(2 * x + 3 * y + 6 * z, 29, 1e-13);
}

/// The system has no such memory, and nothing has changed then.
TEST(RowMajorCalls, NeedMemoryForTheirCopies) {
    Session session(test::test_options());
    constexpr std::int64_t kRows = std::int64_t{1} << 55;
    double element = 3;
    std::int64_t pivot = 7;
    try {
        getrf<double>(session, Layout::row_major, kRows, 1, &element, 1, &pivot);
        ADD_FAILURE() << "there is memory";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::out_of_memory) << error.what();
        EXPECT_FALSE(error.context().partially_written);
    }
    EXPECT_EQ(element, 3);
    EXPECT_EQ(pivot, 7);
}

}  // namespace
}  // namespace hg
