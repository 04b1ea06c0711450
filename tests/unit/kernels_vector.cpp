// Instructions on vectors, on devices and by their host implementations.
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "support/complex_samples.hpp"
#include "support/lu_runs.hpp"
#include <hg/kernels/rank_update.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/kernels/vector.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

class KernelVector : public test::MachineTest {
  protected:
    /// Runs one instruction on the device and its host implementation: all operands have the same bits then.
    template <class... M>
    static void expect_same_bits(const InstructionPtr& instruction, const std::vector<double>& numbers,
                                 M&... operands) {
        auto on_host = std::tuple(operands...);
        InstructionRun run(*machine_, 2);  // rows lie 3 elements apart
        (run.in_out(operands), ...);
        run.run(instruction, {numbers.begin(), numbers.end()});
        std::apply(
            [&](auto&... m) {
                test::run_on_host(instruction, {numbers.begin(), numbers.end()}, m...);
            },
            on_host);
        std::apply(
            [&](const auto&... m) { EXPECT_TRUE(((m.data == operands.data) && ...)) << instruction->name; },
            on_host);
    }

    template <class T>
    static void check(const VectorBlocking& blocking, std::int64_t n, bool row,
                      std::span<const VectorOperation> operations) {
        constexpr ElementType type = element_type_of<T>();
        const auto matrix = [&](bool flat, unsigned seed) {
            Matrix<T> made(Layout::col_major, flat ? 1 : n, flat ? n : 1, 0, seed);
            if constexpr (ComplexElement<T>)
                for (std::size_t i = 1; i < made.data.size(); ++i) made.data[i].imag(made.data[i - 1].real());
            return made;
        };
        for (const VectorOperation operation : operations) {
            Matrix<T> x = matrix(row, 1), y = matrix(false, 2);
            const VectorParameters p{operation, type, VectorCoefficient::number, blocking};
            const InstructionPtr instruction = vector_kernel(p);
            std::vector<double> scalars;
            for (const ScalarOperand& scalar : instruction->scalars)
                scalars.push_back(scalar.name == "reversed" ? 1 : scalar.name == "s" ? 0.6 : 0.8);
            if (!is_reduction(operation)) {
                if (vectors_of(operation) == 1)
                    expect_same_bits(instruction, scalars, x);
                else
                    expect_same_bits(instruction, scalars, x, y);
                continue;
            }
            const bool leaves_sums = blocking.groups > 1;
            const std::int64_t cols = leaves_sums ? sums_of(operation) : 1;
            if (operation == VectorOperation::iamax) {
                Matrix<std::int32_t> places(Layout::col_major, groups_of(p, n), 1, 0, 3);
                Matrix<std::int32_t> result(Layout::col_major, 1, 1, 0, 4);
                expect_same_bits(instruction, scalars, x, places);
                if (leaves_sums)
                    expect_same_bits(vector_total(operation, type, blocking.items), {}, x, places, result);
                continue;
            }
            const auto reduce = [&]<class S>(S) {
                Matrix<S> sums(Layout::col_major, groups_of(p, n), cols, 0, 3),
                    result(Layout::col_major, 1, 1, 0, 4);
                if (vectors_of(operation) == 1)
                    expect_same_bits(instruction, scalars, x, sums);
                else
                    expect_same_bits(instruction, scalars, x, y, sums);
                if (leaves_sums)
                    expect_same_bits(vector_total(operation, type, blocking.items), {}, sums, result);
            };
            if (result_type(operation, type) == type)
                reduce(T{});
            else
                reduce(RealOf<T>{});
        }
    }
};
// Whole chunks and some elements more, in more groups than one; and in one group, with gaps between elements.
// Oclgrind runs all operations in more blockings, and needs less time to compile them.
TEST_F(KernelVector, HasTheBitsOfItsHostImplementation) {
    check<double>({.vector = 2, .work = 4, .items = 32, .groups = 3}, 5 * 256 + 77, false,
                  std::array{VectorOperation::axpy, VectorOperation::rot, VectorOperation::dot,
                             VectorOperation::nrm2, VectorOperation::iamax});
    check<float>({.vector = 16, .work = 3, .items = 4, .groups = 1}, 1000, true,
                 std::array{VectorOperation::nrm2});
}

TEST_F(KernelVector, HasTheBitsOfItsHostImplementationForComplexElements) {
    check<std::complex<double>>({.vector = 1, .work = 4, .items = 32, .groups = 3}, 5 * 128 + 77, false,
                                kComplexVectorOperations);
    check<std::complex<float>>(
        {.vector = 1, .work = 3, .items = 4, .groups = 1}, 100, true,
        std::array{VectorOperation::axpy, VectorOperation::nrm2, VectorOperation::dotc});
}

// Registers hold an element at least; an instruction itself does not count on it.
TEST(VectorKernels, NothingIsSummedOfNoElements) {
    double none = 0, sum = 5, number = 7;
    const HostOperand empty{&none, 0, 1, 1}, result{&number, 1, 1, 1};
    const HostOperand dot[]{empty, empty, result}, norm[]{empty, result};
    const std::vector<ScalarValue> reversed{0.0}, alpha{2.0, 0.0};
    vector_kernel({.operation = VectorOperation::dot, .blocking = {.groups = 1}})->host({dot, reversed});
    EXPECT_EQ(number, 0);
    number = 7;
    vector_kernel({.operation = VectorOperation::nrm2, .blocking = {.groups = 1}})->host({norm, {}});
    EXPECT_EQ(number, 0);
    std::int32_t place = 3;
    const HostOperand iamax[]{empty, {&place, 1, 1, 1}};
    vector_kernel({.operation = VectorOperation::iamax, .blocking = {.groups = 1}})->host({iamax, {}});
    EXPECT_EQ(place, -1);
    const HostOperand axpy[]{empty, {&sum, 0, 1, 1}};
    vector_kernel({.operation = VectorOperation::axpy})->host({axpy, alpha});
    EXPECT_EQ(sum, 5);
}

/// A after the update on the machine's first device, or by the host implementation.
template <class T>
std::vector<T> updated(Machine* machine, const RankUpdateParameters& p, std::int64_t m, std::int64_t n) {
    Matrix<T> x(Layout::col_major, m, 1, 0, 1), y(Layout::col_major, 1, n, 0, 2);
    Matrix<T> A(Layout::col_major, m, n, 0, 3);
    const InstructionPtr instruction = rank_update(p);
    std::vector<double> numbers;
    for (const ScalarOperand& scalar : instruction->scalars)
        numbers.push_back(scalar.name == "alpha" ? 0.3 : scalar.name == "y_reversed" ? 0 : 1);
    if (machine)
        InstructionRun(*machine, 3).in(x).in(y).in_out(A).run(instruction, {numbers.begin(), numbers.end()});
    else
        test::run_on_host(instruction, {numbers.begin(), numbers.end()}, x, y, A);
    return A.data;
}

template <class T>
class KernelRankUpdate : public test::MachineTest {};
using ElementsOfUpdates = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(KernelRankUpdate, ElementsOfUpdates);

TYPED_TEST(KernelRankUpdate, HasTheSameBitsForAllBlockings) {
    constexpr ElementType type = element_type_of<TypeParam>();
    for (const RankUpdate operation : {RankUpdate::ger, RankUpdate::syr2}) {
        const bool is_ger = operation == RankUpdate::ger;
        const std::int64_t m = 101, n = is_ger ? 37 : m;
        using Blocking = RankUpdateBlocking;
        const auto with = [&](Machine* on, const Blocking& blocking) {
            const RankUpdateParameters p{.operation = operation, .type = type, .blocking = blocking};
            return updated<TypeParam>(on, p, m, n);
        };
        const auto on_host = with(nullptr, {});
        const Blocking of_ger{is_complex(type) ? 1 : 2, 8, 8, 2};
        EXPECT_EQ(with(this->machine_.get(), is_ger ? of_ger : Blocking{1, 16, 4, 4}), on_host)
            << name(operation, type);
    }
}

using KernelTrsv = test::MachineTest;

// Three diagonal blocks: one that is nearly the identity, one whose inverse needs refinement, one that has
// none.
TEST_F(KernelTrsv, SaysHowFarInversesAreTrusted) {
    const TrsvParameters p{.blocking = {.block = 16, .inner = 4, .vector = 2, .items = 16, .groups = 3}};
    const std::int64_t n = 48;
    Matrix<double> a(Layout::col_major, n, n, 0, 1);
    for (std::int64_t i = 0; i < 16; ++i) a(i, i) = 16;
    for (std::int64_t i = 16; i < 32; ++i) a(i, i) = 0.5;
    a(40, 40) = 0;
    Matrix<double> scratch(Layout::col_major, 16, trsv_blocks(p, n) * 34, 0, 2);
    Matrix<std::int32_t> state(Layout::col_major, 4, 1, 0, 3), wanted = state;
    Matrix<double> host_scratch = scratch;
    InstructionRun(*machine_, 2).in(a).out(scratch).out(state).run(trsv_inverses(p), {0.0, 0.0});
    EXPECT_EQ(state.data, (std::vector<std::int32_t>{0, 2, 1, 0}));
    test::run_on_host(trsv_inverses(p), {0.0, 0.0}, a, host_scratch, wanted);
    EXPECT_EQ(wanted.data, state.data);
    for (std::int64_t c = 0; c < 16; ++c)
        for (std::int64_t r = 0; r < 16; ++r) {
            EXPECT_NEAR(scratch(r, c), host_scratch(r, c), 1e-16) << r << ", " << c << " of an inverse";
            EXPECT_NEAR(scratch(r, c + 48), host_scratch(r, c + 48), 1e-8)
                << r << ", " << c << " of a product beside it";
        }
}

}  // namespace
}  // namespace hg::kernels
