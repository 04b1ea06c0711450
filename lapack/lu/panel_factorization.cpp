#include "lapack/lu/panel_factorization.hpp"

#include <algorithm>
#include <utility>

#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/lu/lu_panel.hpp"
#include "kernels/lu/lu_solve.hpp"
#include "kernels/lu/lu_tournament.hpp"
#include "kernels/lu/row_moves.hpp"
#include "lapack/lu/panel_width.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/kernels/scale.hpp>

namespace hg {
namespace {

/// Compute units with which products, solves and interchanges inside a panel take little time beside base
/// panels.
constexpr std::int64_t kLeastUnits = 32;

constexpr double as_scalar(std::int64_t number) {
    return static_cast<double>(number);
}

}  // namespace

PanelFactorization::PanelFactorization(ProgramBuilder& builder, const kernels::Database& database,
                                       DeviceIndex device, ElementType type, Pivoting pivoting)
    : builder_(builder), database_(database), device_(device), type_(type), pivoting_(pivoting) {}

RegisterId PanelFactorization::append(RegisterId panel) {
    panel_ = panel;
    rows_ = builder_.reg(panel).rows;
    cols_ = builder_.reg(panel).cols;
    if (pivoting_ == Pivoting::none) {
        width_ = least_panel_width(type_);
        factor(0, cols_);
        return kNoRegister;
    }
    const auto room =
        builder_.exec_queue() == QueueKind::exec2 ? kernels::PanelRoom::shared : kernels::PanelRoom::whole;
    const kernels::LuPanel base = kernels::lu_panel(builder_.devices()[device_], type_, rows_, room);
    base_ = base.instruction;
    width_ =
        std::min(pivoting_ == Pivoting::tournament ? kernels::tournament_width(type_) : base.width, cols_);
    const std::int64_t count = (cols_ + width_ - 1) / width_;
    lists_ = builder_.reg(device_, ElementType::i32, 2 * width_, 3 * count,
                          least_window_ld(2 * width_, ElementType::i32));
    factor(0, cols_);
    if (count == 1) return lists_;
    const RegisterId merged =
        builder_.reg(device_, ElementType::i32, 2 * cols_, 3, least_window_ld(2 * cols_, ElementType::i32));
    builder_.exec(kernels::merge_moves(), {lists_, merged}, {as_scalar(cols_)});
    return merged;
}

std::int64_t PanelFactorization::units() const {
    if (pivoting_ != Pivoting::partial) return kLeastUnits;
    const Register base{.type = type_, .device = device_, .rows = rows_, .cols = width_, .ld = rows_};
    const Geometry items = base_->geometry({{&base, 1}, {}});
    return std::max<std::int64_t>(kLeastUnits, static_cast<std::int64_t>(items.global[0] / items.local[0]));
}

/// Columns [first, first + cols) of the panel, whose diagonal begins at row `first`.
void PanelFactorization::factor(std::int64_t first, std::int64_t cols) {
    if (cols <= width_) return factor_base(first, cols);
    const std::int64_t left = (cols / width_ + 1) / 2 * width_;
    const std::int64_t right = cols - left;
    factor(first, left);
    swap(first, left, first + left, right);
    update_right(first, left, right);
    factor(first + left, right);
    swap(first + left, right, first, left);
}

void PanelFactorization::factor_base(std::int64_t first, std::int64_t cols) {
    const RegisterId base = builder_.window(panel_, first, first, rows_ - first, cols);
    if (pivoting_ == Pivoting::partial) {
        builder_.exec(base_, {base, lists(first, cols), scratch()}, {as_scalar(++epoch_)});
        return;
    }
    if (pivoting_ == Pivoting::tournament) hold_tournament(base, lists(first, cols));
    factor_unpivoted(base);
}

/// Brings the rows that win to the top; `moves` says which.
void PanelFactorization::hold_tournament(RegisterId base, RegisterId moves) {
    const auto [rows, width] = std::pair{builder_.reg(base).rows, builder_.reg(base).cols};
    std::int64_t sets = kernels::leaf_sets(rows);
    RegisterId candidates = builder_.reg(device_, ElementType::i32, width, sets);
    builder_.exec(kernels::tournament_leaf(type_), {base, candidates});
    while (sets > 1) {
        sets = kernels::round_sets(sets, width);
        const RegisterId winners = builder_.reg(device_, ElementType::i32, width, sets);
        builder_.exec(kernels::tournament_round(type_), {base, candidates, winners});
        candidates = winners;
    }
    builder_.exec(kernels::tournament_moves(), {candidates, moves});
    builder_.exec(kernels::swap_rows(type_), {moves, base}, {as_scalar(width), 0.0});
}

/// The diagonal block, then the rows below. If no window can begin right below it, it is factored apart.
void PanelFactorization::factor_unpivoted(RegisterId base) {
    const auto [rows, cols] = std::pair{builder_.reg(base).rows, builder_.reg(base).cols};
    const RegisterId top = builder_.window(base, 0, 0, cols, cols);
    if (rows == cols || cols * size_of(type_) % kWindowAlignment == 0) {
        builder_.exec(kernels::lu_diagonal(type_), {top});
        if (rows > cols)
            builder_.exec(kernels::solve_right_upper(type_),
                          {top, builder_.window(base, cols, 0, rows - cols, cols)});
        return;
    }
    const RegisterId diagonal = builder_.reg(device_, type_, cols, cols);
    builder_.exec(kernels::copy(type_), {top, diagonal});
    builder_.exec(kernels::lu_diagonal(type_), {diagonal});
    builder_.exec(kernels::solve_right_upper(type_), {diagonal, base});
    builder_.exec(kernels::copy(type_), {diagonal, top});
}

/// A12 := L11^-1 A12; A22 := A22 - L21 A12, right of the columns [first, first + left). A12 has few columns:
/// an inverse of L11 would take longer.
void PanelFactorization::update_right(std::int64_t first, std::int64_t left, std::int64_t right) {
    const RegisterId diagonal = builder_.window(panel_, first, first, left, left);
    const RegisterId top = builder_.window(panel_, first, first + left, left, right);
    builder_.exec(kernels::solve_lower_unit(type_), {diagonal, top});
    const std::int64_t below = first + left;
    if (rows_ == below) return;
    gemm(builder_, Op::none, Op::none, -1.0, builder_.window(panel_, below, first, rows_ - below, left), top,
         1.0, builder_.window(panel_, below, below, rows_ - below, right), database_);
}

/// Applies the interchanges of columns [first, first + count) to the columns [col, col + cols).
void PanelFactorization::swap(std::int64_t first, std::int64_t count, std::int64_t col, std::int64_t cols) {
    if (pivoting_ == Pivoting::none) return;
    builder_.exec(kernels::swap_rows(type_),
                  {lists(first, count), builder_.window(panel_, first, col, rows_ - first, cols)},
                  {as_scalar(count), 0.0});
}

/// The lists of the base panels that make up columns [first, first + count).
RegisterId PanelFactorization::lists(std::int64_t first, std::int64_t count) {
    const std::int64_t panels = (count + width_ - 1) / width_;
    return builder_.window(lists_, 0, first / width_ * 3, 2 * std::min(width_, count), 3 * panels);
}

/// Where work-groups tell each other of a base panel's columns; zeros at the start of the program.
RegisterId PanelFactorization::scratch() {
    if (scratch_ == kNoRegister) {
        scratch_ = builder_.reg(device_, ElementType::i32, kernels::lu_scratch_elements(), 1);
        builder_.exec(kernels::zero(ElementType::i32), {scratch_});
    }
    return scratch_;
}

}  // namespace hg
