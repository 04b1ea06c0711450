#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <concepts>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/vector/vector_elements.hpp"
#include "kernels/vector/vector_rules.hpp"

namespace hg::kernels {
namespace {

/// p and q of vector_map.cl.
template <class T>
std::array<T, 2> coefficients(const VectorParameters& p, const HostCall& call) {
    const auto first = static_cast<std::size_t>(vectors_of(p.operation));
    const bool rotates = p.operation == VectorOperation::rot;
    T alpha = call.scalars[0].as<T>();
    T second = rotates ? call.scalars[1].as<T>() : T{0};
    if (p.coefficient != VectorCoefficient::number) alpha = multiply(alpha, element<T>(call.operands[first]));
    if (p.coefficient == VectorCoefficient::quotient)
        alpha = quotient(alpha, element<T>(call.operands[first + 1]));
    if (rotates && p.coefficient == VectorCoefficient::element)
        second *= element<T>(call.operands[first + 1]);
    return {alpha, second};
}

/// change(x(i), y(i)) for all i.
template <class T, class Change>
void for_pairs(const HostCall& call, const Change& change) {
    const Elements<T> x(call.operands[0]);
    const Elements<T> y(call.operands[1], call.scalars.back() != 0);
    for (std::int64_t i = 0; i < x.size(); ++i) change(x[i], y[i]);
}

template <class T>
void map_on_host(const VectorParameters& p, const HostCall& call) {
    if (p.operation == VectorOperation::copy) return for_pairs<T>(call, [](const T& x, T& y) { y = x; });
    if (p.operation == VectorOperation::swap) return for_pairs<T>(call, [](T& x, T& y) { std::swap(x, y); });
    const Elements<T> all(call.operands[0]);
    if (p.operation == VectorOperation::rot) {
        const auto numbers = coefficients<PartOf<T>>(p, call);
        for_pairs<T>(call, [&numbers](T& x, T& y) {
            const auto [c, s] = numbers;
            const T turned = c * x + s * y;
            y = c * y - s * x;
            x = turned;
        });
    } else if (p.operation == VectorOperation::real_scal) {
        const PartOf<T> alpha = coefficients<PartOf<T>>(p, call)[0];
        for (std::int64_t i = 0; i < all.size(); ++i) all[i] *= alpha;
    } else if (const T alpha = coefficients<T>(p, call)[0]; p.operation == VectorOperation::scal) {
        if (alpha == T{1})
            return;  // 0, the imaginary part of alpha, times Inf would make NaN of the other part
        for (std::int64_t i = 0; i < all.size(); ++i) all[i] = multiply(alpha, all[i]);
    } else if (alpha != T{0}) {
        for_pairs<T>(call, [=](const T& x, T& y) { y = added_product(alpha, x, y); });
    }
}

/// The bounds and factors of vector_reduce.cl for numbers whose squares are too small or too large.
template <class T>
struct Scaling {
    static constexpr bool kDouble = sizeof(T) == sizeof(double);
    static constexpr T kSmall = kDouble ? T(0x1p-511) : T(0x1p-63);
    static constexpr T kLarge = kDouble ? T(0x1p486) : T(0x1p52);
    static constexpr T kUp = kDouble ? T(0x1p537) : T(0x1p75);
    static constexpr T kDown = kDouble ? T(0x1p-538) : T(0x1p-76);
};

template <class T>
using Sums = std::array<T, 3>;

template <class T>
void add(Sums<T>& to, const Sums<T>& from) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += from[k];
}

/// Adds the square of a part to the sum of its size.
template <std::floating_point T>
void add_square(Sums<T>& sums, T x) {
    using S = Scaling<T>;
    const T size = std::fabs(x);
    if (size < S::kSmall)
        sums[1] += size * S::kUp * (size * S::kUp);
    else if (size > S::kLarge)
        sums[2] += size * S::kDown * (size * S::kDown);
    else
        sums[0] += size * size;
}
template <class Part>
void add_square(Sums<Part>& sums, std::complex<Part> x) {
    add_square(sums, x.real());
    add_square(sums, x.imag());
}

/// Adds an element's terms. Sums are of the elements' type, or real.
template <class T, class S>
void add_terms(VectorOperation operation, Sums<S>& sums, T x, T y) {
    if constexpr (std::is_same_v<T, S>)
        if (operation == VectorOperation::dot || operation == VectorOperation::dotc) {
            sums[0] = added_product(conjugated_if(operation == VectorOperation::dotc, x), y, sums[0]);
            return;
        }
    if constexpr (std::floating_point<S>) {
        if (operation == VectorOperation::asum)
            sums[0] += magnitude(x);
        else
            add_square(sums, x);
    }
}

/// The square root of a sum of squares.
template <std::floating_point T>
T root(const Sums<T>& sum) {
    using S = Scaling<T>;
    const auto [middle, small, large] = sum;
    const bool has_middle = middle > 0 || std::isnan(middle);
    if (large > 0) return std::sqrt(has_middle ? large + middle * S::kDown * S::kDown : large) / S::kDown;
    if (!(small > 0)) return std::sqrt(middle);
    if (!has_middle) return std::sqrt(small) / S::kUp;
    const T a = std::sqrt(middle);
    const T b = std::sqrt(small) / S::kUp;
    const T greater = b > a ? b : a;  // NaN if a is
    const T ratio = (b > a ? a : b) / greater;
    return greater * std::sqrt(1 + ratio * ratio);
}

template <class T>
T finish(VectorOperation operation, const Sums<T>& sum) {
    if constexpr (std::floating_point<T>)
        if (operation == VectorOperation::nrm2) return root(sum);
    return sum[0];
}

/// A work-group's tree.
template <class Value, class Join>
Value tree(std::vector<Value>& values, const Join& join) {
    for (std::size_t active = values.size() / 2; active > 0; active /= 2)
        for (std::size_t item = 0; item < active; ++item) join(values[item], values[item + active]);
    return values[0];
}

/// The elements of a vector of n as a kernel's work-groups take them.
class Division {
  public:
    Division(const VectorParameters& p, std::int64_t n)
        : chunk_(chunk_of(p)), items_(p.blocking.items), groups_(groups_of(p, n)), n_(n) {}

    [[nodiscard]] std::int64_t groups() const { return groups_; }

    /// chunk(e, i): element i is number e of a chunk. rest(item, i): it lies behind all chunks.
    template <class Chunk, class Rest>
    void for_group(std::int64_t group, const Chunk& chunk, const Rest& rest) const {
        const std::int64_t chunks = n_ / chunk_;
        const bool neighbours = items_ == 1;
        const std::int64_t begin = neighbours ? chunks * group / groups_ : group;
        const std::int64_t end = neighbours ? chunks * (group + 1) / groups_ : chunks;
        for (std::int64_t c = begin; c < end; c += neighbours ? 1 : groups_)
            for (std::int64_t e = 0; e < chunk_; ++e) chunk(e, c * chunk_ + e);
        for (std::int64_t first = n_ / chunk_ * chunk_ + group * items_; first < n_;
             first += groups_ * items_)
            for (std::int64_t i = first; i < std::min(first + items_, n_); ++i) rest(i - first, i);
    }

  private:
    std::int64_t chunk_;
    std::int64_t items_;
    std::int64_t groups_;
    std::int64_t n_;
};

/// A work-group's sums: each place of a chunk has its own, then each work-item, then the group.
template <class S, class T>
Sums<S> sums_of_group(const VectorParameters& p, const Division& division, std::int64_t group,
                      const Elements<T>& x, const Elements<T>& y) {
    const auto vector = static_cast<std::size_t>(p.blocking.vector);
    const auto work = static_cast<std::size_t>(p.blocking.work);
    const auto items = static_cast<std::size_t>(p.blocking.items);
    std::vector<Sums<S>> places(vector * work * items, Sums<S>{});
    std::vector<Sums<S>> own(items, Sums<S>{});
    division.for_group(
        group,
        [&](std::int64_t e, std::int64_t i) {
            add_terms(p.operation, places[static_cast<std::size_t>(e)], x[i], y[i]);
        },
        [&](std::int64_t item, std::int64_t i) {
            add_terms(p.operation, own[static_cast<std::size_t>(item)], x[i], y[i]);
        });
    for (std::size_t item = 0; item < items; ++item)
        for (std::size_t w = 0; w < work; ++w)
            for (std::size_t lane = 0; lane < vector; ++lane)
                add(own[item], places[(w * items + item) * vector + lane]);
    return tree(own, [](Sums<S>& a, const Sums<S>& b) { add(a, b); });
}

/// S: the type of sums.
template <class T, class S>
void reduce_on_host(const VectorParameters& p, const HostCall& call) {
    const HostOperand& sums = call.operands.back();
    const Elements<T> x(call.operands[0]);
    const bool two = vectors_of(p.operation) == 2;
    const Elements<T> y = two ? Elements<T>(call.operands[1], call.scalars.back() != 0) : x;
    const Division division(p, x.size());
    for (std::int64_t g = 0; g < division.groups(); ++g) {
        const Sums<S> sum = sums_of_group<S>(p, division, g, x, y);
        if (p.blocking.groups == 1)
            sums.as<S>()[0] = finish(p.operation, sum);
        else
            for (std::int64_t k = 0; k < sums_of(p.operation); ++k)
                sums.as<S>()[g + k * sums.ld] = sum[static_cast<std::size_t>(k)];
    }
}

template <class T>
void total_on_host(VectorOperation operation, int items, const HostCall& call) {
    const HostOperand& sums = call.operands[0];
    std::vector<Sums<T>> own(static_cast<std::size_t>(items), Sums<T>{});
    for (std::int64_t g = 0; g < sums.rows; ++g)
        for (std::int64_t k = 0; k < sums_of(operation); ++k)
            own[static_cast<std::size_t>(g % items)][static_cast<std::size_t>(k)] +=
                sums.as<T>()[g + k * sums.ld];
    call.operands[1].as<T>()[0] =
        finish(operation, tree(own, [](Sums<T>& a, const Sums<T>& b) { add(a, b); }));
}

/// The largest element so far: none, if its size is -1.
template <class T>
struct Best {
    using Part = PartOf<T>;

    Part size = -1;
    std::int32_t place = -1;

    void meet(const Elements<T>& x, std::int64_t i) {
        Part other = magnitude(x[i]);
        if (std::isnan(other)) other = i == 0 ? std::numeric_limits<Part>::infinity() : Part{-1};
        if (other > size || (other == size && other >= 0 && i < place)) {
            size = other;
            place = static_cast<std::int32_t>(i);
        }
    }
};

template <class T>
void places_on_host(const VectorParameters& p, const HostCall& call) {
    const Elements<T> x(call.operands[0]);
    const Division division(p, x.size());
    for (std::int64_t g = 0; g < division.groups(); ++g) {
        Best<T> best;
        const auto meet = [&](std::int64_t, std::int64_t i) { best.meet(x, i); };
        if (g == 0 && x.size() > 0) best.meet(x, 0);
        division.for_group(g, meet, meet);
        call.operands[1].as<std::int32_t>()[g] = best.place;
    }
}

template <class T>
void first_on_host(const HostCall& call) {
    const Elements<T> x(call.operands[0]);
    const auto* places = call.operands[1].as<const std::int32_t>();
    Best<T> best;
    for (std::int64_t g = 0; g < call.operands[1].rows; ++g)
        if (places[g] >= 0) best.meet(x, places[g]);
    call.operands[2].as<std::int32_t>()[0] = best.place;
}

}  // namespace

std::function<void(const HostCall&)> vector_on_host(const VectorParameters& p) {
    return host_for_type(p.type, [p]<class T>(const HostCall& call) {
        if (p.operation == VectorOperation::iamax)
            places_on_host<T>(p, call);
        else if (!is_reduction(p.operation))
            map_on_host<T>(p, call);
        else if (result_type(p.operation, p.type) == p.type)
            reduce_on_host<T, T>(p, call);
        else
            reduce_on_host<T, PartOf<T>>(p, call);
    });
}

std::function<void(const HostCall&)> vector_total_on_host(VectorOperation operation, ElementType type,
                                                          int items) {
    return host_for_type(type, [=]<class T>(const HostCall& call) {
        operation == VectorOperation::iamax ? first_on_host<T>(call)
                                            : total_on_host<T>(operation, items, call);
    });
}

}  // namespace hg::kernels
