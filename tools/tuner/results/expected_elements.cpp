#include "tools/tuner/results/expected_elements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

namespace hgctl {
namespace {

using hg::ElementType;
using hg::kernels::ExampleContents;
using hg::kernels::ExampleRegister;
using hg::kernels::KernelExample;

std::size_t elements(const hg::Register& reg) {
    return static_cast<std::size_t>(reg.ld * reg.cols);
}

/// An operand's elements in ordinary memory.
class OperandElements {
  public:
    /// Filled as fill() of kKernelProgramBody fills them.
    OperandElements(const ExampleRegister& operand, std::size_t position)
        : reg_(operand.shape),
          bytes_(elements(reg_) * static_cast<std::size_t>(hg::size_of(operand.shape.type))) {
        const auto ld = static_cast<std::size_t>(reg_.ld);
        std::uint64_t state = position + 1;
        for (std::size_t i = 0; i < elements(reg_); ++i) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            double value = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
            if (operand.contents == ExampleContents::triangle)
                value = i % ld == i / ld ? 1 + std::fabs(value) : 2 * value / static_cast<double>(reg_.rows);
            put(i, value);
            if (operand.contents == ExampleContents::bits)
                put_as<std::int32_t>(i, static_cast<std::int32_t>(state >> 32));
        }
    }

    [[nodiscard]] hg::HostOperand operand() { return {bytes_.data(), reg_.rows, reg_.cols, reg_.ld}; }
    [[nodiscard]] double at(std::int64_t row, std::int64_t col) const {
        const auto place = static_cast<std::size_t>(row + col * reg_.ld);
        if (reg_.type == ElementType::f64) return get<double>(place);
        return reg_.type == ElementType::f32 ? double{get<float>(place)} : get<std::int32_t>(place);
    }

  private:
    void put(std::size_t place, double value) {
        if (reg_.type == ElementType::f64) put_as<double>(place, value);
        if (reg_.type == ElementType::f32) put_as<float>(place, static_cast<float>(value));
        if (reg_.type == ElementType::i32) put_as<std::int32_t>(place, 0);
    }
    template <class T>
    void put_as(std::size_t place, T value) {
        std::memcpy(bytes_.data() + place * sizeof(T), &value, sizeof(T));
    }
    template <class T>
    [[nodiscard]] T get(std::size_t place) const {
        T value;
        std::memcpy(&value, bytes_.data() + place * sizeof(T), sizeof(T));
        return value;
    }

    hg::Register reg_;
    std::vector<std::byte> bytes_;
};

/// The operands that a program looks at.
std::set<std::size_t> results(const std::vector<hg::InstructionPtr>& instructions,
                              const KernelExample& example) {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const std::vector<std::size_t>& operands = example.launches.at(i).registers;
        for (std::size_t o = 0; o < operands.size(); ++o)
            if (hg::writes(instructions[i]->operands.at(o).access) &&
                example.registers.at(operands[o]).contents != ExampleContents::temporary)
                found.insert(operands[o]);
    }
    return found;
}

void run_on_host(const std::vector<hg::InstructionPtr>& instructions, const KernelExample& example,
                 std::vector<OperandElements>& memory) {
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        std::vector<hg::HostOperand> operands;
        for (const std::size_t position : example.launches.at(i).registers)
            operands.push_back(memory.at(position).operand());
        instructions[i]->host({operands, example.launches[i].scalars});
    }
}

}  // namespace

std::vector<ExpectedElement> expected_elements(const std::vector<hg::InstructionPtr>& instructions,
                                               const KernelExample& example) {
    if (!std::ranges::all_of(instructions, [](const hg::InstructionPtr& i) { return bool{i->host}; }))
        return {};
    std::vector<OperandElements> memory;
    for (std::size_t i = 0; i < example.registers.size(); ++i) memory.emplace_back(example.registers[i], i);
    run_on_host(instructions, example, memory);
    std::vector<ExpectedElement> found;
    for (const std::size_t operand : results(instructions, example)) {
        const hg::Register& reg = example.registers[operand].shape;
        const std::array places{std::pair{std::int64_t{0}, std::int64_t{0}},
                                std::pair{reg.rows / 2, reg.cols / 3}, std::pair{reg.rows / 3, reg.cols - 1},
                                std::pair{reg.rows - 1, reg.cols - 1}};
        for (const auto& [row, col] : places)
            found.push_back({operand, row, col, memory[operand].at(row, col)});
    }
    return found;
}

}  // namespace hgctl
