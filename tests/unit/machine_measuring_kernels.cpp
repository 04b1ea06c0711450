#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "runtime/machine/measure/kernels/memory_kernel.hpp"
#include "runtime/machine/measure/kernels/memory_pattern.hpp"
#include "runtime/machine/measure/kernels/peak_kernel.hpp"
#include "support/lu_runs.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::InstructionRun;
using test::Matrix;

class MeasuringKernels : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }
    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> MeasuringKernels::machine_;

template <class T>
Matrix<T> column(std::int64_t rows, T value = T{}) {
    Matrix<T> x(Layout::col_major, rows, 1, 0, 1);
    std::ranges::fill(x.data, value);
    return x;
}

template <class T>
Matrix<T> pattern(std::int64_t n, int shift) {
    Matrix<T> x = column<T>(n);
    for (std::int64_t e = 0; e < n; ++e) x(e, 0) = static_cast<T>(pattern_value(e, shift));
    return x;
}

template <class T>
HostOperand operand(Matrix<T>& x) {
    return {x.data.data(), x.rows, x.cols, x.ld};
}

/// Whole steps, a part of one, and an odd element.
std::int64_t length(const MemoryKernel& k) {
    return k.operation == MemoryOperation::shared ? 5 * chunk_of(k) : 5 * chunk_of(k) + k.items + 3;
}

/// Runs an instruction whose last operand is its result, on the device and on the host. Returns the result.
template <class T, class R>
Matrix<R> expect_as_on_host(Machine& machine, const InstructionPtr& instruction,
                            std::vector<Matrix<T>> inputs, Matrix<R> got, double scalar) {
    Matrix<R> wanted = got;
    InstructionRun run(machine);
    std::vector<HostOperand> operands;
    for (Matrix<T>& input : inputs) {
        run.in(input);
        operands.push_back(operand(input));
    }
    operands.push_back(operand(wanted));
    const std::size_t scalars = instruction->scalars.size();
    run.out(got).run(instruction, std::vector<Scalar>(scalars, Scalar(scalar)));
    instruction->host({operands, std::vector<ScalarValue>(scalars, ScalarValue(scalar))});
    EXPECT_EQ(got.data, wanted.data) << instruction->name;
    return got;
}

template <class T>
void expect_right(Machine& machine, MemoryKernel k) {
    const MemoryOperationTraits& traits = traits_of(k.operation);
    k.type = element_type_of<T>();
    if (traits.is_permuted) k.vector = 1;
    const std::int64_t n = length(k);
    std::vector<Matrix<T>> inputs;
    if (k.operation != MemoryOperation::set) inputs.push_back(pattern<T>(n, 0));
    if (traits.vectors == 3) inputs.push_back(pattern<T>(n, kSecondShift));
    if (!traits.sums) {
        const auto c = expect_as_on_host(machine, memory_kernel(k), inputs, column<T>(n, T{-1}), 3.0);
        EXPECT_NE(c(n - 1, 0), T{-1}) << name(k);
        return;
    }
    const auto sums =
        expect_as_on_host(machine, memory_kernel(k), inputs, column<std::int32_t>(groups_of(k, n), -1), 3.0);
    const std::int64_t all = std::accumulate(sums.data.begin(), sums.data.end(), std::int64_t{0});
    const std::int64_t times = k.operation == MemoryOperation::shared ? 3 * k.groups : 1;
    EXPECT_EQ(all, times * pattern_sum(elements_used(k.operation, n))) << name(k);
}

TEST_F(MeasuringKernels, MemoryKernelsDoWhatTheHostDoes) {
    for (const MemoryOperation operation : kMemoryOperations)
        if (!is_on_chip(operation))
            expect_right<double>(
                *machine_, {.operation = operation, .vector = 2, .unroll = 3, .items = 16, .groups = 3});
    for (const MemoryOperation operation : {MemoryOperation::read, MemoryOperation::triad})
        expect_right<float>(*machine_,
                            {.operation = operation, .vector = 4, .unroll = 1, .items = 32, .groups = 9});
}

TEST_F(MeasuringKernels, SumsNeedNoVectorsAndNoWholeSteps) {
    for (const int vector : {1, 16}) {
        MemoryKernel k{MemoryOperation::read, ElementType::f64, vector, 2, 8, 4};
        for (const std::int64_t n : {std::int64_t{1}, chunk_of(k) - 1, 2 * chunk_of(k)}) {
            Matrix<double> a = pattern<double>(n, 0);
            auto sums = column<std::int32_t>(groups_of(k, n));
            InstructionRun(*machine_).in(a).out(sums).run(memory_kernel(k));
            EXPECT_EQ(std::accumulate(sums.data.begin(), sums.data.end(), 0), pattern_sum(n))
                << vector << ' ' << n;
        }
    }
}

TEST_F(MeasuringKernels, StridedAndGatheredReadEachElementOnce) {
    // The sum of 4^e tells which elements were read, and how often.
    for (const MemoryOperation operation : {MemoryOperation::strided, MemoryOperation::gathered})
        for (const std::int64_t n : {1, 2, 15}) {
            const MemoryKernel k{operation, ElementType::f64, 1, 1, 1, 1};
            Matrix<double> a = column<double>(n);
            for (std::int64_t e = 0; e < n; ++e) a(e, 0) = static_cast<double>(std::int64_t{1} << 2 * e);
            auto sums = column<std::int32_t>(1);
            InstructionRun(*machine_).in(a).out(sums).run(memory_kernel(k));
            const std::int64_t used = elements_used(operation, n);
            EXPECT_EQ(sums(0, 0), ((std::int64_t{1} << 2 * used) - 1) / 3) << name(operation) << ' ' << n;
        }
}

TEST_F(MeasuringKernels, WrongElementsAreCounted) {
    for (const std::int64_t n : {std::int64_t{5}, std::int64_t{3000}}) {
        Matrix<double> c = column<double>(n);
        InstructionRun(*machine_).out(c).run(memory_pattern(ElementType::f64), {Scalar(0.0)});
        EXPECT_EQ(c.data, pattern<double>(n, 0).data);
        for (std::int64_t e = 0; e < n; ++e)
            c(e, 0) = 2 + 3 * c(e, 0) + static_cast<double>(pattern_value(e, kSecondShift));
        const auto faults = [&] {
            auto counts = column<std::int32_t>(kPatternGroups, 0);
            InstructionRun(*machine_).in(c).in_out(counts).run(memory_faults(ElementType::f64),
                                                               {Scalar(2.0), Scalar(3.0), Scalar(1.0)});
            return std::accumulate(counts.data.begin(), counts.data.end(), 0);
        };
        EXPECT_EQ(faults(), 0);
        c(0, 0) += 1;
        c(n - 1, 0) = -c(n - 1, 0);
        EXPECT_EQ(faults(), 2);
    }
}

TEST_F(MeasuringKernels, OnChipMemoryGivesTheSumsThatItMust) {
    for (const MemoryKernel& k :
         {MemoryKernel{MemoryOperation::local, ElementType::f32, 4, 2, 32, 3},
          MemoryKernel{MemoryOperation::private_memory, ElementType::f64, 2, 3, 32, 3}}) {
        auto sums = column<std::int32_t>(96);
        InstructionRun(*machine_).out(sums).run(memory_kernel(k), {Scalar(37.0), Scalar(1.0)});
        for (std::int64_t item = 0; item < 96; ++item)
            EXPECT_EQ(sums(item, 0), on_chip_sum(k, item % 32, 37)) << name(k) << ' ' << item;
    }
}

TEST_F(MeasuringKernels, MultiplyAddsComeBackToWhatTheyWere) {
    const DeviceTraits& traits = machine_->target().devices[0].traits;
    std::vector<PeakKernel> all{
        {PeakType::f32, 4, 3, 8, 2}, {PeakType::f64, 2, 1, 8, 2}, {PeakType::i32, 1, 3, 8, 2}};
    for (const PeakType type : kMatrixPeaks) all.push_back({type, 0, 2, 64, 2});
    for (const PeakKernel& k : all) {
        if (!traits.is_host && !unmet_need(peak_kernel(k)->needs, traits).empty()) continue;
        auto result = column<std::int32_t>(k.work_items());
        std::vector<Scalar> scalars{Scalar(5.0), Scalar(k.vector > 0 ? -1.0 : 1.0)};
        if (k.vector > 0) scalars.emplace_back(8.0);
        InstructionRun(*machine_).out(result).run(peak_kernel(k), scalars);
        for (std::int64_t item = 0; item < k.work_items(); ++item)
            EXPECT_EQ(result(item, 0), k.result(item, 5)) << name(k) << ' ' << item;
    }
}

TEST(MatrixUnits, AreForTheirMakersDevices) {
    const PeakKernel k{.type = PeakType::f16, .vector = 0, .chains = 2};
    EXPECT_EQ(k.result(0, 5), 4 * 2 * 16 * 8 * 5);
    DeviceTraits another;
    another.vendor = "AMD";
    EXPECT_NE(unmet_need(peak_kernel(k)->needs, another), "");
}

TEST_F(MeasuringKernels, GroupsMeet) {
    const bool gpu = machine_->device(0).is_gpu;
    const int groups = gpu ? static_cast<int>(machine_->device(0).compute_units) : 1;
    auto counter = column<std::int32_t>(1, 0), values = column<std::int32_t>(groups, 0), result = values;
    InstructionRun(*machine_).in_out(counter).out(values).out(result).run(group_barrier(groups, 32),
                                                                          {Scalar(7.0)});
    EXPECT_EQ(counter(0, 0), 7 * groups);
    for (int g = 0; g < groups; ++g) EXPECT_EQ(result(g, 0), (g + 1) % groups + 1);
}

TEST(MeasuringKernelParameters, AreChecked) {
    EXPECT_THROW(memory_kernel({.vector = 3}), Error);
    EXPECT_THROW(memory_kernel({.operation = MemoryOperation::gathered, .vector = 2}), Error);
    EXPECT_THROW(memory_kernel({.unroll = 17}), Error);
    EXPECT_THROW(memory_kernel({.items = 100}), Error);
    EXPECT_THROW(memory_kernel({.groups = 0}), Error);
    EXPECT_THROW(memory_kernel({.type = ElementType::i32}), Error);
    EXPECT_THROW(memory_kernel({.operation = MemoryOperation::local, .vector = 1}), Error);
    EXPECT_THROW(peak_kernel({.vector = 3}), Error);
    EXPECT_THROW(peak_kernel({.type = PeakType::f32, .ptx = true}), Error);
    EXPECT_THROW(peak_kernel({.type = PeakType::i8}), Error);
    EXPECT_THROW(peak_kernel({.type = PeakType::f16, .vector = 0, .items = 48}), Error);
    EXPECT_THROW(peak_kernel({.type = PeakType::f16, .vector = 0, .narrow = true}), Error);
    EXPECT_THROW(group_barrier(0, 32), Error);
}

TEST(MeasuringKernelParameters, ShapesAreChecked) {
    const MemoryKernel k{MemoryOperation::copy, ElementType::f64};
    const Register whole{ElementType::f64, 0, 64, 2, 64}, gaps{ElementType::f64, 0, 64, 2, 65};
    const auto check = [&](const MemoryKernel& kernel, std::vector<Register> registers) {
        memory_kernel(kernel)->check({registers, {}});
    };
    EXPECT_NO_THROW(check(k, {whole, whole}));
    EXPECT_THROW(check(k, {whole, gaps}), Error);
    EXPECT_THROW(check(k, {whole, {ElementType::f64, 0, 64, 1, 64}}), Error);
    EXPECT_THROW(
        check({MemoryOperation::shared, ElementType::f64}, {whole, {ElementType::i32, 0, 1024, 1, 1024}}),
        Error)
        << "no whole chunk";
}

}  // namespace
}  // namespace hg
