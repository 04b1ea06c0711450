#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/guarded_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/kernels/library.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::array<std::int64_t, 5> kLimits{1, 8, 32, 64, 256};

/// Kernels of matrix instructions, and those whose work-groups wait for each other, run on NVIDIA's devices,
/// which take any work-group that a kernel asks for.
bool is_of_nvidia(const Instruction& instruction) {
    return instruction.needs.nvidia_capability > 0;
}

TEST(WorkGroups, EachInstructionOffersFewerWorkItems) {
    for (const std::string& name : names()) {
        const InstructionPtr instruction = find(name);
        ASSERT_TRUE(instruction) << name;
        if (is_of_nvidia(*instruction)) continue;
        for (const std::int64_t limit : kLimits) {
            if (instruction->needs.work_group <= limit) continue;
            ASSERT_TRUE(instruction->with_fewer) << name;
            const InstructionPtr fewer = instruction->with_fewer(limit);
            ASSERT_TRUE(fewer) << name << " with " << limit;
            EXPECT_LE(fewer->needs.work_group, limit) << name;
            EXPECT_LE(fewer->needs.local_memory,
                      std::max<std::int64_t>(instruction->needs.local_memory, 32768))
                << name;
            EXPECT_EQ(fewer->operands.size(), instruction->operands.size()) << name;
            EXPECT_EQ(fewer->scalars.size(), instruction->scalars.size()) << name;
        }
    }
}

using LimitedSample = test::GuardedSample;

/// A random register; what is on its diagonal is large, so that triangles are well-conditioned and panels
/// have pivots.
test::SampleOperand random_operand(const Register& shape, std::mt19937& random) {
    test::SampleOperand made{shape, std::vector<std::byte>(static_cast<std::size_t>(shape.bytes()))};
    if (shape.type == ElementType::i32) return made;
    with_element_type(shape.type, [&]<class T>() {
        if constexpr (!std::is_same_v<T, std::int32_t>)
            for (std::int64_t i = 0; i < shape.rows * shape.cols; ++i) {
                const double number = static_cast<double>(random() % 64) / 64 - 0.5;
                const bool on_diagonal = i % shape.rows == i / shape.rows;
                made.as<T>()[i] =
                    ScalarValue(on_diagonal ? 8 + number : number, on_diagonal ? 0.0 : 0.25).as<T>();
            }
    });
    return made;
}

bool takes(const Instruction& instruction, const ExecShape& shape) {
    try {
        if (instruction.check) instruction.check(shape);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Zeros in the other triangle, which products of triangular blocks take for granted.
void make_triangular(LimitedSample& sample) {
    const bool upper = sample.scalars.back() != 0;
    for (test::SampleOperand& operand : sample.operands)
        for (std::int64_t j = 0; j < operand.shape.cols; ++j)
            for (std::int64_t i = 0; i < operand.shape.rows; ++i)
                if (upper ? i > j : i < j) operand.as<float>()[i + j * operand.shape.ld] = 0;
}

/// The extents of an operand: of a panel's scratch those that suffice, of others some that often fit
/// together.
std::pair<std::int64_t, std::int64_t> random_extents(const Operand& operand, int kind, std::mt19937& random,
                                                     std::int64_t n) {
    if (operand.name == "scratch") return {400000, 1};
    const auto one_of = [&](auto... choices) {
        const std::array<std::int64_t, sizeof...(choices)> all{choices...};
        return all[random() % all.size()];
    };
    if (kind == 0) return {1, 1};
    if (kind == 1) return {one_of(n, n, 1L), one_of(1L, 1L, 1L, 2L)};
    if (kind == 2) return {n, n};
    if (kind == 3) return {one_of(n, n, 8L), one_of(n, 1L)};
    if (kind == 4) return {one_of(n, n + 12, n + 12, 2 * n), one_of(n, n, 1L, 3L)};
    return {one_of(n, n, n + 5, 1L, 2L), one_of(n, n, n + 5, 1L, 2L, 3L)};
}

/// Operands of extents that fit; none if chance finds none.
std::optional<LimitedSample> random_sample(const InstructionPtr& instruction, std::mt19937& random) {
    constexpr int kTries = 3000, kKinds = 6;
    for (int t = 0; t < kTries; ++t) {
        const std::int64_t n = 24 + random() % 8;
        std::vector<Register> shapes;
        for (const Operand& operand : instruction->operands) {
            const auto [rows, cols] = random_extents(operand, (kKinds - 1 - t % kKinds), random, n);
            shapes.push_back({.type = operand.type, .rows = rows, .cols = cols, .ld = rows});
        }
        std::vector<ScalarValue> scalars;
        for (const ScalarOperand& scalar : instruction->scalars)
            scalars.emplace_back(scalar.type == ElementType::i32 ? std::array{0.0, 1.0, 32.0}[random() % 3]
                                                                 : 0.5);
        if (!takes(*instruction, {shapes, scalars})) continue;
        LimitedSample sample{.instruction = instruction, .operands = {}, .scalars = scalars};
        for (const Register& shape : shapes) sample.operands.push_back(random_operand(shape, random));
        if (instruction->entry == "triangle_product") make_triangular(sample);
        return sample;
    }
    return std::nullopt;
}

/// An instruction of each kernel in single precision, by the kernel's name and the number of its operands.
std::vector<InstructionPtr> one_of_each_kernel() {
    std::vector<InstructionPtr> all;
    std::set<std::pair<std::string, std::size_t>> known;
    for (const std::string& name : names()) {
        const InstructionPtr i = find(name);
        const bool is_single = i->operands.front().type == ElementType::f32 || name.ends_with("_c32");
        if (is_single && i->guards.empty() && !is_of_nvidia(*i) &&
            known.emplace(i->entry, i->operands.size()).second)
            all.push_back(i);
    }
    return all;
}

TEST(WorkGroups, SamplesAreOfMostKernels) {
    std::size_t found = 0;
    std::mt19937 random(5);
    const std::vector<InstructionPtr> all = one_of_each_kernel();
    std::string without;
    for (const InstructionPtr& instruction : all) {
        const bool has_sample = random_sample(instruction, random).has_value();
        found += has_sample;
        if (!has_sample) without += " " + instruction->name;
    }
    EXPECT_GT(5 * found, 4 * all.size()) << found << " of " << all.size() << ", without" << without;
}

std::vector<LimitedSample> all_samples() {
    std::mt19937 random(5);
    std::vector<LimitedSample> all = test::guarded_samples();
    for (const InstructionPtr& instruction : one_of_each_kernel())
        if (std::optional<LimitedSample> sample = random_sample(instruction, random))
            all.push_back(std::move(*sample));
    return all;
}

void run_on(Machine& machine, LimitedSample& sample) {
    ProgramBuilder builder(machine.target());
    Bindings bindings;
    std::vector<RegisterId> registers;
    std::vector<HostTile> tiles;
    for (std::size_t o = 0; o < sample.operands.size(); ++o) {
        test::SampleOperand& operand = sample.operands[o];
        const Register& r = operand.shape;
        const std::string name = "X" + std::to_string(o);
        tiles.push_back({builder.matrix(name, r.type, r.rows, r.cols), 0, 0, r.rows, r.cols});
        registers.push_back(builder.reg(0, r.type, r.rows, r.cols, r.rows));
        builder.load(registers.back(), tiles.back());
        bindings.matrix(name, BoundMatrix{operand.data.data(), r.ld, r.type, true});
    }
    builder.exec(sample.instruction, registers,
                 std::vector<Scalar>(sample.scalars.begin(), sample.scalars.end()));
    for (std::size_t o = 0; o < sample.operands.size(); ++o)
        if (writes(sample.instruction->operands[o].access)) builder.store(tiles[o], registers[o]);
    machine.run(std::move(builder).finish(), bindings);
}

/// The largest difference of elements, as a share of the largest element.
double difference(test::SampleOperand& got, test::SampleOperand& wanted) {
    double error = 0, largest = 0;
    with_element_type(got.shape.type, [&]<class T>() {
        for (std::int64_t i = 0; i < got.shape.rows * got.shape.cols; ++i) {
            const std::complex<double> x(got.as<T>()[i]), y(wanted.as<T>()[i]);
            if (x == y || (std::isnan(std::abs(x)) && std::isnan(std::abs(y)))) continue;
            error = std::isnan(std::abs(x - y)) ? INFINITY : std::max(error, std::abs(x - y));
            largest = std::max(largest, std::abs(y));
        }
    });
    return got.shape.type == ElementType::i32 ? error : error / std::max(largest, 1e-30);
}

/// What the device compiles in place of the instruction, and how many work-items it may launch; empty if it
/// compiles the instruction itself, and launches it as it does without a limit.
std::string form_of(const LimitedSample& sample, std::int64_t limit) {
    const Instruction& i = *sample.instruction;
    if (i.needs.work_group > limit) return i.with_fewer(limit)->name;
    std::vector<Register> shapes;
    for (const test::SampleOperand& operand : sample.operands) shapes.push_back(operand.shape);
    const Geometry geometry = i.geometry({shapes, sample.scalars});
    const std::size_t items = geometry.local[0] * geometry.local[1] * geometry.local[2];
    return static_cast<std::int64_t>(items) > limit ? i.name + " of " + std::to_string(limit) : "";
}

class LimitedWorkGroups : public testing::TestWithParam<std::int64_t> {
  protected:
    /// Whether this form has not run yet, with another limit.
    static bool is_new(const std::string& form) {
        static std::set<std::string> known;
        return !form.empty() && known.insert(form).second;
    }
};

/// The compiler of the device says, as it were, that no kernel runs with larger work-groups.
TEST_P(LimitedWorkGroups, KernelsComputeTheSame) {
    if (test::on_host()) GTEST_SKIP() << "the host device has no work-groups";
    MachineOptions options = test::test_options();
    options.work_group_limit = GetParam();
    Machine machine(options);
    for (LimitedSample& sample : all_samples()) {
        if (!is_new(form_of(sample, GetParam()))) continue;
        LimitedSample wanted = sample;
        wanted.instruction->host({wanted.on_host(), wanted.scalars});
        const std::string& name = sample.instruction->name;
        ASSERT_NO_THROW(run_on(machine, sample)) << name;
        for (std::size_t o = 0; o < sample.operands.size(); ++o) {
            const Operand& operand = sample.instruction->operands[o];
            if (!writes(operand.access) || operand.name == "scratch") continue;
            EXPECT_LE(difference(sample.operands[o], wanted.operands[o]), 1e-5)
                << name << " " << operand.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(To, LimitedWorkGroups, testing::ValuesIn(kLimits),
                         [](const auto& limit) { return std::to_string(limit.param); });

}  // namespace
}  // namespace hg::kernels
