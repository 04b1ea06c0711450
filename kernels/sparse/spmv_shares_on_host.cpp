#include <algorithm>
#include <cstddef>

#include "kernels/sparse/spmv_on_host.hpp"

namespace hg::kernels {
namespace {

/// Where the shares of work-groups begin, and which rows end in them: of compressed rows.
struct MergedShares {
    MergedShares(const SpmvParameters& p, const HostCall& call)
        : share(spmv_share(p)),
          start(call.operands[0].as<const std::int32_t>()),
          first(call.operands[1].as<const std::int32_t>()),
          rows(call.operands[0].rows - 1),
          groups(call.operands[1].rows - 1) {}

    /// The first element of a share.
    [[nodiscard]] std::int64_t begin(std::int64_t g) const {
        return std::min(g * share, rows + start[rows]) - first[g];
    }
    /// The row that goes on behind a share and begins in it; -1: there is none.
    [[nodiscard]] std::int64_t split_row(std::int64_t g) const {
        const std::int32_t row = first[g + 1];
        return row < rows && start[row] >= begin(g) && start[row] < begin(g + 1) ? row : -1;
    }
    /// The group in which a row ends.
    [[nodiscard]] std::int64_t last_group(std::int64_t row, std::int64_t g) const {
        while (first[g + 1] <= row) ++g;
        return g;
    }

    /// ended(row, sum, begins_before) for each row that ends in a share; open(sum) for the row behind.
    template <class Product, class Ended, class Open>
    void for_rows(std::int64_t g, const Product& product, const Ended& ended, const Open& open) const {
        std::int64_t k = begin(g);
        const auto sum_to = [&](std::int64_t end) {
            decltype(product(k)) sum{};
            for (; k < end; ++k) sum += product(k);
            return sum;
        };
        for (std::int64_t row = first[g]; row < first[g + 1]; ++row)
            ended(row, sum_to(start[row + 1]), start[row] < begin(g));
        open(sum_to(begin(g + 1)));
    }

    std::int64_t share;
    const std::int32_t* start;
    const std::int32_t* first;
    std::int64_t rows, groups;
};

/// The same of elements with their rows.
struct ListedShares {
    ListedShares(const SpmvParameters& p, const HostCall& call)
        : share(spmv_share(p)),
          row(call.operands[0].as<const std::int32_t>()),
          elements(call.operands[0].rows),
          groups(spmv_groups(p, 0, elements)) {}

    [[nodiscard]] std::int64_t begin(std::int64_t g) const { return std::min(g * share, elements); }
    [[nodiscard]] bool goes_on(std::int64_t k) const {
        return k > 0 && k < elements && row[k] == row[k - 1] && row[k] >= 0;
    }
    [[nodiscard]] std::int64_t split_row(std::int64_t g) const {
        const std::int64_t end = begin(g + 1);
        if (!goes_on(end)) return -1;
        return goes_on(begin(g)) && row[begin(g)] == row[end] ? -1 : row[end];
    }
    [[nodiscard]] std::int64_t last_group(std::int64_t r, std::int64_t g) const {
        while (goes_on(begin(g + 1)) && row[begin(g + 1)] == r) ++g;
        return g;
    }

    template <class Product, class Ended, class Open>
    void for_rows(std::int64_t g, const Product& product, const Ended& ended, const Open& open) const {
        decltype(product(0)) sum{};
        bool is_first = true;
        for (std::int64_t k = begin(g); k < begin(g + 1) && row[k] >= 0; ++k) {
            sum += product(k);
            if (goes_on(k + 1)) continue;
            ended(row[k], sum, is_first && goes_on(begin(g)));
            is_first = false;
            sum = {};
        }
        open(sum);
    }

    std::int64_t share;
    const std::int32_t* row;
    std::int64_t elements, groups;
};

template <class T, class Shares>
void products_on_host(const SpmvParameters& p, const HostCall& call, const Shares& shares,
                      std::size_t columns) {
    const HostOperand& x = call.operands[columns + 2];
    const HostOperand& parts = call.operands[columns + 3];
    const SpmvResult<T> result(p, call, columns + 5);
    const SparseElements<T> a(call.operands[columns], call.operands[columns + 1],
                              is_complex(p.type) && call.scalars.back() != 0);
    for (std::int64_t c = 0; c < result.y.cols; ++c) {
        const ColumnOfX<T> of_x(p, x, c);
        T* of_parts = parts.as<T>() + 2 * c * parts.ld;
        const auto product = [&](std::int64_t k) {
            return result.p == T{0} ? T{0} : multiply(a.at(k), of_x[a.column[k]]);
        };
        for (std::int64_t g = 0; g < shares.groups; ++g)
            shares.for_rows(
                g, product,
                [&](std::int64_t row, T sum, bool begins_before) {
                    if (begins_before)
                        of_parts[g] = sum;
                    else
                        result.set(row, c, sum);
                },
                [&](T sum) { of_parts[g + parts.ld] = sum; });
    }
}

template <class T, class Shares>
void finish_on_host(const SpmvParameters& p, const HostCall& call, const Shares& shares,
                    std::size_t parts_at) {
    const HostOperand& parts = call.operands[parts_at];
    const SpmvResult<T> result(p, call, parts_at + 2);
    for (std::int64_t c = 0; c < result.y.cols; ++c)
        for (std::int64_t g = 0; g < shares.groups; ++g) {
            const std::int64_t row = shares.split_row(g);
            if (row < 0) continue;
            const T* tails = parts.as<const T>() + 2 * c * parts.ld;
            const std::int64_t last = shares.last_group(row, g);
            T sum{};
            for (std::int64_t i = g; i < last; ++i) sum += tails[i + parts.ld];
            result.set(row, c, sum + tails[last]);
        }
}

}  // namespace

std::function<void(const HostCall&)> shares_on_host(const SpmvParameters& p) {
    std::function<void(const HostCall&)> made;
    for_floating_type(p.type, [&]<class T>() {
        if (p.kernel == SpmvKernel::csr_merge)
            made = [p](const HostCall& call) { products_on_host<T>(p, call, MergedShares(p, call), 2); };
        else
            made = [p](const HostCall& call) { products_on_host<T>(p, call, ListedShares(p, call), 1); };
    });
    return made;
}

std::function<void(const HostCall&)> spmv_rest_on_host(const SpmvParameters& p) {
    std::function<void(const HostCall&)> made;
    for_floating_type(p.type, [&]<class T>() {
        if (p.kernel == SpmvKernel::csr_merge)
            made = [p](const HostCall& call) { finish_on_host<T>(p, call, MergedShares(p, call), 2); };
        else
            made = [p](const HostCall& call) { finish_on_host<T>(p, call, ListedShares(p, call), 1); };
    });
    return made;
}

}  // namespace hg::kernels
