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
#include <hg/kernels/library.hpp>
#include <hg/kernels/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

class KernelVector : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// Runs one instruction on the device and its host implementation: all operands have the same bits then.
    template <class... M>
    static void expect_same_bits(const InstructionPtr& instruction, const std::vector<double>& numbers,
                                 M&... operands) {
        const auto wanted = std::tuple(operands...);
        auto on_host = wanted;
        InstructionRun run(*machine_, 2);  // rows lie 3 elements apart
        (run.in_out(operands), ...);
        run.run(instruction, std::vector<Scalar>(numbers.begin(), numbers.end()));
        const std::vector<ScalarValue> scalars(numbers.begin(), numbers.end());
        std::apply(
            [&](auto&... m) {
                const HostOperand all[]{{m.data.data(), m.rows, m.cols, m.ld}...};
                instruction->host({all, scalars});
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

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> KernelVector::machine_;

// Whole chunks and some elements more, in more groups than one; and in one group, with gaps between elements. Oclgrind
// runs all operations in more blockings, and needs less time to compile them.
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

TEST(VectorParameters, OneNameOneInstruction) {
    std::set<std::string> all;
    for (const std::string& text : vector_names()) {
        EXPECT_TRUE(all.insert(text).second) << text;
        EXPECT_EQ(find_vector(text)->name, text);
        EXPECT_EQ(find_vector(text), find(text));
    }
    const VectorParameters p{
        VectorOperation::axpy, ElementType::f32, VectorCoefficient::quotient, {4, 2, 64, 7}};
    EXPECT_EQ(name(p), "vector_axpy_f32_q_v4_w2_i64_g7");
    EXPECT_EQ(parse_vector(name(p)), p);
    EXPECT_EQ(name(VectorParameters{}), "vector_copy_f64_v2_w4_i256_g1024");
    EXPECT_EQ(vector_kernel({}), vector_kernel({.blocking = {.vector = 2}}))
        << "stating a default changes nothing";
    EXPECT_EQ(find_vector("vector_nrm2_total_f32_i128")->name, "vector_nrm2_total_f32_i128");
    EXPECT_EQ(name({.operation = VectorOperation::dotc, .type = ElementType::c32}),
              "vector_dotc_c32_v1_w4_i256_g1024");
    EXPECT_EQ(vector_total(VectorOperation::dotc, ElementType::c64, 64),
              vector_total(VectorOperation::dot, ElementType::c64, 64));
    EXPECT_EQ(vector_total(VectorOperation::nrm2, ElementType::c64, 64),
              vector_total(VectorOperation::nrm2, ElementType::f64, 64));
    for (const char* text : {"",
                             "vector_",
                             "vector_dot_f64",
                             "vector_dot_i32_v2_w4_i256_g1024",
                             "vector_dot_f64_v3_w4_i256_g1024",
                             "vector_dot_f64_v0_w4_i256_g1024",
                             "vector_dot_f64_v02_w4_i256_g1024",
                             "vector_dot_f64_v2_w4_i256_g1024_",
                             "vector_dot_f64_a_v2_w4_i256_g1024",
                             "vector_rot_f64_q_v2_w4_i256_g1024",
                             "vector_dot_f64_v2_w17_i256_g1024",
                             "vector_dot_f64_v2_w4_i255_g1024",
                             "vector_dot_f64_v2_w4_i256_g0",
                             "vector_dot_f64_v16_w4_i256_g1024",
                             "vector_dotc_f64_v2_w4_i256_g1024",
                             "vector_dotc_c64_v2_w4_i256_g1024",
                             "vector_real_scal_f32_v4_w4_i256_g1024",
                             "vector_nrm2_total_c64_i256",
                             "vector_copy_total_f64_i256",
                             "vector_dot_total_f64_i3",
                             "vector_dot_total_f64"})
        EXPECT_EQ(find_vector(text), nullptr) << text;
}

TEST(VectorParameters, WhatCannotBeMadeIsRefused) {
    const auto refused = [](const auto& make) {
        try {
            (void)make();
            return false;
        } catch (const Error& error) {
            return error.code() == ErrorCode::invalid_argument;
        }
    };
    EXPECT_TRUE(refused([] { return vector_kernel({.type = ElementType::i32}); }));
    EXPECT_TRUE(refused([] { return vector_kernel({.blocking = {.vector = 16}}); }));
    EXPECT_TRUE(refused([] { return vector_kernel({.blocking = {.items = 2048}}); }));
    EXPECT_TRUE(refused([] { return vector_kernel({.coefficient = VectorCoefficient::element}); }));
    EXPECT_TRUE(refused([] { return vector_kernel({.operation = VectorOperation::dotc}); }));
    EXPECT_TRUE(refused([] { return vector_kernel({.type = ElementType::c32, .blocking = {.vector = 2}}); }));
    EXPECT_TRUE(refused([] { return vector_total(VectorOperation::axpy, ElementType::f64, 64); }));
    EXPECT_TRUE(refused([] { return vector_total(VectorOperation::axpy, ElementType::c64, 64); }));
    EXPECT_TRUE(refused([] { return vector_total(VectorOperation::dot, ElementType::i32, 64); }));
    EXPECT_TRUE(refused([] { return vector_total(VectorOperation::dot, ElementType::f64, 65); }));
}

TEST(VectorParameters, CostsAndGroupsFollowTheLength) {
    const VectorParameters p{.operation = VectorOperation::dot};
    EXPECT_EQ(chunk_of(p), 2048);
    EXPECT_EQ(groups_of(p, 1), 1);
    EXPECT_EQ(groups_of(p, 3 * 2048 + 5), 3);
    EXPECT_EQ(groups_of(p, std::int64_t{1} << 30), 1024);
    const Register x{ElementType::f64, 0, 10000, 1, 10000}, y{ElementType::f64, 0, 1, 10000, 3};
    const std::vector<Register> registers{x, y, {ElementType::f64, 0, 4, 1, 4}};
    const InstructionPtr dot = vector_kernel(p);
    EXPECT_NO_THROW(dot->check({registers, {}}));
    EXPECT_EQ(dot->cost({registers, {}}).bytes, 2 * 8 * 10000.0);
    EXPECT_EQ(dot->cost({registers, {}}).flops, 2 * 10000.0);
    EXPECT_EQ(dot->geometry({registers, {}}).global[0], 4u * 256);
    EXPECT_EQ(vector_kernel({.operation = VectorOperation::axpy})->cost({registers, {}}).bytes,
              3 * 8 * 10000.0);
}

// Registers hold an element at least; an instruction itself does not count on it.
TEST(VectorParameters, NothingIsSummedOfNoElements) {
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

}  // namespace
}  // namespace hg::kernels
