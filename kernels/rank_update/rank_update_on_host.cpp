#include <complex>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/rank_update/rank_update_rules.hpp"
#include "kernels/vector/vector_elements.hpp"

namespace hg::kernels {
namespace {

/// What the scalars of an instruction for complex elements say.
struct Conjugates {
    Conjugates(const RankUpdateParameters& p, const HostCall& call) {
        if (!is_complex(p.type)) return;
        const bool is_ger = p.operation == RankUpdate::ger;
        of_y = !is_ger || call.scalars[3] != 0;
        real_p = is_ger ? call.scalars[4] != 0 : p.operation == RankUpdate::syr;
        of_all = call.scalars.back() != 0;
        real_diagonal = !is_ger;
    }

    bool of_y = false, real_p = false, of_all = false, real_diagonal = false;
};

/// p z, if need be with the real part of p.
template <class T>
T product_with(T p, T z, bool real_p) {
    return real_p ? std::real(p) * z : multiply(p, z);
}

template <class T>
void drop_imaginary_part(T& element) {
    if constexpr (!std::is_arithmetic_v<T>) element.imag(0);
}

/// Rows [first, last) of column j.
template <class T>
void update_column(const RankUpdateParameters& p, const Conjugates& with, T alpha, const Elements<T>& x,
                   const Elements<T>& y, std::int64_t j, std::int64_t first, std::int64_t last, T* column) {
    const auto element = [&](const Elements<T>& of, std::int64_t i) {
        return conjugated_if(with.of_all, of[i]);
    };
    const bool both = p.operation == RankUpdate::syr2;
    const T of_x =
        conjugated_if(with.of_all, product_with(alpha, conjugated_if(with.of_y, y[j]), with.real_p));
    const T of_y = conjugated_if(
        with.of_all, multiply(conjugated_if(with.of_y, alpha), conjugated_if(with.of_y, both ? x[j] : T{0})));
    if (with.real_diagonal) drop_imaginary_part(column[j]);
    if (y[j] == T{0} && (!both || x[j] == T{0})) return;
    for (std::int64_t i = first; i < last; ++i) {
        column[i] = added_product(element(x, i), of_x, column[i]);
        if (both) column[i] = added_product(element(y, i), of_y, column[i]);
    }
    if (with.real_diagonal) drop_imaginary_part(column[j]);
}

template <class T>
void update_on_host(const RankUpdateParameters& p, const HostCall& call) {
    const bool has_y = p.operation != RankUpdate::syr;
    const HostOperand& A = call.operands[has_y ? 2 : 1];
    const Elements<T> x(call.operands[0], call.scalars[1] != 0);
    const Elements<T> y = has_y ? Elements<T>(call.operands[1], call.scalars[2] != 0) : x;
    const T alpha = coefficient<T>(p.coefficient, call.scalars[0], call.operands, has_y ? 3 : 2);
    const Conjugates with(p, call);
    if (alpha == T{0} || (with.real_p && std::real(alpha) == 0)) return;
    const bool whole = p.operation == RankUpdate::ger;
    for (std::int64_t j = 0; j < A.cols; ++j)
        update_column(p, with, alpha, x, y, j, whole || p.upper ? 0 : j, whole || !p.upper ? A.rows : j + 1,
                      A.as<T>() + j * A.ld);
}

}  // namespace

std::function<void(const HostCall&)> rank_update_on_host(const RankUpdateParameters& p) {
    return host_for_type(p.type, [p]<class T>(const HostCall& call) { update_on_host<T>(p, call); });
}

}  // namespace hg::kernels
