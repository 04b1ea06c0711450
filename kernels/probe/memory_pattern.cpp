#include "kernels/probe/memory_pattern.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kPatternItems = 256;

Geometry pattern_geometry(const ExecShape& shape) {
    const std::int64_t n = shape.registers[0].rows * shape.registers[0].cols;
    const std::int64_t groups = (n + kPatternItems - 1) / kPatternItems;
    return groups_in_a_row(std::clamp<std::int64_t>(groups, 1, kPatternGroups), kPatternItems);
}

Instruction pattern_instruction(const std::string& entry, ElementType type, Access access) {
    Instruction i;
    i.entry = entry;
    i.name = entry + "_" + std::string(hg::name(type));
    i.operands = {{"C", access, type}};
    i.source = embedded_source("memory_pattern.cl");
    i.build_options = real_option(type) + define("ITEMS", kPatternItems);
    i.needs.work_group = kPatternItems;
    i.geometry = pattern_geometry;
    i.cost = [](const ExecShape& shape) {
        const Register& c = shape.registers[0];
        return Cost{.bytes = static_cast<double>(c.rows * c.cols * size_of(c.type))};
    };
    return i;
}

void check_gapless(const std::string& name, const ExecShape& shape) {
    const Register& c = shape.registers[0];
    const bool counts = shape.registers.size() == 1 || shape.registers[1].rows >= kPatternGroups;
    require_shapes((c.ld == c.rows || c.cols == 1) && counts, name, shape,
                   "a vector without gaps, and counts of " + std::to_string(kPatternGroups) + " rows");
}

template <class T>
void pattern_on_host(const HostCall& call) {
    const HostOperand& c = call.operands[0];
    const int shift = call.scalars[0].as<std::int32_t>();
    for (std::int64_t e = 0; e < c.rows * c.cols; ++e) c.as<T>()[e] = static_cast<T>(pattern_value(e, shift));
}

/// By the work-groups that the kernel has; those that it has not keep their counts.
template <class T>
void faults_on_host(const HostCall& call) {
    const HostOperand& c = call.operands[0];
    const std::int64_t n = c.rows * c.cols;
    const T p = call.scalars[0].as<T>();
    const T q = call.scalars[1].as<T>();
    const T r = call.scalars[2].as<T>();
    const std::int64_t groups =
        std::clamp<std::int64_t>((n + kPatternItems - 1) / kPatternItems, 1, kPatternGroups);
    auto* counts = call.operands[1].as<std::int32_t>();
    std::fill_n(counts, groups, 0);
    for (std::int64_t e = 0; e < n; ++e) {
        const T wanted =
            p + q * static_cast<T>(pattern_value(e, 0)) + r * static_cast<T>(pattern_value(e, kSecondShift));
        counts[e / kPatternItems % groups] += c.as<const T>()[e] != wanted;
    }
}

using PerPatternType = std::array<InstructionPtr, 3>;

PerPatternType make_patterns() {
    PerPatternType all;
    for (const ElementType type : kRealTypes) {
        Instruction i = pattern_instruction("memory_pattern", type, Access::write);
        i.scalars = {{"shift", ElementType::i32}};
        for_real_type(type, [&](auto zero) { i.host = pattern_on_host<decltype(zero)>; });
        i.check = [name = i.name](const ExecShape& shape) { check_gapless(name, shape); };
        all[static_cast<std::size_t>(type)] = finished(std::move(i));
    }
    return all;
}

PerPatternType make_faults() {
    PerPatternType all;
    for (const ElementType type : kRealTypes) {
        Instruction i = pattern_instruction("memory_faults", type, Access::read);
        i.operands.push_back({"counts", Access::read_write, ElementType::i32});
        i.scalars = {{"p", type}, {"q", type}, {"r", type}};
        for_real_type(type, [&](auto zero) { i.host = faults_on_host<decltype(zero)>; });
        i.check = [name = i.name](const ExecShape& shape) { check_gapless(name, shape); };
        all[static_cast<std::size_t>(type)] = finished(std::move(i));
    }
    return all;
}

}  // namespace

InstructionPtr memory_pattern(ElementType type) {
    require_real(type, "memory_pattern");
    static const NoDestructor all(make_patterns());
    return (*all)[static_cast<std::size_t>(type)];
}

InstructionPtr memory_faults(ElementType type) {
    require_real(type, "memory_faults");
    static const NoDestructor all(make_faults());
    return (*all)[static_cast<std::size_t>(type)];
}

}  // namespace hg::kernels
