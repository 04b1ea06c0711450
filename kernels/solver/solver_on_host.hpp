#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/solver/cg_blocking.hpp"
#include <hg/runtime/program/instruction.hpp>

/// Host implementations of instructions of solvers: sums are added in the order of the kernels' work-items.
namespace hg::kernels::solver_on_host {

/// Work-items of column_total.cl.
inline constexpr int kTotalItems = 128;

/// The sum of column c of an operand in the order of column_total.cl.
template <class T>
T column_total(const HostOperand& sums, std::int64_t c) {
    std::vector<T> own(kTotalItems, T{});
    for (std::int64_t g = 0; g < sums.rows; ++g)
        own[static_cast<std::size_t>(g % kTotalItems)] += sums.as<const T>()[g + c * sums.ld];
    for (std::size_t active = kTotalItems / 2; active > 0; active /= 2)
        for (std::size_t i = 0; i < active; ++i) own[i] += own[i + active];
    return own[0];
}

template <class T>
T* vector_of(const HostCall& call, std::size_t operand) {
    return call.operands[operand].as<T>();
}

/// a / b, or 0 if a is.
template <class T>
T ratio(const HostCall& call) {
    const T above = *vector_of<const T>(call, 0);
    return magnitude(above) == 0 ? T{0} : quotient(above, *vector_of<const T>(call, 1));
}

template <class T>
void gather_host(const HostCall& call) {
    const auto* index = vector_of<const std::int32_t>(call, 0);
    const HostOperand& x = call.operands[1];
    const HostOperand& y = call.operands[2];
    for (std::int64_t c = 0; c < y.cols; ++c)
        for (std::int64_t i = 0; i < y.rows; ++i)
            y.as<T>()[i + c * y.ld] = x.as<const T>()[index[i] + c * x.ld];
}

template <class T>
void diagonal_host(const HostCall& call) {
    for (std::int64_t i = 0; i < call.operands[2].rows; ++i)
        vector_of<T>(call, 2)[i] = multiply(vector_of<const T>(call, 0)[i], vector_of<const T>(call, 1)[i]);
}

template <class T>
void blocks_host(int block, const HostCall& call) {
    const HostOperand& blocks = call.operands[0];
    const auto* r = vector_of<const T>(call, 1);
    const std::int64_t n = call.operands[2].rows;
    for (std::int64_t i = 0; i < n; ++i) {
        T sum{};
        const std::int64_t first = i / block * block;
        for (std::int64_t j = first; j < std::min(first + block, n); ++j)
            sum = multiply_add(blocks.as<const T>()[i % block + j * blocks.ld], r[j], sum);
        vector_of<T>(call, 2)[i] = sum;
    }
}

/// a x + y, or y if a is 0.
template <class T>
T with_step(T a, T x, T y) {
    return magnitude(a) == 0 ? y : added_product(a, x, y);
}

template <class T>
void bicgstab_host(bool solution, const HostCall& call) {
    const T first = *vector_of<const T>(call, 0), omega = *vector_of<const T>(call, 1);
    const auto *u = vector_of<const T>(call, 2), *v = vector_of<const T>(call, 3);
    auto* y = vector_of<T>(call, 4);
    for (std::int64_t i = 0; i < call.operands[4].rows; ++i)
        y[i] = solution ? with_step(omega, v[i], with_step(first, u[i], y[i]))
                        : u[i] + multiply(first, with_step(-omega, v[i], y[i]));
}

template <class T>
void totals_host(const HostCall& call) {
    for (std::size_t c = 1; c < call.operands.size(); ++c)
        *vector_of<T>(call, c) = column_total<T>(call.operands[0], static_cast<std::int64_t>(c) - 1);
}

template <class T>
void chebyshev_host(bool previous, const HostCall& call) {
    const auto *d = vector_of<const T>(call, 0), *r = vector_of<const T>(call, 1),
               *w = vector_of<const T>(call, 2), *z = vector_of<const T>(call, 3);
    auto* next = vector_of<T>(call, 4);
    const auto factor = [&](std::size_t scalar) { return call.scalars[scalar].as<PartOf<T>>(); };
    const PartOf<T> of_z = factor(0), of_r = factor(1), of_w = factor(2), of_next = previous ? factor(3) : 0;
    for (std::int64_t i = 0; i < call.operands[4].rows; ++i) {
        T sum = multiply_add(d[i], of_r * r[i] + of_w * w[i], of_z * z[i]);
        if (previous) sum += of_next * next[i];
        next[i] = sum;
    }
}

/// work(item, e) for the elements of a work-group, as vector_common.cl divides them.
template <class Work>
void for_elements_of_group(const CgBlocking& b, std::int64_t n, std::int64_t groups, std::int64_t group,
                           const Work& work) {
    const std::int64_t chunk = std::int64_t{b.vector} * b.items;
    const std::int64_t chunks = n / chunk;
    const bool neighbours = b.items == 1;
    const std::int64_t end = neighbours ? chunks * (group + 1) / groups : chunks;
    for (std::int64_t c = neighbours ? chunks * group / groups : group; c < end; c += neighbours ? 1 : groups)
        for (std::int64_t e = 0; e < chunk; ++e) work(e / b.vector, c * chunk + e);
    for (std::int64_t first = chunks * chunk + group * b.items; first < n; first += groups * b.items)
        for (std::int64_t e = first; e < std::min(first + b.items, n); ++e) work(e - first, e);
}

template <class T>
void update_host(bool diagonal, const CgBlocking& b, const HostCall& call) {
    const auto *p = vector_of<const T>(call, 2), *q = vector_of<const T>(call, 3);
    auto *x = vector_of<T>(call, 4), *r = vector_of<T>(call, 5);
    const HostOperand& sums = call.operands.back();
    const T a = ratio<T>(call);
    std::vector<std::array<T, 2>> own(static_cast<std::size_t>(b.items));
    for (std::int64_t g = 0; g < sums.rows; ++g) {
        std::fill(own.begin(), own.end(), std::array<T, 2>{});
        for_elements_of_group(b, call.operands[4].rows, sums.rows, g, [&](std::int64_t item, std::int64_t e) {
            auto& [rr, rz] = own[static_cast<std::size_t>(item)];
            x[e] = multiply_add(a, p[e], x[e]);
            r[e] = multiply_add(-a, q[e], r[e]);
            rr = multiply_add(conjugated_if(true, r[e]), r[e], rr);
            if (!diagonal) return;
            const T z = multiply(vector_of<const T>(call, 6)[e], r[e]);
            vector_of<T>(call, 7)[e] = z;
            rz = multiply_add(conjugated_if(true, r[e]), z, rz);
        });
        for (auto active = own.size() / 2; active > 0; active /= 2)
            for (std::size_t i = 0; i < active; ++i)
                for (std::size_t k = 0; k < 2; ++k) own[i][k] += own[i + active][k];
        for (std::int64_t k = 0; k < sums.cols; ++k)
            sums.as<T>()[g + k * sums.ld] = own[0][static_cast<std::size_t>(k)];
    }
}

template <class T>
void direction_host(const HostCall& call) {
    const T b = ratio<T>(call);
    const bool restarts = magnitude(*vector_of<const T>(call, 0)) == 0;
    const auto* z = vector_of<const T>(call, 2);
    auto* p = vector_of<T>(call, 3);
    for (std::int64_t i = 0; i < call.operands[3].rows; ++i)
        p[i] = restarts ? z[i] : multiply_add(b, p[i], z[i]);
}

/// A square of `order` x `order` elements with `ld` rows.
template <class T>
struct DenseBlock {
    T* data;
    std::int64_t order, ld;

    [[nodiscard]] T& at(std::int64_t i, std::int64_t j) const { return data[i + j * ld]; }
};

template <class T>
T inverse_or_one(T element) {
    return magnitude(element) > 0 && is_finite(element) ? quotient(T{1}, element) : T{1};
}

/// Row of the largest element of column k from row k on.
template <class T>
std::int64_t pivot_of(const DenseBlock<T>& a, std::int64_t k) {
    std::int64_t best = k;
    for (std::int64_t i = k + 1; i < a.order; ++i)
        if (magnitude(a.at(i, k)) > magnitude(a.at(best, k))) best = i;
    return best;
}

/// Gauss and Jordan, step k, as block_inverses.cl has it. False if there is no pivot.
template <class T>
bool eliminate(const DenseBlock<T>& a, const DenseBlock<T>& inverse, std::int64_t k) {
    const std::int64_t pivot = pivot_of(a, k);
    if (!(magnitude(a.at(pivot, k)) > 0) || !is_finite(a.at(pivot, k))) return false;
    const T scale = quotient(T{1}, a.at(pivot, k));
    for (std::int64_t j = 0; j < a.order; ++j)
        for (const DenseBlock<T>* const block : {&a, &inverse}) {
            std::swap(block->at(k, j), block->at(pivot, j));
            block->at(k, j) = multiply(block->at(k, j), scale);
        }
    for (std::int64_t i = 0; i < a.order; ++i) {
        if (i == k) continue;
        const T factor = a.at(i, k);
        for (std::int64_t j = 0; j < a.order; ++j) {
            a.at(i, j) = added_product(-factor, a.at(k, j), a.at(i, j));
            inverse.at(i, j) = added_product(-factor, inverse.at(k, j), inverse.at(i, j));
        }
    }
    return true;
}

/// `own` becomes its inverse; `room` holds two blocks.
template <class T>
void invert(const DenseBlock<T>& own, std::vector<T>& room) {
    const std::int64_t order = own.order;
    const DenseBlock<T> a{room.data(), order, order}, inverse{room.data() + order * order, order, order};
    for (std::int64_t j = 0; j < order; ++j)
        for (std::int64_t i = 0; i < order; ++i) {
            a.at(i, j) = own.at(i, j);
            inverse.at(i, j) = T(i == j ? 1 : 0);
        }
    bool regular = true;
    for (std::int64_t k = 0; k < order && regular; ++k) regular = eliminate(a, inverse, k);
    for (std::int64_t j = 0; j < order; ++j) {
        const T diagonal = inverse_or_one(own.at(j, j));
        for (std::int64_t i = 0; i < order; ++i)
            own.at(i, j) = regular ? inverse.at(i, j) : i == j ? diagonal : T{0};
    }
}

template <class T>
void inverses_host(int block, const HostCall& call) {
    const HostOperand& blocks = call.operands[0];
    std::vector<T> room(static_cast<std::size_t>(2 * block * block));
    for (std::int64_t first = 0; first < blocks.cols; first += block)
        invert<T>({blocks.as<T>() + first * blocks.ld, std::min<std::int64_t>(block, blocks.cols - first),
                   blocks.ld},
                  room);
}

}  // namespace hg::kernels::solver_on_host
