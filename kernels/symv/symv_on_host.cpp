#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/real_type.hpp"
#include "kernels/symv/symv_rules.hpp"
#include "kernels/vector/vector_elements.hpp"

namespace hg::kernels {
namespace {

/// Blocks of rows or columns as symv.cl counts them: for the upper triangle from the end.
struct SymvBlocks {
    SymvBlocks(const SymvParameters& p, std::int64_t order)
        : n(order), tile(p.blocking.tile), count((order + tile - 1) / tile), upper(p.upper) {}

    [[nodiscard]] std::int64_t number(std::int64_t r) const { return upper ? count - 1 - r : r; }
    [[nodiscard]] std::int64_t first(std::int64_t r) const { return number(r) * tile; }
    [[nodiscard]] std::int64_t end(std::int64_t r) const { return std::min(n, first(r) + tile); }

    std::int64_t n, tile, count;
    bool upper;
};

/// What column j of the rows [first, end) adds to these rows, and to its own row.
template <class T>
T add_column(const HostOperand& A, const Elements<T>& x, std::int64_t j, std::int64_t first, std::int64_t end,
             T* of_rows) {
    const T* column = A.as<T>() + j * A.ld;
    T own = 0;
    for (std::int64_t i = first; i < end; ++i) {
        of_rows[i] = std::fma(column[i], x[j], of_rows[i]);
        if (i != j) own = std::fma(column[i], x[i], own);
    }
    return own;
}

/// The tiles of strip s in block row r. Sums of rows begin at 0; those of columns do so in the first row of a
/// tower.
template <class T>
void strip_on_host(const SymvParameters& p, const HostCall& call, std::int64_t r, std::int64_t s) {
    const HostOperand& A = call.operands[0];
    const HostOperand& sums = call.operands[2];
    const Elements<T> x(call.operands[1], call.scalars[0] != 0);
    const SymvBlocks blocks(p, A.rows);
    T* const of_rows = sums.as<T>() + s * sums.ld;
    T* const of_columns = sums.as<T>() + (r / p.blocking.tall + 1) * sums.ld;
    std::fill(of_rows + blocks.first(r), of_rows + blocks.end(r), T{0});
    const std::int64_t last = std::min<std::int64_t>(r, (s + 1) * p.blocking.strip - 1);
    for (std::int64_t c = s * p.blocking.strip; c <= last; ++c)
        for (std::int64_t j = blocks.first(c); j < blocks.end(c); ++j) {
            const std::int64_t first = c == r && !p.upper ? j : blocks.first(r);
            const std::int64_t end = c == r && p.upper ? j + 1 : blocks.end(r);
            const T own = add_column(A, x, j, first, end, of_rows);
            const bool is_first = r % p.blocking.tall == 0 || c == r;
            of_columns[j] = is_first ? own : of_columns[j] + own;
        }
}

template <class T>
void products_on_host(const SymvParameters& p, const HostCall& call) {
    const std::int64_t blocks = SymvBlocks(p, call.operands[0].rows).count;
    for (std::int64_t r = 0; r < blocks; ++r)
        for (std::int64_t s = 0; s <= r / p.blocking.strip; ++s) strip_on_host<T>(p, call, r, s);
}

template <class T>
void sums_on_host(const SymvParameters& p, const SymvCoefficients& c, const HostCall& call) {
    const HostOperand& sums = call.operands[0];
    const Elements<T> y(call.operands[1], call.scalars.back() != 0);
    const SymvBlocks blocks(p, sums.rows);
    const std::size_t of_beta = 2 + static_cast<std::size_t>(c.alpha);
    const T alpha = coefficient<T>(c.alpha, call.scalars[0], call.operands, 2);
    const T beta = c.overwrite ? T{0} : coefficient<T>(c.beta, call.scalars[1], call.operands, of_beta);
    for (std::int64_t r = 0; r < blocks.count; ++r)
        for (std::int64_t i = blocks.first(r); i < blocks.end(r); ++i) {
            T sum = 0;
            for (std::int64_t k = 0; k <= r / p.blocking.strip; ++k) sum += sums.as<T>()[i + k * sums.ld];
            for (std::int64_t k = r / p.blocking.tall + 1; k < sums.cols; ++k)
                sum += sums.as<T>()[i + k * sums.ld];
            const T value = alpha == T{0} ? T{0} : alpha * sum;
            y[i] = beta == T{0} ? value : beta * y[i] + value;
        }
}

}  // namespace

std::function<void(const HostCall&)> symv_products_on_host(const SymvParameters& p) {
    return for_real_type(p.type, [&](auto zero) -> std::function<void(const HostCall&)> {
        return [p](const HostCall& call) { products_on_host<decltype(zero)>(p, call); };
    });
}

std::function<void(const HostCall&)> symv_sum_on_host(const SymvParameters& p, const SymvCoefficients& c) {
    return for_real_type(p.type, [&](auto zero) -> std::function<void(const HostCall&)> {
        return [p, c](const HostCall& call) { sums_on_host<decltype(zero)>(p, c, call); };
    });
}

}  // namespace hg::kernels
