// The interchanges of LuColumns: lists of row moves, and the rows that they move.
#include <algorithm>

#include "kernels/elementwise/copy.hpp"
#include "kernels/lu/row_moves.hpp"
#include "lapack/lu/lu_columns.hpp"

namespace hg {

void LuColumns::swap(PanelRange panels, const BlockColumn& b, std::int64_t from, std::int64_t to) {
    if (from >= to || !pivots()) return;
    const std::int64_t row = first_of(panels.first);
    swap(panels, b.device, builder_.window(b.reg, row, from - b.first, problem_.m - row, to - from));
}

/// Applies the interchanges to `rows`, whose first row is that of the first panel: at once if the panels
/// are a whole group.
void LuColumns::swap(PanelRange panels, DeviceIndex device, RegisterId rows) {
    const auto append = [&](RegisterId list, PanelRange range, RegisterId on) {
        const std::int64_t pivots = first_of(range.end) - first_of(range.first);
        builder_.exec(kernels::swap_rows(problem_.type, pivots), {list, on},
                      {static_cast<double>(pivots), 0.0});
    };
    if (panels.size() > 1 && panels.size() == layout_.group_of(panels.first).size())
        return append(moves(device, panels), panels, rows);
    const Register all = builder_.reg(rows);
    for (std::size_t k = panels.first; k < panels.end; ++k) {
        const std::int64_t row = first_of(k) - first_of(panels.first);
        append(moves(device, k), {k, k + 1}, builder_.window(rows, row, 0, all.rows - row, all.cols));
    }
}

void LuColumns::swap_left(std::size_t k, PanelRange left) {
    for (BlockColumn& b : blocks_)
        swap({k, k + 1}, b, std::max(b.first, first_of(left.first)), std::min(b.end(), first_of(left.end)));
}

void LuColumns::swap_before(BlockColumn& b, std::size_t k) {
    while (b.swapped < k) {
        const PanelRange group = layout_.group_of(b.swapped);
        swap(group, b, b.first, std::min(b.end(), first_of(group.first)));
        b.swapped = group.end;
    }
}

void LuColumns::interchange_below(std::size_t j, std::size_t end) {
    if (!pivots() || end == layout_.panels()) return;
    const BlockColumn b = place_of(j);
    const std::int64_t row = first_of(end);
    const std::int64_t rows = problem_.m - row;
    const RegisterId reg =
        builder_.reg(b.device, problem_.type, rows, b.cols, window_ld(rows, problem_.type));
    builder_.load(reg, {A_, row, b.first, rows, b.cols});
    for (std::size_t k = end; k < layout_.panels(); k = layout_.group_of(k).end)
        swap(layout_.group_of(k), b.device,
             builder_.window(reg, first_of(k) - row, 0, problem_.m - first_of(k), b.cols));
    builder_.store({A_, row, b.first, rows, b.cols}, reg);
}

RegisterId LuColumns::moves(DeviceIndex device, std::size_t k) {
    const auto [found, is_new] = moves_of_.try_emplace({device, k}, kNoRegister);
    if (!is_new) return found->second;
    const std::int64_t rows = 2 * width_of(k);
    found->second = builder_.reg(device, ElementType::i32, rows, 3, window_ld(rows, ElementType::i32));
    builder_.load(found->second, {moves_, 0, 3 * static_cast<std::int64_t>(k), rows, 3});
    return found->second;
}

/// One list for a group of panels.
RegisterId LuColumns::moves(DeviceIndex device, PanelRange group) {
    const auto [found, is_new] = group_moves_of_.try_emplace({device, group.first}, kNoRegister);
    if (!is_new) return found->second;
    const auto panels = static_cast<std::int64_t>(group.size());
    const std::int64_t rows = 2 * layout_.panel;
    const std::int64_t ld = window_ld(rows * panels, ElementType::i32);
    const RegisterId lists =
        builder_.reg(device, ElementType::i32, rows, 3 * panels, window_ld(rows, ElementType::i32));
    for (std::int64_t p = 0; p < panels; ++p)
        builder_.exec(kernels::copy(ElementType::i32),
                      {moves(device, group.first + static_cast<std::size_t>(p)),
                       builder_.window(lists, 0, 3 * p, rows, 3)});
    found->second = builder_.reg(device, ElementType::i32, rows * panels, 3, ld);
    builder_.exec(kernels::merge_moves(), {lists, found->second},
                  {static_cast<double>(layout_.panel * panels)});
    return found->second;
}

}  // namespace hg
