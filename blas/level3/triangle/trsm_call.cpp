#include "blas/level3/triangle/trsm_call.hpp"

#include <algorithm>

#include "blas/call/output_changes.hpp"
#include "blas/level3/triangle/trsm_shape.hpp"
#include "kernels/cpu/cpu_blas.hpp"

namespace hg {

template <class T>
std::optional<GemmCall<T>> TrsmCall<T>::as_product() const noexcept {
    if (this->alpha != T{0}) return std::nullopt;
    return GemmCall<T>{{Op::none, Op::none, this->m, this->n, 0, T{0}, nullptr, this->m, nullptr, 1, T{0},
                        this->B, this->ldb}};
}

template <class T>
TrsmProblem TrsmCall<T>::problem() const noexcept {
    return {.type = element_type_of<T>(),
            .side = this->side,
            .uplo = this->uplo,
            .op = this->op,
            .diag = this->diag,
            .m = this->m,
            .n = this->n};
}

template <class T>
void TrsmCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    const kernels::CpuTriangle triangle{.right = this->side == Side::right,
                                        .upper = this->uplo == Uplo::upper,
                                        .transposed = this->op != Op::none,
                                        .unit = this->diag == Diag::unit};
    kernels::cpu_trsm<T>(triangle, this->m, this->n, this->alpha, this->A, this->lda, this->B, this->ldb);
}

template <class T>
void TrsmCall<T>::put_in_order(std::vector<HostTile>& tiles) const noexcept {
    const TrsmShape shape(problem());
    std::sort(tiles.begin(), tiles.end(), [&](const HostTile& a, const HostTile& b) {
        const std::int64_t first = shape.left() ? a.row : a.col;
        const std::int64_t second = shape.left() ? b.row : b.col;
        return shape.forward() ? first < second : first > second;
    });
}

template <class T>
typename TrsmCall<T>::Rest TrsmCall<T>::rest_of(const HostTile& tile) const noexcept {
    const TrsmArguments<T>& c = *this;
    const TrsmShape shape(problem());
    const Span rows{tile.row, tile.row + tile.rows};
    const Span cols{tile.col, tile.col + tile.cols};
    const Span along = shape.left() ? rows : cols;
    const Span across = shape.left() ? cols : rows;
    const Span before = shape.before(along);
    Rest rest{{}, *this};
    TrsmArguments<T>& solve = rest.solve;
    solve.A += along.begin * (c.lda + 1);
    solve.B += tile.row + tile.col * c.ldb;
    solve.m = tile.rows;
    solve.n = tile.cols;
    if (before.empty()) return rest;
    const HostTile a = shape.tile_of_a({}, along, before);
    const HostTile x = shape.tile_of_b({}, before, across);
    const T* const factor = c.A + a.row + a.col * c.lda;
    const T* const solved = c.B + x.row + x.col * c.ldb;
    const std::int64_t depth = before.size();
    if (shape.left())
        rest.update = GemmCall<T>{{c.op, Op::none, tile.rows, tile.cols, depth, T{-1}, factor, c.lda, solved,
                                   c.ldb, c.alpha, solve.B, c.ldb}};
    else
        rest.update = GemmCall<T>{{Op::none, c.op, tile.rows, tile.cols, depth, T{-1}, solved, c.ldb, factor,
                                   c.lda, c.alpha, solve.B, c.ldb}};
    solve.alpha = T{1};
    return rest;
}

template struct TrsmCall<float>;
template struct TrsmCall<double>;

}  // namespace hg
