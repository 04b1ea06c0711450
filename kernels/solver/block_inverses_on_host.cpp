#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/solver/solver_on_host.hpp"

namespace hg::kernels {
namespace {

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

}  // namespace

HostKernel block_inverses_on_host(ElementType type, int block) {
    HostKernel made;
    for_floating_type(
        type, [&]<class T>() { made = [=](const HostCall& call) { inverses_host<T>(block, call); }; });
    return made;
}

}  // namespace hg::kernels
