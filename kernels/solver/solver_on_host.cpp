#include "kernels/solver/solver_on_host.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/solver/column_total.hpp"

namespace hg::kernels {
namespace {

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

}  // namespace

HostKernel gather_on_host(ElementType type) {
    HostKernel made;
    for_floating_type(type, [&]<class T>() { made = gather_host<T>; });
    return made;
}

HostKernel diagonal_product_on_host(ElementType type) {
    HostKernel made;
    for_floating_type(type, [&]<class T>() { made = diagonal_host<T>; });
    return made;
}

HostKernel block_diagonal_product_on_host(ElementType type, int block) {
    HostKernel made;
    for_floating_type(type,
                      [&]<class T>() { made = [=](const HostCall& call) { blocks_host<T>(block, call); }; });
    return made;
}

HostKernel chebyshev_step_on_host(ElementType type, bool previous) {
    HostKernel made;
    for_floating_type(
        type, [&]<class T>() { made = [=](const HostCall& call) { chebyshev_host<T>(previous, call); }; });
    return made;
}

HostKernel bicgstab_update_on_host(ElementType type, bool solution) {
    HostKernel made;
    for_floating_type(
        type, [&]<class T>() { made = [=](const HostCall& call) { bicgstab_host<T>(solution, call); }; });
    return made;
}

HostKernel solver_totals_on_host(ElementType type) {
    HostKernel made;
    for_floating_type(type, [&]<class T>() { made = totals_host<T>; });
    return made;
}

HostKernel cg_update_on_host(ElementType type, bool diagonal, const CgBlocking& b) {
    HostKernel made;
    for_floating_type(
        type, [&]<class T>() { made = [=](const HostCall& call) { update_host<T>(diagonal, b, call); }; });
    return made;
}

HostKernel cg_direction_on_host(ElementType type) {
    HostKernel made;
    for_floating_type(type, [&]<class T>() { made = direction_host<T>; });
    return made;
}

}  // namespace hg::kernels
