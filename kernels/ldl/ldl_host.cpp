#include "kernels/ldl/ldl_host.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "host_blas/element_arithmetic.hpp"

namespace hg::kernels {
namespace {

/// The steps of ldl_panel.cl, with its names.
template <class T>
class LdlSteps {
  public:
    using Part = PartOf<T>;

    explicit LdlSteps(const LdlPanel<T>& panel) : p_(panel) {}

    LdlPivot choose(std::int64_t k) {
        constexpr Part kAlpha = static_cast<Part>(0.6403882032022076);  // (1 + sqrt 17) / 8
        const auto [colmax, r] = update_column(k, k, 0);
        const Part own = weight(p_.V(k, 0));
        s_ = 0;
        if (own >= kAlpha * colmax) return {k, 1, k};
        const Part rowmax = std::max(update_column(k, r, 1).first, colmax);
        if (own >= kAlpha * colmax * (colmax / rowmax)) return {k, 1, k};
        s_ = 1;
        return {k, weight(p_.V(r, 1)) >= kAlpha * rowmax ? 1 : 2, r};
    }

    void finish(const LdlPivot& pivot) {
        const std::int64_t last = pivot.k + pivot.order - 1;
        const Divisor d = divisor_of(pivot);
        if (pivot.r != last) interchange(pivot, last);
        for (std::int64_t i = pivot.k; i < p_.n; ++i) write_row(pivot, d, i);
    }

    void leave_out(std::int64_t k) const {
        for (std::int64_t i = p_.columns; i < p_.n; ++i)
            for (std::int64_t e = 0; e < p_.width; ++e)
                if (e < p_.begin || e >= k || (i == p_.columns && k > p_.columns))
                    p_.L(i, e) = p_.W(i, e) = T{0};
    }

  private:
    struct Divisor {
        T pivot, d11, d00, to_l0, to_l1;
    };

    [[nodiscard]] T adjoint(T x) const { return conjugated_if(p_.hermitian, x); }
    [[nodiscard]] T diagonal(T x) const { return p_.hermitian ? T{std::real(x)} : x; }
    [[nodiscard]] static Part weight(T x) { return std::isnan(magnitude(x)) ? Part{0} : magnitude(x); }

    std::pair<Part, std::int64_t> update_column(std::int64_t k, std::int64_t j, std::int64_t s) const {
        std::pair<Part, std::int64_t> largest{0, -1};
        for (std::int64_t i = k; i < p_.n; ++i) {
            T x = i >= j ? p_.A(i, j) : adjoint(p_.A(j, i));
            if (i == j) x = diagonal(x);
            for (std::int64_t e = p_.begin; e < k; ++e) x = multiply_add(-p_.L(i, e), adjoint(p_.W(j, e)), x);
            if (i == j) x = diagonal(x);
            p_.V(i, s) = x;
            const bool above = p_.A.row_step < 0;  // later rows are above
            if (i != j && (weight(x) > largest.first || (above && weight(x) == largest.first)))
                largest = {weight(x), i};
        }
        return largest;
    }

    [[nodiscard]] Divisor divisor_of(const LdlPivot& pivot) const {
        Divisor d{};
        d.pivot = p_.V(pivot.r, s_);
        if (pivot.order == 1) return d;
        const T d10 = p_.V(pivot.r, 0);
        const T d01 = adjoint(d10);
        d.d11 = quotient(p_.V(pivot.r, 1), d10);
        d.d00 = quotient(p_.V(pivot.k, 0), d01);
        const T t = quotient(T{1}, diagonal(multiply(d.d11, d.d00) - T{1}));
        d.to_l0 = quotient(t, d01);
        d.to_l1 = quotient(t, d10);
        return d;
    }

    void interchange(const LdlPivot& pivot, std::int64_t last) const {
        const std::int64_t r = pivot.r;
        p_.A(r, r) = diagonal(p_.A(last, last));
        for (std::int64_t i = last + 1; i < r; ++i) p_.A(r, i) = adjoint(p_.A(i, last));
        for (std::int64_t i = r + 1; i < p_.n; ++i) p_.A(i, r) = p_.A(i, last);
        for (std::int64_t s : {0, 1}) std::swap(p_.V(last, s), p_.V(r, s));
        for (std::int64_t e = 0; e < pivot.k; ++e) {
            std::swap(p_.W(last, e), p_.W(r, e));
            std::swap(p_.L(last, e), p_.L(r, e));
        }
    }

    void write_row(const LdlPivot& pivot, const Divisor& d, std::int64_t i) const {
        const std::int64_t k = pivot.k;
        if (pivot.order == 1) {
            const T w = p_.W(i, k) = p_.V(i, s_);
            const T l = p_.L(i, k) = magnitude(d.pivot) == 0 ? T{0} : quotient(w, d.pivot);
            p_.A(i, k) = i > k ? l : w;
            return;
        }
        const T w0 = p_.W(i, k) = p_.V(i, 0);
        const T w1 = p_.W(i, k + 1) = p_.V(i, 1);
        const T l0 = p_.L(i, k) = multiply(d.to_l0, multiply_add(d.d11, w0, -w1));
        const T l1 = p_.L(i, k + 1) = multiply(d.to_l1, multiply_add(d.d00, w1, -w0));
        p_.A(i, k) = i > k + 1 ? l0 : w0;
        if (i > k) p_.A(i, k + 1) = i > k + 1 ? l1 : w1;
    }

    const LdlPanel<T>& p_;
    std::int64_t s_ = 0;  ///< the column of V that holds a pivot of order 1
};

}  // namespace

template <class T>
std::int64_t factor_ldl(const LdlPanel<T>& panel, const std::function<void(const LdlPivot&)>& found) {
    LdlSteps<T> steps(panel);
    std::int64_t k = panel.begin;
    while (k < panel.columns) {
        const LdlPivot pivot = steps.choose(k);
        steps.finish(pivot);
        found(pivot);
        k += pivot.order;
    }
    steps.leave_out(k);
    return k;
}

#define HG_INSTANTIATE(T) \
    template std::int64_t factor_ldl(const LdlPanel<T>&, const std::function<void(const LdlPivot&)>&);
HG_INSTANTIATE(double)
HG_INSTANTIATE(float)
HG_INSTANTIATE(std::complex<double>)
HG_INSTANTIATE(std::complex<float>)
#undef HG_INSTANTIATE

}  // namespace hg::kernels
