#include "kernels/sparse/spmv_on_host.hpp"

#include <array>
#include <cstddef>

#include "kernels/sparse/fused_products.hpp"

namespace hg::kernels {
namespace {

/// A row's elements: element j is at place first + j step of the columns, and likewise of the values.
struct RowPlaces {
    std::int64_t first, step, value_step, count;
};

/// The sum of a row in the order of the kernels' work-items.
template <class T>
T sum_of_lanes(std::size_t lanes, const SparseElements<T>& a, const RowPlaces& row, const ColumnOfX<T>& x) {
    std::array<T, 64> sums{};  // as many lanes as there may be
    std::size_t lane = 0;
    for (std::int64_t j = 0; j < row.count; ++j) {
        const std::int32_t column = a.column[row.first + j * row.step];
        if (column >= 0)
            sums[lane] = multiply_add(a.at(row.first + j * row.value_step), x[column], sums[lane]);
        if (++lane == lanes) lane = 0;
    }
    for (std::size_t active = lanes / 2; active > 0; active /= 2)
        for (std::size_t l = 0; l < active; ++l) sums[l] += sums[l + active];
    return sums[0];
}

/// The same of one work-item.
template <class T>
T sum_in_order(const SparseElements<T>& a, const RowPlaces& row, const ColumnOfX<T>& x) {
    T sum{};
    for (std::int64_t j = 0; j < row.count; ++j) {
        const std::int32_t column = a.column[row.first + j * row.step];
        if (column >= 0) sum = multiply_add(a.at(row.first + j * row.value_step), x[column], sum);
    }
    return sum;
}

/// `places(i)` is where the elements of the row at place i stand, `row_of(i)` that row of y.
template <class T, class Places, class RowOf>
void rows_on_host(const SpmvParameters& p, const HostCall& call, std::size_t columns, std::int64_t rows,
                  const Places& places, const RowOf& row_of) {
    const HostOperand& x = call.operands[columns + 2];
    const SpmvResult<T> result(p, call, columns + 4);
    const SparseElements<T> a(call.operands[columns], call.operands[columns + 1],
                              is_complex(p.type) && call.scalars.back() != 0);
    const auto lanes = static_cast<std::size_t>(p.blocking.lanes);
    with_fused_products([&] {
        for (std::int64_t c = 0; c < result.y.cols; ++c) {
            const ColumnOfX<T> of_x(p, x, c);
            for (std::int64_t i = 0; i < rows; ++i) {
                T sum{};
                if (result.p != T{0})
                    sum = lanes == 1 ? sum_in_order(a, places(i), of_x)
                                     : sum_of_lanes(lanes, a, places(i), of_x);
                result.set(row_of(i), c, sum);
            }
        }
    });
}

template <class T>
void csr_rows_on_host(const SpmvParameters& p, const HostCall& call) {
    const auto* start = call.operands[0].as<const std::int32_t>();
    rows_on_host<T>(
        p, call, 1, call.operands[0].rows - 1,
        [&](std::int64_t i) {
            return RowPlaces{start[i], 1, 1, start[i + 1] - start[i]};
        },
        [](std::int64_t i) { return i; });
}

template <class T>
void sell_on_host(const SpmvParameters& p, const HostCall& call) {
    const auto* start = call.operands[0].as<const std::int32_t>();
    const auto* order = call.operands[1].as<const std::int32_t>();
    const std::int64_t height = p.blocking.slice;
    rows_on_host<T>(
        p, call, 2, call.operands[1].rows,
        [&](std::int64_t i) {
            const std::int64_t first = start[i / height];
            return RowPlaces{first + i % height, height, height, (start[i / height + 1] - first) / height};
        },
        [&](std::int64_t i) { return std::int64_t{order[i]}; });
}

template <class T>
void ell_on_host(const SpmvParameters& p, const HostCall& call) {
    const HostOperand& columns = call.operands[0];
    const std::int64_t value_ld = call.operands[1].ld;
    rows_on_host<T>(
        p, call, 0, columns.rows,
        [&](std::int64_t i) {
            return RowPlaces{i, columns.ld, value_ld, columns.cols};
        },
        [](std::int64_t i) { return i; });
}

}  // namespace

std::function<void(const HostCall&)> spmv_on_host(const SpmvParameters& p) {
    std::function<void(const HostCall&)> made;
    for_floating_type(p.type, [&]<class T>() {
        switch (p.kernel) {
            case SpmvKernel::csr_rows:
                made = [p](const HostCall& call) { csr_rows_on_host<T>(p, call); };
                break;
            case SpmvKernel::sell:
                made = [p](const HostCall& call) { sell_on_host<T>(p, call); };
                break;
            case SpmvKernel::ell:
                made = [p](const HostCall& call) { ell_on_host<T>(p, call); };
                break;
            case SpmvKernel::csr_merge:
            case SpmvKernel::coo:
                made = shares_on_host(p);
                break;
        }
    });
    return made;
}

}  // namespace hg::kernels
