#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "runtime/program/base/instruction_parts.hpp"

/// How instructions offer kernels with fewer work-items in a work-group (Instruction::with_fewer).
namespace hg::kernels {

/// Returns the build options with this value of a macro, in place of the one that they give it, if any.
inline std::string redefined(const std::string& options, std::string_view macro, std::int64_t value) {
    const std::string front = "-D" + std::string(macro) + "=";
    const std::size_t found = options.find(front);
    if (found == std::string::npos) return options + define(macro, value);
    const std::size_t begin = found + front.size();
    const std::size_t end = std::min(options.find(' ', begin), options.size());
    return options.substr(0, begin) + std::to_string(value) + options.substr(end);
}

/// The largest power of two up to `most`.
constexpr std::int64_t power_of_two_in(std::int64_t most) noexcept {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(most)));
}

/// What stays if a kernel's work-groups have fewer work-items.
enum class Kept : std::uint8_t { work_groups, work_items };

/// Returns an instruction in place of `i`, whose kernel is compiled for another number of work-items in a
/// work-group, which lie in the first dimension: ITEMS in the build options.
inline Instruction with_items(const Instruction& i, std::int64_t items, Kept kept) {
    Instruction form = i;
    form.name += "_of_" + std::to_string(items);
    form.build_options = redefined(i.build_options, "ITEMS", items);
    form.needs.work_group = items;
    form.geometry = [geometry = i.geometry, items, kept](const ExecShape& shape) {
        Geometry g = geometry(shape);
        if (kept == Kept::work_groups)
            g.global[0] = g.global[0] / g.local[0] * static_cast<std::size_t>(items);
        g.local[0] = static_cast<std::size_t>(items);
        return g;
    };
    return form;
}

/// For kernels that serve with any power of two of ITEMS.
inline void offer_any_items(Instruction& i, Kept kept) {
    i.with_fewer = [base = i, kept](std::int64_t most) {
        return finished(with_items(base, power_of_two_in(most), kept));
    };
}

/// For kernels that need a certain number of work-items: `entry` of `source`, compiled with the same
/// options, serves with any power of two of ITEMS and as many work-groups.
inline void offer_few_items(Instruction& i, std::string entry, std::string source) {
    Instruction form = i;
    form.entry = std::move(entry);
    form.source = std::move(source);
    offer_any_items(form, Kept::work_groups);
    i.with_fewer = std::move(form.with_fewer);
}

/// Likewise for a kernel whose work-items are independent of each other: `size(shape)` work-items in any
/// work-groups.
template <class Size>
void offer_independent_items(Instruction& i, std::string entry, std::string source, const Size& size) {
    constexpr std::size_t kItems = 32;
    Instruction form = i;
    form.name += "_alone";
    form.entry = std::move(entry);
    form.source = std::move(source);
    form.needs = {};
    form.geometry = [size](const ExecShape& shape) {
        std::array<std::size_t, 3> global = size(shape);
        global[0] = (global[0] + kItems - 1) / kItems * kItems;
        return Geometry{global, {kItems, 1, 1}, true};
    };
    i.with_fewer = [form](std::int64_t) { return finished(form); };
}

/// For kernels of one dimension's groups without barriers and local memory: the same source serves in
/// work-groups of any size if numbers of groups and of work-items in them are taken from the global ones.
inline void offer_without_groups(Instruction& i) {
    Instruction form = i;
    const std::string items = std::to_string(i.needs.work_group);
    form.name += "_without_groups";
    form.source =
        "#define reqd_work_group_size(x, y, z)\n"
        "#define get_local_id(d) ((d) == 0 ? get_global_id(0) % " +
        items +
        " : 0)\n"
        "#define get_group_id(d) ((d) == 0 ? get_global_id(0) / " +
        items + " : get_global_id(d))\n" + i.source;
    form.needs = {};
    form.geometry = [geometry = i.geometry](const ExecShape& shape) {
        Geometry g = geometry(shape);
        g.any_local = true;
        return g;
    };
    i.with_fewer = [form](std::int64_t) { return finished(form); };
}

/// The size of a launch with `work_items` in one dimension.
constexpr std::array<std::size_t, 3> in_a_row(std::int64_t work_items) noexcept {
    return {static_cast<std::size_t>(work_items), 1, 1};
}

}  // namespace hg::kernels
