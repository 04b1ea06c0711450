#include "runtime/machine/measure/kernels/memory_pattern.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "runtime/machine/measure/kernels/measuring_kernel.hpp"

namespace hg {
namespace {

constexpr std::int64_t kPatternItems = 256;

std::int64_t pattern_groups(std::int64_t n) {
    return std::clamp<std::int64_t>((n + kPatternItems - 1) / kPatternItems, 1, kPatternGroups);
}

template <class T>
void pattern_on_host(const HostCall& call) {
    const HostOperand& c = call.operands[0];
    const int shift = call.scalars[0].as<std::int32_t>();
    for (std::int64_t e = 0; e < c.rows * c.cols; ++e) c.as<T>()[e] = static_cast<T>(pattern_value(e, shift));
}

/// Counts for the work-groups that the kernel has; the counts of others remain unchanged.
template <class T>
void faults_on_host(const HostCall& call) {
    const HostOperand& c = call.operands[0];
    const std::int64_t n = c.rows * c.cols;
    const T p = call.scalars[0].as<T>();
    const T q = call.scalars[1].as<T>();
    const T r = call.scalars[2].as<T>();
    const std::int64_t groups = pattern_groups(n);
    auto* counts = call.operands[1].as<std::int32_t>();
    std::fill_n(counts, groups, 0);
    for (std::int64_t e = 0; e < n; ++e) {
        const T wanted =
            p + q * static_cast<T>(pattern_value(e, 0)) + r * static_cast<T>(pattern_value(e, kSecondShift));
        counts[e / kPatternItems % groups] += c.as<const T>()[e] != wanted;
    }
}

Instruction pattern_instruction(const std::string& entry, ElementType type, Access access) {
    const std::string name = entry + "_" + std::string(hg::name(type));
    require_parameters(is_real(type), entry, "supports f32 and f64 only");
    Instruction i = measuring_instruction(name, entry, "memory_pattern.cl", kPatternItems);
    i.operands = {{"C", access, type}};
    i.build_options += real_option(type);
    i.geometry = [](const ExecShape& shape) {
        return groups_in_a_row(pattern_groups(shape.registers[0].rows * shape.registers[0].cols),
                               kPatternItems);
    };
    i.cost = [](const ExecShape& shape) {
        const Register& c = shape.registers[0];
        return Cost{.bytes = static_cast<double>(c.rows * c.cols * size_of(c.type))};
    };
    i.check = [name](const ExecShape& shape) {
        const Register& c = shape.registers[0];
        const bool counts = shape.registers.size() == 1 || shape.registers[1].rows >= kPatternGroups;
        require_shapes((c.ld == c.rows || c.cols == 1) && counts, name, shape,
                       "a vector without gaps, and counts of " + std::to_string(kPatternGroups) + " rows");
    };
    return i;
}

}  // namespace

InstructionPtr memory_pattern(ElementType type) {
    return made_once(std::string(name(type)), [type] {
        Instruction i = pattern_instruction("memory_pattern", type, Access::write);
        i.scalars = {{"shift", ElementType::i32}};
        i.host = type == ElementType::f64 ? pattern_on_host<double> : pattern_on_host<float>;
        return std::make_shared<const Instruction>(std::move(i));
    });
}

InstructionPtr memory_faults(ElementType type) {
    return made_once(std::string(name(type)), [type] {
        Instruction i = pattern_instruction("memory_faults", type, Access::read);
        i.operands.push_back({"counts", Access::read_write, ElementType::i32});
        i.scalars = {{"p", type}, {"q", type}, {"r", type}};
        i.host = type == ElementType::f64 ? faults_on_host<double> : faults_on_host<float>;
        return std::make_shared<const Instruction>(std::move(i));
    });
}

}  // namespace hg
