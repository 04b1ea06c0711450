#include "kernels/lu/lu_tournament.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/lu/lu_host.hpp"
#include "kernels/lu/lu_panel_parts.hpp"
#include "kernels/lu/row_moves.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

using Rows = std::vector<std::int32_t>;

/// Partial pivoting on a copy of these rows of A: the first w of them as it leaves them, -1
/// if there are fewer.
template <class T>
void elect(const HostOperand& a, Rows rows, std::int32_t* winners) {
    const auto count = static_cast<std::int64_t>(rows.size());
    const std::int64_t pivots = std::min(count, a.cols);
    std::vector<T> stack(rows.size() * static_cast<std::size_t>(pivots));
    auto element = stack.begin();
    for (std::int64_t c = 0; c < pivots; ++c)
        for (std::int32_t row : rows) *element++ = a.as<T>()[row + c * a.ld];
    Rows interchanged(static_cast<std::size_t>(pivots));
    factor_panel(count, pivots, stack.data(), count, interchanged.data());
    for (std::size_t i = 0; i < interchanged.size(); ++i) {
        std::swap(rows[i], rows[static_cast<std::size_t>(interchanged[i])]);
        winners[i] = rows[i];
    }
    std::fill(winners + pivots, winners + a.cols, -1);
}

template <class T>
void leaf_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& candidates = call.operands[1];
    for (std::int64_t g = 0; g < candidates.cols; ++g) {
        Rows rows;
        for (std::int64_t r = g * kTournamentRows; r < std::min(a.rows, (g + 1) * kTournamentRows); ++r)
            rows.push_back(static_cast<std::int32_t>(r));
        elect<T>(a, std::move(rows), candidates.as<std::int32_t>() + g * candidates.ld);
    }
}

template <class T>
void round_on_host(const HostCall& call) {
    const HostOperand& a = call.operands[0];
    const HostOperand& candidates = call.operands[1];
    const HostOperand& winners = call.operands[2];
    const std::int64_t sets = kTournamentRows / a.cols;
    for (std::int64_t g = 0; g < winners.cols; ++g) {
        Rows rows;
        for (std::int64_t s = g * sets; s < std::min(candidates.cols, (g + 1) * sets); ++s)
            for (std::int64_t i = 0; i < a.cols; ++i) {
                const std::int32_t row = candidates.as<std::int32_t>()[i + s * candidates.ld];
                if (row >= 0) rows.push_back(row);
            }
        elect<T>(a, std::move(rows), winners.as<std::int32_t>() + g * winners.ld);
    }
}

void moves_on_host(const HostCall& call) {
    const HostOperand& candidates = call.operands[0];
    const HostOperand& moves = call.operands[1];
    Rows position(candidates.as<std::int32_t>(), candidates.as<std::int32_t>() + candidates.rows);
    for (std::size_t i = 0; i < position.size(); ++i) {
        const std::int32_t pivot = position[i];
        moves.as<std::int32_t>()[i] = pivot;
        std::replace(position.begin(), position.end(), static_cast<std::int32_t>(i), pivot);
    }
    list_moves(moves.as<std::int32_t>(), moves.ld, candidates.rows);
}

Geometry groups_of(std::int64_t groups) {
    return {{static_cast<std::size_t>(groups * kTournamentRows), 1, 1}, {kTournamentRows, 1, 1}};
}

/// An instruction in which work-groups elect rows of A, the last operand being the winners.
Instruction election(const char* entry, ElementType type) {
    Instruction i;
    i.entry = entry;
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.source = panel_source({"lu_tournament.cl"});
    i.build_options = panel_options(type, kTournamentRows) + define("WIDTH", tournament_width(type));
    i.needs.work_group = kTournamentRows;
    i.needs.local_memory =
        kTournamentRows * (size_of(traits_of(type).precision) + size_of(ElementType::i32)) +
        tournament_width(type) * size_of(type);
    i.geometry = [](const ExecShape& shape) { return groups_of(shape.registers.back().cols); };
    i.cost = [type](const ExecShape& shape) {
        const auto w = static_cast<double>(shape.registers[0].cols);
        const auto entrants = static_cast<double>(shape.registers.back().cols * kTournamentRows);
        return Cost{.flops = real_operations(type) * entrants * w * w,
                    .bytes = entrants * w * static_cast<double>(size_of(type)),
                    .seconds = 3e-6 + 1e-6 * w};
    };
    return i;
}

void check_width(const std::string& name, ElementType type, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    require_shapes(a.cols <= tournament_width(type) && a.rows >= a.cols, name, shape,
                   "A must be m x w with m >= w and w of at most " + std::to_string(tournament_width(type)));
}

InstructionPtr make_leaf(ElementType type) {
    Instruction i = election("tournament_leaf", type);
    i.operands = {{"A", Access::read, type}, {"candidates", Access::write, ElementType::i32}};
    i.check = [name = i.name, type](const ExecShape& shape) {
        check_width(name, type, shape);
        const Register& a = shape.registers[0];
        const Register& candidates = shape.registers[1];
        require_shapes(candidates.rows == a.cols && candidates.cols == leaf_sets(a.rows), name, shape,
                       "candidates must be w x " + std::to_string(leaf_sets(a.rows)));
    };
    for_floating_type(type, [&]<class T>() { i.host = leaf_on_host<T>; });
    offer_few_items(i, "tournament_leaf_few", panel_source({"lu_tournament_few.cl"}));
    return finished(std::move(i));
}

InstructionPtr make_round(ElementType type) {
    Instruction i = election("tournament_round", type);
    i.operands = {{"A", Access::read, type},
                  {"candidates", Access::read, ElementType::i32},
                  {"winners", Access::write, ElementType::i32}};
    i.check = [name = i.name, type](const ExecShape& shape) {
        check_width(name, type, shape);
        const Register& candidates = shape.registers[1];
        const Register& winners = shape.registers[2];
        const std::int64_t width = shape.registers[0].cols;
        const std::int64_t sets = round_sets(candidates.cols, width);
        require_shapes(candidates.rows == width && winners.rows == width && winners.cols == sets, name, shape,
                       "candidates must be w x g and winners w x " + std::to_string(sets));
    };
    for_floating_type(type, [&]<class T>() { i.host = round_on_host<T>; });
    i.guards = {guard_of_indices(i, 1, {0}, -1)};
    offer_few_items(i, "tournament_round_few", panel_source({"lu_tournament_few.cl"}));
    return finished(std::move(i));
}

InstructionPtr make_moves() {
    Instruction i;
    i.name = i.entry = "tournament_moves";
    i.source = panel_source({"lu_tournament.cl"});
    i.build_options =
        panel_options(ElementType::f32, kTournamentRows) + define("WIDTH", 1);  // no rows of A here
    i.needs.work_group = kTournamentRows;
    i.operands = {{"candidates", Access::read, ElementType::i32}, {"moves", Access::write, ElementType::i32}};
    i.geometry = [](const ExecShape&) { return groups_of(1); };
    i.cost = [](const ExecShape& shape) {
        const auto w = static_cast<double>(shape.registers[0].rows);
        return Cost{.bytes = 28 * w, .seconds = 3e-6 + 100e-9 * w};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& candidates = shape.registers[0];
        const Register& moves = shape.registers[1];
        require_shapes(candidates.cols == 1 && candidates.rows <= kTournamentRows &&
                           moves.rows == 2 * candidates.rows && moves.cols == 3,
                       name, shape,
                       "candidates must be w x 1 with w of at most " + std::to_string(kTournamentRows) +
                           " and moves 2w x 3");
    };
    i.host = moves_on_host;
    i.guards = {guard_of_rows_somewhere(i, 0)};
    offer_few_items(i, "tournament_moves_few", panel_source({"lu_tournament_few.cl"}));
    return finished(std::move(i));
}

}  // namespace

std::int64_t tournament_width(ElementType type) {
    return 512 / size_of(type);
}

std::int64_t leaf_sets(std::int64_t rows) {
    return (rows + kTournamentRows - 1) / kTournamentRows;
}

std::int64_t round_sets(std::int64_t sets, std::int64_t width) {
    const std::int64_t together = kTournamentRows / width;
    return (sets + together - 1) / together;
}

InstructionPtr tournament_leaf(ElementType type) {
    return made_for_type("tournament_leaf", type, []<class T>() { return make_leaf(element_type_of<T>()); });
}

InstructionPtr tournament_round(ElementType type) {
    return made_for_type("tournament_round", type,
                         []<class T>() { return make_round(element_type_of<T>()); });
}

InstructionPtr tournament_moves() {
    static const NoDestructor made(make_moves());
    return *made;
}

}  // namespace hg::kernels
