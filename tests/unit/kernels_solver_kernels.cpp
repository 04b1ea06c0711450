#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/solver/solver_kernels.hpp"
#include "kernels/solver/solver_numbers.hpp"
#include "support/machine_test.hpp"
#include "support/spmv_samples.hpp"
#include "support/vector_runs.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// Vectors of a solver, and what an instruction makes of them.
template <class T>
class SolverKernelTest : public test::MachineTest {
  protected:
    static constexpr ElementType type() { return element_type_of<T>(); }

    static std::vector<T> numbers(std::int64_t count, unsigned seed) {
        test::SpmvNumbers<T> number(seed);
        std::vector<T> all;
        for (std::int64_t i = 0; i < count; ++i) all.push_back(number());
        return all;
    }
    static void expect_near(const std::vector<T>& got, const std::vector<T>& wanted, double size,
                            const std::string& what) {
        ASSERT_EQ(got.size(), wanted.size());
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_LE(std::abs(got[i] - wanted[i]), size * std::numeric_limits<PartOf<T>>::epsilon())
                << what << ", element " << i;
    }
    /// One instruction on these columns.
    static void execute(const InstructionPtr& instruction, const std::vector<std::vector<T>*>& columns) {
        test::VectorRun run(*machine_);
        std::vector<RegisterId> operands;
        for (std::vector<T>* column : columns)
            operands.push_back(run.matrix(*column, static_cast<std::int64_t>(column->size()), 1));
        run.builder.exec(instruction, operands, std::vector<Scalar>{});
        run.run();
    }
};

using SolverTypes = testing::Types<double, std::complex<float>>;
TYPED_TEST_SUITE(SolverKernelTest, SolverTypes);

TYPED_TEST(SolverKernelTest, GatherPacksRows) {
    std::vector<std::int32_t> index;
    for (int i = 0; i < 300; ++i) index.push_back((i * 37) % 101);
    auto x = this->numbers(101 * 2, 1), y = this->numbers(300 * 2, 2);
    test::VectorRun run(*this->machine_);
    const RegisterId ri = run.matrix(index, 300, 1), rx = run.matrix(x, 101, 2), ry = run.matrix(y, 300, 2);
    run.builder.exec(gather(this->type()), {ri, rx, ry});
    run.run();
    for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t i = 0; i < 300; ++i)
            ASSERT_EQ(y[i + c * 300], x[static_cast<std::size_t>(index[i]) + c * 101]) << i;
}

TYPED_TEST(SolverKernelTest, DiagonalProducts) {
    for (const std::int64_t n : {1, 257}) {
        auto d = this->numbers(n, 1), r = this->numbers(n, 2), z = this->numbers(n, 3);
        this->execute(diagonal_product(this->type()), {&d, &r, &z});
        for (std::size_t i = 0; i < z.size(); ++i) ASSERT_LE(std::abs(z[i] - d[i] * r[i]), 1e-6) << i;
    }
}

TYPED_TEST(SolverKernelTest, BlockDiagonalProducts) {
    for (const int block : {7, 32})
        for (const std::int64_t n : {5, 261}) {
            auto blocks = this->numbers(block * n, 1), r = this->numbers(n, 2), z = this->numbers(n, 3);
            // What stands in rows beyond n does not count.
            for (std::int64_t j = n / block * block; j < n; ++j)
                for (std::int64_t i = n % block; i < block; ++i)
                    blocks[static_cast<std::size_t>(i + j * block)] =
                        static_cast<TypeParam>(std::numeric_limits<double>::quiet_NaN());
            test::VectorRun run(*this->machine_);
            const RegisterId rb = run.matrix(blocks, block, n), rr = run.matrix(r, n, 1),
                             rz = run.matrix(z, n, 1);
            run.builder.exec(block_diagonal_product(this->type(), block), {rb, rr, rz});
            run.run();
            std::vector<TypeParam> wanted(static_cast<std::size_t>(n));
            for (std::int64_t i = 0; i < n; ++i)
                for (std::int64_t j = i / block * block; j < std::min(i / block * block + block, n); ++j)
                    wanted[static_cast<std::size_t>(i)] +=
                        blocks[static_cast<std::size_t>(i % block + j * block)] *
                        r[static_cast<std::size_t>(j)];
            this->expect_near(z, wanted, 40, "blocks of " + std::to_string(block));
        }
}

TYPED_TEST(SolverKernelTest, InversesOfBlocks) {
    using T = TypeParam;
    for (const int block : {1, 5, 32})
        for (const std::int64_t n : {1, 37, 96}) {
            auto blocks = this->numbers(block * n, 1);
            const auto at = [&](std::int64_t i, std::int64_t j) -> T& {
                return blocks[static_cast<std::size_t>(i % block + j * block)];
            };
            // Pivots lie beside the diagonal.
            for (std::int64_t first = 0; first < n; first += block)
                for (std::int64_t i = first, last = std::min(first + block, n) - 1; i <= last; ++i)
                    at(i, first + last - i) += T(static_cast<PartOf<T>>(2 * block));
            const auto before = blocks;
            test::VectorRun run(*this->machine_);
            const RegisterId all = run.matrix(blocks, block, n);
            run.builder.exec(block_inverses(this->type(), block), {all});
            run.run();
            for (std::int64_t first = 0; first < n; first += block)
                for (std::int64_t i = first; i < std::min(first + block, n); ++i)
                    for (std::int64_t j = first; j < std::min(first + block, n); ++j) {
                        T sum{};
                        for (std::int64_t k = first; k < std::min(first + block, n); ++k)
                            sum += before[static_cast<std::size_t>(i % block + k * block)] * at(k, j);
                        ASSERT_LE(std::abs(sum - T(i == j ? 1 : 0)),
                                  100 * std::numeric_limits<PartOf<T>>::epsilon())
                            << block << ", " << n << ": " << i << ", " << j;
                    }
        }
}

TYPED_TEST(SolverKernelTest, SingularBlocksAreThoseOfTheirDiagonal) {
    using T = TypeParam;
    const T none = static_cast<T>(std::numeric_limits<double>::quiet_NaN());
    // Of rank 1; with an element that is none; with rows and columns of 0; regular; regular, and smaller.
    std::vector<T> blocks{2, 2, 2, 2, 4, none, 1, 4, 0, 0, 0, 4, 0, 2, 4, 0, 8, none};
    test::VectorRun run(*this->machine_);
    const RegisterId all = run.matrix(blocks, 2, 9);
    run.builder.exec(block_inverses(this->type(), 2), {all});
    run.run();
    const std::vector<double> wanted{0.5, 0, 0, 0.5, 0.25, 0, 0, 0.25, 1, 0, 0, 0.25, 0, 0.25, 0.5, 0, 0.125};
    for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_EQ(blocks[i], ScalarValue(wanted[i]).as<T>()) << i;
}

TYPED_TEST(SolverKernelTest, TotalsOfColumns) {
    using T = TypeParam;
    for (const int totals : {1, 2})
        for (const std::int64_t rows : {1, 3, 127, 1056}) {
            auto sums = this->numbers(rows * totals, 1);
            auto first = this->numbers(1, 2), second = this->numbers(1, 3);
            test::VectorRun run(*this->machine_);
            std::vector<RegisterId> operands{run.matrix(sums, rows, totals), run.matrix(first, 1, 1)};
            if (totals == 2) operands.push_back(run.matrix(second, 1, 1));
            run.builder.exec(solver_totals(this->type(), totals), operands, std::vector<Scalar>{});
            run.run();
            const double size = 8 * static_cast<double>(rows);
            const auto end_of_first = sums.begin() + rows;
            this->expect_near(first, {std::accumulate(sums.begin(), end_of_first, T{})}, size, "first");
            if (totals == 2)
                this->expect_near(second, {std::accumulate(end_of_first, sums.end(), T{})}, size, "second");
        }
}

TYPED_TEST(SolverKernelTest, StepsOfConjugateGradients) {
    using T = TypeParam;
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    struct Case {
        double rr, rz, sum;
        SolverState before, after;
    };
    constexpr SolverState running = SolverState::running, broken = SolverState::broken;
    for (const Case& c : {Case{1, 2, 2, running, running}, Case{0.25, 2, 2, running, SolverState::converged},
                          Case{1, -2, 2, running, SolverState::indefinite},
                          Case{1, 2, -2, running, SolverState::indefinite}, Case{1, 2, 2, broken, broken},
                          Case{kNone, 2, 2, running, broken}, Case{1, 2, kNone, running, broken}})
        for (const std::int64_t rows : {1, 300}) {
            const auto number = [](double x) { return ScalarValue(x).as<T>(); };
            std::vector<T> rr{number(c.rr)}, rz{number(c.rz)}, step{T(9)}, pq{T(9)};
            std::vector<T> sums(static_cast<std::size_t>(rows), number(c.sum));
            std::vector<std::int32_t> state{static_cast<std::int32_t>(c.before), 5};
            test::VectorRun run(*this->machine_);
            const std::vector<RegisterId> operands{run.matrix(rr, 1, 1),      run.matrix(rz, 1, 1),
                                                   run.matrix(sums, rows, 1), run.matrix(state, 2, 1),
                                                   run.matrix(step, 1, 1),    run.matrix(pq, 1, 1)};
            run.builder.exec(solver_numbers(SolverNumbers::cg, this->type()), operands,
                             std::vector<Scalar>{Scalar(0.5)});
            run.run();
            const bool goes_on = c.after == running;
            EXPECT_EQ(state[0], static_cast<std::int32_t>(c.after));
            EXPECT_EQ(state[1], goes_on ? 6 : 5);
            EXPECT_EQ(step[0], number(goes_on ? c.rz : 0));
            if (!std::isnan(c.sum)) {
                EXPECT_EQ(pq[0], number(c.sum * static_cast<double>(rows)));
            }
        }
}

TYPED_TEST(SolverKernelTest, UpdatesOfBiconjugateGradients) {
    using T = TypeParam;
    for (const bool solution : {false, true})
        for (const std::int64_t n : {1, 261}) {
            auto first = this->numbers(1, 1), omega = this->numbers(1, 2), u = this->numbers(n, 3),
                 v = this->numbers(n, 4), y = this->numbers(n, 5);
            std::vector<T> wanted;
            for (std::size_t i = 0; i < y.size(); ++i)
                wanted.push_back(solution ? y[i] + first[0] * u[i] + omega[0] * v[i]
                                          : u[i] + first[0] * (y[i] - omega[0] * v[i]));
            if (n == 1) {  // v does not count
                omega[0] = T{0};
                wanted[0] = solution ? y[0] + first[0] * u[0] : u[0] + first[0] * y[0];
                v[0] = static_cast<T>(std::numeric_limits<double>::quiet_NaN());
            }
            this->execute(solution ? bicgstab_solution(this->type()) : bicgstab_direction(this->type()),
                          {&first, &omega, &u, &v, &y});
            this->expect_near(y, wanted, 64, solution ? "x" : "p");
        }
}

TYPED_TEST(SolverKernelTest, StepsOfPolynomials) {
    using T = TypeParam;
    const std::vector<Scalar> scalars{1.25, 0.5, -0.75, -0.25};
    for (const bool previous : {false, true})
        for (const std::int64_t n : {1, 261}) {
            auto d = this->numbers(n, 1), r = this->numbers(n, 2), w = this->numbers(n, 3),
                 z = this->numbers(n, 4), next = this->numbers(n, 5);
            std::vector<T> wanted;
            for (std::size_t i = 0; i < z.size(); ++i) {
                using Part = PartOf<T>;
                wanted.push_back(Part(1.25) * z[i] + d[i] * (Part(0.5) * r[i] - Part(0.75) * w[i]));
                if (previous) wanted[i] -= Part(0.25) * next[i];
            }
            test::VectorRun run(*this->machine_);
            std::vector<RegisterId> operands;
            for (std::vector<T>* v : {&d, &r, &w, &z, &next}) operands.push_back(run.matrix(*v, n, 1));
            run.builder.exec(chebyshev_step(this->type(), previous), operands,
                             std::vector<Scalar>(scalars.begin(), scalars.end() - (previous ? 0 : 1)));
            run.run();
            this->expect_near(next, wanted, 16, previous ? "a later step" : "the first step");
        }
}

TYPED_TEST(SolverKernelTest, UpdatesOfConjugateGradients) {
    using T = TypeParam;
    const int most = is_complex(this->type()) ? 1 : 2;
    std::vector<CgBlocking> blockings{{most, 16, 3}};
    if (most > 1) blockings.push_back({1, 1, 4});
    for (const CgBlocking& b : blockings)
        for (const std::int64_t n : {1, 31, 1003})
            for (const bool diagonal : {false, true}) {
                auto rz = this->numbers(1, 1), pq = this->numbers(1, 2);
                if (n == 31) rz[0] = T{0}, pq[0] = T{0};
                auto p = this->numbers(n, 3), q = this->numbers(n, 4), x = this->numbers(n, 5),
                     r = this->numbers(n, 6);
                auto d = this->numbers(n, 7), z = this->numbers(n, 8);
                const T a = n == 31 ? T{0} : rz[0] / pq[0];
                auto new_x = x, new_r = r, new_z = z;
                std::vector<T> sums(static_cast<std::size_t>(cg_groups(b, n) * (diagonal ? 2 : 1)));
                std::vector<T> totals(2);
                for (std::size_t i = 0; i < x.size(); ++i) {
                    new_x[i] += a * p[i];
                    new_r[i] -= a * q[i];
                    new_z[i] = d[i] * new_r[i];
                    totals[0] += conjugated_if(true, new_r[i]) * new_r[i];
                    totals[1] += conjugated_if(true, new_r[i]) * new_z[i];
                }
                test::VectorRun run(*this->machine_);
                std::vector<RegisterId> operands;
                for (std::vector<T>* v : {&rz, &pq, &p, &q, &x, &r})
                    operands.push_back(run.matrix(*v, static_cast<std::int64_t>(v->size()), 1));
                if (diagonal)
                    for (std::vector<T>* v : {&d, &z}) operands.push_back(run.matrix(*v, n, 1));
                operands.push_back(run.matrix(sums, cg_groups(b, n), diagonal ? 2 : 1));
                const InstructionPtr update = cg_update(this->type(), diagonal, b);
                run.builder.exec(update, operands, std::vector<Scalar>{});
                run.run();
                const double size = 8 * (1 + std::abs(a));
                this->expect_near(x, new_x, size, update->name + " x");
                this->expect_near(r, new_r, size, update->name + " r");
                if (diagonal) this->expect_near(z, new_z, size, update->name + " z");
                for (std::size_t k = 0; k < (diagonal ? 2u : 1u); ++k) {
                    const auto groups = static_cast<std::size_t>(cg_groups(b, n));
                    const T total =
                        std::accumulate(sums.begin() + static_cast<std::ptrdiff_t>(k * groups),
                                        sums.begin() + static_cast<std::ptrdiff_t>((k + 1) * groups), T{0});
                    EXPECT_LE(std::abs(total - totals[k]), 40 * size * (1 + std::abs(a)) * double(n) *
                                                               std::numeric_limits<PartOf<T>>::epsilon())
                        << update->name << " sum " << k << " of " << n;
                }
            }
}

TYPED_TEST(SolverKernelTest, DirectionsOfConjugateGradients) {
    using T = TypeParam;
    for (const CgBlocking& b : {CgBlocking{is_complex(this->type()) ? 1 : 2, 16, 3}, CgBlocking{1, 1, 4}})
        for (const std::int64_t n : {1, 31, 1003}) {
            auto rz = this->numbers(1, 1), old = this->numbers(1, 2), z = this->numbers(n, 3),
                 p = this->numbers(n, 4);
            if (n == 31) {  // p does not count
                rz[0] = old[0] = T{0};
                p[7] = static_cast<T>(std::numeric_limits<double>::quiet_NaN());
            }
            auto wanted = z;
            for (std::size_t i = 0; i < z.size() && n != 31; ++i) wanted[i] += rz[0] / old[0] * p[i];
            this->execute(cg_direction(this->type(), b), {&rz, &old, &z, &p});
            this->expect_near(p, wanted, 8 * (1 + (n == 31 ? 0 : std::abs(rz[0] / old[0]))), "direction");
        }
}

TEST(SolverKernels, WhatCannotBeMadeIsRefused) {
    EXPECT_THROW(block_diagonal_product(ElementType::f64, 33), Error);
    EXPECT_THROW(block_inverses(ElementType::f64, 0), Error);
    EXPECT_THROW(gather(ElementType::i32), Error);
    EXPECT_THROW(cg_update(ElementType::f64, false, {.items = 48}), Error);
}

TEST(SolverKernels, CostsAreThoseOfTheVectors) {
    const Register one{ElementType::f64, 0, 1, 1, 1}, v{ElementType::f64, 0, 5000, 1, 5000};
    const CgBlocking b = default_cg_blocking(ElementType::f64, true, 100);
    EXPECT_EQ(cg_groups(b, 5000), 9);
    std::vector<Register> shapes{one, one, v, v, v, v, {ElementType::f64, 0, 9, 1, 9}};
    const InstructionPtr update = cg_update(ElementType::f64, false, b);
    EXPECT_EQ(update->cost({shapes, {}}).bytes, 8 * (6 * 5000.0 + 2 + 9));
    EXPECT_EQ(update->cost({shapes, {}}).flops, 6 * 5000.0);
    EXPECT_NO_THROW(update->check({shapes, {}}));
    shapes[6].rows = 10;
    EXPECT_THROW(update->check({shapes, {}}), Error);
}

}  // namespace
}  // namespace hg::kernels
