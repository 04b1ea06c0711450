#include <algorithm>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/qr/qr_panel.hpp"
#include "kernels/qr/qr_panel_parts.hpp"
#include "runtime/program/base/pocl.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr CooperativeLimits kLimits{"qr_panel", 32, 1024, 0, 32};

std::string fault_of(const CooperativePanel& p) {
    if (const std::string text = fault(kLimits, p); !text.empty()) return text;
    if (p.items < 8 * p.width || p.items % p.width != 0)
        return "items must be a multiple of the width, and at least eight times as many";
    return {};
}

std::int64_t groups_of(const CooperativePanel& p, std::int64_t rows) {
    const std::int64_t of_group = std::max<std::int64_t>(p.rows_of_group(), p.items);
    return std::min<std::int64_t>(p.groups, (rows + of_group - 1) / of_group);
}

/// Seconds of a column in registers, without the sums of other groups. Measured on an H100 in f32 with 512
/// items, f64 and c64; c32 is taken to be as f64, whose registers it needs.
double column_seconds(const CooperativePanel& p) {
    const std::size_t bytes = size_of(p.type);
    if (bytes <= 4) return 2.1e-6;
    if (bytes > 8) return 6.7e-6;
    return p.items > 256 ? 3.85e-6 : 2.75e-6;
}

/// Each column is an exchange. A work-item reads the sums of groups * width / items groups, one by one.
Cost cost(const CooperativePanel& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const double reads = static_cast<double>(groups_of(p, a.rows)) * p.width / p.items;
    const double read = size_of(p.type) > 8 ? 4e-7 : 2.5e-7;
    Cost cost = qr_panel_cost(a);
    cost.seconds = (column_seconds(p) + read * reads) * static_cast<double>(a.cols);
    return cost;
}

/// Each column reads the panel and writes half of it.
Cost cost_in_memory(const CooperativePanel& p, const ExecShape& shape) {
    Cost of_exchanges = cost(p, shape);
    const Register& a = shape.registers[0];
    of_exchanges.bytes = 1.5 * static_cast<double>(a.cols * a.cols * a.rows * size_of(a.type));
    return of_exchanges;
}

std::string source_of(const CooperativePanel& p) {
    return qr_source({"group_words.cl", "qr_exchange.cl",
                      p.rows_per_item > 0 ? "qr_panel_cooperative.cl" : "qr_panel_tall.cl"});
}

Geometry geometry_of(const CooperativePanel& p, std::int64_t rows) {
    const auto items = static_cast<std::size_t>(p.items);
    return {{static_cast<std::size_t>(groups_of(p, rows)) * items, 1, 1}, {items, 1, 1}};
}

InstructionPtr make(const CooperativePanel& p) {
    Instruction i =
        qr_panel_instruction(p.type, name(kLimits.front, p), p.width, p.rows_of_group() * p.groups);
    i.entry = "qr_panel";
    i.source = source_of(p);
    i.build_options = qr_panel_options(p.type, p.width, p.items) + define("MOST_GROUPS", p.groups) +
                      define("PTX", !p.portable);
    // Lanes share rows in registers, so that sums take fewer steps between lanes.
    constexpr int kSpread = 8;
    const bool in_registers = p.rows_per_item > 0;
    i.build_options += define("SPREAD", in_registers && !p.portable ? kSpread : 1);
    if (in_registers) i.build_options += define("ROWS", p.rows_per_item);
    if (p.portable) i.build_options += pocl::kWithoutOptimizer;
    i.needs.work_group = p.items;
    i.needs.compute_units = p.groups;
    if (!p.portable) i.needs.nvidia_capability = 80;
    i.geometry = [p](const ExecShape& shape) { return geometry_of(p, shape.registers[0].rows); };
    i.cost = [p, in_registers](const ExecShape& shape) {
        return in_registers ? cost(p, shape) : cost_in_memory(p, shape);
    };
    i.guards = {guard_with_zeros(4)};                    // no word has a tag before a work-group writes it
    i.with_fewer = [type = p.type](std::int64_t most) {  // by one work-group
        const InstructionPtr alone = qr_panel(type);
        return alone->needs.work_group <= most ? alone : alone->with_fewer(most);
    };
    return finished(std::move(i));
}

}  // namespace

std::optional<CooperativePanel> parse_qr_panel(std::string_view text) {
    const auto parameters = parse(kLimits, text);
    return parameters && fault_of(*parameters).empty() ? parameters : std::nullopt;
}

InstructionPtr qr_panel(const CooperativePanel& parameters) {
    const std::string key = name(kLimits.front, parameters);
    if (const std::string text = fault_of(parameters); !text.empty())
        throw Error(ErrorCode::invalid_argument, key + ": " + text);
    return made_once(key, [&] { return make(parameters); });
}

}  // namespace hg::kernels
