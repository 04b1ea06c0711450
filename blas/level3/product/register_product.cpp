#include <algorithm>
#include <utility>

#include "kernels/emulated/residue_layout.hpp"
#include <hg/blas/registers/product.hpp>

namespace hg {
namespace {

/// The size of a part of C, in tiles.
struct Part {
    std::int64_t rows = 1;
    std::int64_t cols = 1;
};

/// Returns the part of at most `most` tiles that divides rows x cols tiles into the fewest parts; of several,
/// the one nearest to a square, which reads least.
Part part_of(std::int64_t rows, std::int64_t cols, std::int64_t most) {
    Part best;
    const auto count = [&](const Part& p) {
        return kernels::blocks_of(rows, p.rows) * kernels::blocks_of(cols, p.cols);
    };
    const auto rank = [&](const Part& p) { return std::pair(count(p), p.rows + p.cols); };
    for (std::int64_t r = 1; r <= std::min(rows, most); ++r) {
        const Part part{r, std::min(cols, most / r)};
        if (rank(part) < rank(best)) best = part;
    }
    return best;
}

/// The inner dimension of op(A) or op(B).
std::int64_t depth_of(const Register& operand, bool lines_are_rows) {
    return lines_are_rows ? operand.cols : operand.rows;
}

}  // namespace

RegisterProduct::RegisterProduct(const kernels::Database& database, const DeviceModel& device,
                                 ElementType type, Arithmetic arithmetic, Op op_a, Op op_b, std::int64_t m,
                                 std::int64_t n, std::int64_t k)
    : rows_of_a_(op_a == Op::none),
      cols_of_b_(op_b == Op::none),
      native_(database, device, type, op_a, op_b, m, n, k) {
    if (arithmetic == Arithmetic::emulated && device.has_f64)
        emulated_.emplace(database, device, type, op_a, op_b, m, n, k);
}

RegisterProduct RegisterProduct::triangular(kernels::GemmTriangle triangle) const {
    RegisterProduct copy = *this;
    copy.native_ = native_.undivided(triangle);
    copy.triangle_ = triangle;
    if (emulated_) copy.emulated_ = emulated_->triangular(triangle);
    return copy;
}

RegisterProduct RegisterProduct::undivided() const {
    RegisterProduct copy = *this;
    copy.native_ = native_.undivided();
    return copy;
}

void RegisterProduct::append(ProgramBuilder& builder, Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                             RegisterId C) const {
    if (emulated_)
        emulated_->append(builder, alpha, A, B, beta, C);
    else
        native_.append(builder, alpha, A, B, beta, C);
}

void RegisterProduct::prepare(ProgramBuilder& builder, RegisterId A, RegisterId B) const {
    if (emulated_) emulated_->prepare(builder, A, B);
}

void RegisterProduct::append_beside(ProgramBuilder& builder, RoomBeside& room, Scalar alpha, RegisterId A,
                                    RegisterId B, Scalar beta, RegisterId C) const {
    in_parts(builder, room, A, B, C,
             [&](const RegisterProduct& product, RegisterId a, RegisterId b, RegisterId c) {
                 product.append(builder, alpha, a, b, beta, c);
             });
}

void RegisterProduct::append_beside_unless_failed(ProgramBuilder& builder, RoomBeside& room, RegisterId info,
                                                  Scalar alpha, RegisterId A, RegisterId B, Scalar beta,
                                                  RegisterId C) const {
    in_parts(builder, room, A, B, C,
             [&](const RegisterProduct& product, RegisterId a, RegisterId b, RegisterId c) {
                 product.append_unless_failed(builder, info, alpha, a, b, beta, c);
             });
}

void RegisterProduct::in_parts(ProgramBuilder& builder, RoomBeside& room, RegisterId A, RegisterId B,
                               RegisterId C, const Append& append) const {
    if (room.seconds <= 0 || room.groups <= 0) return append(*this, A, B, C);
    const std::int64_t depth = depth_of(builder.reg(A), rows_of_a_);
    const auto append_window = [&](const RegisterProduct& product, const Window& w) {
        if (w.rows == 0 || w.cols == 0) return;
        append(product,
               rows_of_a_ ? builder.window(A, w.row, 0, w.rows, depth)
                          : builder.window(A, 0, w.row, depth, w.rows),
               cols_of_b_ ? builder.window(B, 0, w.col, depth, w.cols)
                          : builder.window(B, w.col, 0, w.cols, depth),
               builder.window(C, w.row, w.col, w.rows, w.cols));
    };
    const Register c = builder.reg(C);  // a copy, because window() moves the builder's registers
    if (emulated_) {
        emulated_->prepare(builder, A, B);
        return in_emulated_parts(c, depth, room, append_window);
    }
    in_native_parts(c, depth, builder.devices()[c.device], room, append_window);
}

/// Appends parts column by column. Once the room is no longer needed, two products remain: one below the last
/// part and one to the right of it.
void RegisterProduct::in_native_parts(const Register& c, std::int64_t depth, const DeviceModel& device,
                                      RoomBeside& room, const AppendWindow& append) const {
    const double rate = device.rate(c.type) / static_cast<double>(device.traits.compute_units);
    const kernels::GemmParameters& tile = choice().parameters;
    const Part part = part_of(kernels::blocks_of(c.rows, tile.tile_m),
                              kernels::blocks_of(c.cols, tile.tile_n), room.groups);
    const double seconds =
        2.0 * real_operations(c.type) * tile.tile_m * tile.tile_n * static_cast<double>(depth) / rate;
    for (std::int64_t col = 0; col < c.cols;) {
        const std::int64_t cols = std::min(part.cols * tile.tile_n, c.cols - col);
        std::int64_t row = 0;
        for (; row < c.rows && room.seconds > 0; room.seconds -= seconds) {
            const std::int64_t rows = std::min(part.rows * tile.tile_m, c.rows - row);
            append(*this, {row, col, rows, cols});
            row += rows;
        }
        if (room.seconds <= 0) {
            append(*this, {row, col, c.rows - row, cols});
            return append(*this, {0, col + cols, c.rows, c.cols - col - cols});
        }
        col += cols;
    }
}

/// Appends products with fewer work-groups for as many columns as are computed while the room is needed.
void RegisterProduct::in_emulated_parts(const Register& c, std::int64_t depth, RoomBeside& room,
                                        const AppendWindow& append) const {
    RegisterProduct narrow = *this;
    narrow.emulated_ = emulated_->with_groups(room.groups);
    constexpr std::int64_t kColumns = 2 * kernels::kBlockLines;  // whole blocks of residues
    const double seconds = narrow.emulated_->seconds(c.rows, kColumns, depth);
    if (seconds <= 0) return append(*this, {0, 0, c.rows, c.cols});
    const std::int64_t fitting = static_cast<std::int64_t>(room.seconds / seconds + 1) * kColumns;
    const std::int64_t cols = std::min(c.cols, fitting);
    room.seconds -= seconds * static_cast<double>(cols) / static_cast<double>(kColumns);
    append(narrow, {0, 0, c.rows, cols});
    append(*this, {0, cols, c.rows, c.cols - cols});
}

void RegisterProduct::append_unless_failed(ProgramBuilder& builder, RegisterId info, Scalar alpha,
                                           RegisterId A, RegisterId B, Scalar beta, RegisterId C) const {
    constexpr double kNoFailure = 0;
    if (emulated_)
        emulated_->append_unless_failed(builder, info, alpha, A, B, beta, C);
    else
        builder.exec(native_.guarded(triangle_), {A, B, C, info}, {alpha, beta, kNoFailure});
}

}  // namespace hg
