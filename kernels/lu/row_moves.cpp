#include "kernels/lu/row_moves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/guard/guards.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"
#include "runtime/program/base/no_destructor.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kMergeItems = 128;
constexpr std::int64_t kSwapItems = 256;
constexpr std::int64_t kMostSwapGroups = 1024;
/// PIECES of row_moves.cl for each form. More than a list needs hold fewer groups resident: what 1024 pivots
/// read is then still in the cache when it is written, which takes a quarter off the time on an H200.
constexpr std::array<std::int64_t, kMostPivotsOfForms.size()> kPieces{2, 8, 16, 32};
/// Sectors of 32 bytes are what GPUs read and write.
constexpr double kSector = 32;
/// What an H200 takes for such accesses, in bytes that it streams in that time.
constexpr double kBytesOfByteAbove = 3.4;
constexpr double kBytesOfByteBelow = 5;

std::int64_t columns_of(std::span<const ScalarValue> scalars) {
    return scalars[0].as<std::int64_t>();
}

/// Where row x comes from when the interchanges are undone from the last to the first.
std::int32_t source_of(std::int32_t x, std::span<const std::int32_t> pivots) {
    for (auto j = static_cast<std::int32_t>(pivots.size()) - 1; j >= 0; --j) {
        const std::int32_t p = pivots[static_cast<std::size_t>(j)];
        x = x == j ? p : x == p ? j : x;
    }
    return x;
}

/// Where row x goes.
std::int32_t target_of(std::int32_t x, std::span<const std::int32_t> pivots) {
    for (std::int32_t j = 0; j < static_cast<std::int32_t>(pivots.size()); ++j) {
        const std::int32_t p = pivots[static_cast<std::size_t>(j)];
        x = x == j ? p : x == p ? j : x;
    }
    return x;
}

void merge_on_host(const HostCall& call) {
    const HostOperand& lists = call.operands[0];
    const HostOperand& merged = call.operands[1];
    const std::int64_t columns = columns_of(call.scalars);
    const std::int64_t width = lists.rows / 2;
    for (std::int64_t j = 0; j < columns; ++j) {
        const std::int64_t s = j / width;
        merged.as<std::int32_t>()[j] =
            static_cast<std::int32_t>(s * width) + lists.as<std::int32_t>()[j - s * width + 3 * s * lists.ld];
    }
    list_moves(merged.as<std::int32_t>(), merged.ld, columns);
}

template <class T>
void swap_on_host(const HostCall& call) {
    const HostOperand& moves = call.operands[0];
    const HostOperand& a = call.operands[1];
    const std::int64_t columns = columns_of(call.scalars);
    const bool backward = call.scalars[1] != 0;
    const std::int64_t width = moves.rows / 2;
    const std::int64_t lists = moves.cols / 3;
    std::vector<T> kept(static_cast<std::size_t>(moves.rows));
    for (std::int64_t j = 0; j < a.cols; ++j)
        for (std::int64_t l = 0; l < lists; ++l) {
            const std::int64_t s = backward ? lists - 1 - l : l;
            const std::int32_t* target = moves.as<std::int32_t>() + (3 * s + 1) * moves.ld;
            const std::int32_t* source = target + moves.ld;
            if (backward) std::swap(target, source);
            const std::int32_t* used = moves.as<std::int32_t>() + (3 * s + 1) * moves.ld;
            T* column = a.as<T>() + s * width + j * a.ld;
            const std::int64_t entries = 2 * std::min(width, columns - s * width);
            for (std::int64_t e = 0; e < entries; ++e)
                if (used[e] >= 0) kept[static_cast<std::size_t>(e)] = column[source[e]];
            for (std::int64_t e = 0; e < entries; ++e)
                if (used[e] >= 0) column[target[e]] = kept[static_cast<std::size_t>(e)];
        }
}

void check_lists(const std::string& name, const ExecShape& shape, std::int64_t rows_below) {
    const Register& moves = shape.registers[0];
    const std::int64_t columns = columns_of(shape.scalars);
    const std::int64_t lists = moves.cols / 3;
    const std::int64_t width = moves.rows / 2;
    require_shapes(
        moves.cols % 3 == 0 && moves.rows % 2 == 0 && columns <= lists * width &&
            columns > (lists - 1) * width && columns <= rows_below,
        name, shape,
        "lists must be 2w x 3L with w (L - 1) < columns <= w L, columns being " + std::to_string(columns));
}

Geometry swap_geometry(const ExecShape& shape) {
    const std::int64_t at_once =
        std::max<std::int64_t>(1, kSwapItems / std::max<std::int64_t>(1, shape.registers[0].rows));
    const std::int64_t groups = (shape.registers[1].cols + at_once - 1) / at_once;
    return {{static_cast<std::size_t>(std::min(groups, kMostSwapGroups) * kSwapItems), 1, 1},
            {kSwapItems, 1, 1}};
}

/// Of a column, the rows above are read and written from end to end; of the rows below, all sectors in which
/// one of them is moved.
Cost swap_cost(const ExecShape& shape) {
    const Register& a = shape.registers[1];
    const auto element = static_cast<double>(size_of(a.type));
    const auto above = static_cast<double>(columns_of(shape.scalars));
    const double below = static_cast<double>(a.rows) - above;
    const double stay =
        below / static_cast<double>(a.rows);  // the share of rows below that stay where they are
    const double sectors = below * element / kSector * (1 - std::pow(stay, kSector / element));
    const std::int64_t lists = shape.registers[0].cols / 3;
    const double bytes = kBytesOfByteAbove * above * element + kBytesOfByteBelow * sectors * kSector;
    return {.bytes = bytes * static_cast<double>(a.cols),
            .seconds = 3e-6 + 2e-6 * static_cast<double>(lists)};
}

template <class T>
InstructionPtr make_swap(std::size_t form) {
    constexpr ElementType type = element_type_of<T>();
    const std::int64_t most_pivots = kMostPivotsOfForms[form];
    Instruction i;
    i.entry = "swap_rows";
    i.name = "swap_rows_" + std::string(hg::name(type)) + '_' + std::to_string(most_pivots);
    i.operands = {{"moves", Access::read, ElementType::i32}, {"A", Access::read_write, type}};
    i.scalars = {{"columns", ElementType::i32}, {"backward", ElementType::i32}};
    i.source = embedded_source("row_moves.cl");
    i.build_options = real_option(type) + define("ITEMS", kSwapItems) + define("PIECES", kPieces[form]);
    i.needs.work_group = kSwapItems;
    i.geometry = swap_geometry;
    i.cost = swap_cost;
    i.check = [name = i.name, most_pivots](const ExecShape& shape) {
        check_lists(name, shape, shape.registers[1].rows);
        require_shapes(shape.registers[0].rows <= 2 * most_pivots, name, shape,
                       "a list has at most " + std::to_string(most_pivots) + " pivots");
    };
    i.host = swap_on_host<T>;
    i.with_fewer = [base = i, form](std::int64_t most) {  // each with more entries of a list
        const std::int64_t items = power_of_two_in(most);
        Instruction fewer = with_items(base, items, Kept::work_groups);
        fewer.build_options = redefined(fewer.build_options, "PIECES", kPieces[form] * kSwapItems / items);
        return finished(std::move(fewer));
    };
    i.guards = {guard_of_moves(i)};
    return finished(std::move(i));
}

InstructionPtr make_merge() {
    Instruction i;
    i.name = i.entry = "merge_moves";
    i.operands = {{"lists", Access::read, ElementType::i32}, {"merged", Access::write, ElementType::i32}};
    i.scalars = {{"columns", ElementType::i32}};
    i.source = embedded_source("row_moves.cl");
    i.build_options = "-DREAL=float";  // nothing of the kernel is real
    i.needs.work_group = kMergeItems;
    i.geometry = [](const ExecShape& shape) {
        return Geometry{{round_up(columns_of(shape.scalars), kMergeItems), 2, 1}, {kMergeItems, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        const auto columns = static_cast<double>(columns_of(shape.scalars));
        return Cost{.bytes = columns * 40, .seconds = 5e-6 + 10e-9 * columns};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& merged = shape.registers[1];
        const std::int64_t columns = columns_of(shape.scalars);
        check_lists(name, shape, columns);
        require_shapes(merged.rows == 2 * columns && merged.cols == 3, name, shape,
                       "the merged list must be 2 columns x 3, columns being " + std::to_string(columns));
    };
    i.host = merge_on_host;
    i.guards = {guard_of_pivots(i)};
    offer_independent_items(
        i, "merge_moves_alone", std::string(embedded_source("merge_moves_alone.cl")),
        [](const ExecShape& shape) {
            return std::array<std::size_t, 3>{static_cast<std::size_t>(columns_of(shape.scalars)), 2, 1};
        });
    return finished(std::move(i));
}

}  // namespace

void list_moves(std::int32_t* moves, std::int64_t ld, std::int64_t pivots) {
    const std::span<const std::int32_t> rows(moves, static_cast<std::size_t>(pivots));
    const auto count = static_cast<std::int32_t>(pivots);
    std::int32_t* target = moves + ld;
    std::int32_t* source = moves + 2 * ld;
    for (std::int32_t e = 0; e < count; ++e) {
        source[e] = source_of(e, rows);
        target[e] = source[e] == e ? -1 : e;
        const std::int32_t goes_to = target_of(e, rows);
        source[count + e] = e;
        target[count + e] = goes_to < count ? -1 : goes_to;
    }
}

InstructionPtr merge_moves() {
    static const NoDestructor made(make_merge());
    return *made;
}

InstructionPtr swap_rows(ElementType type, std::int64_t pivots) {
    const auto form = static_cast<std::size_t>(
        std::lower_bound(kMostPivotsOfForms.begin(), kMostPivotsOfForms.end() - 1, pivots) -
        kMostPivotsOfForms.begin());
    return made_for_type("swap_rows_" + std::to_string(kMostPivotsOfForms[form]), type,
                         [form]<class T>() { return make_swap<T>(form); });
}

}  // namespace hg::kernels
