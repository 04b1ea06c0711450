#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

#include "blas/call/argument_list.hpp"
#include <hg/blas/types.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hgctl {

/// What a call of any routine takes beside its operands. A routine looks at those of its fields that it has.
struct CallSettings {
    hg::Side side = hg::Side::left;
    hg::Uplo uplo = hg::Uplo::lower;
    hg::Op op = hg::Op::none;    ///< the first, or the only one
    hg::Op op_b = hg::Op::none;  ///< of a product's second factor
    hg::Diag diag = hg::Diag::non_unit;
    std::int64_t m = 0, n = 0;
    std::int64_t k = 0;  ///< 0: n, or as many as there may be
    std::int64_t nrhs = 0;
    std::int64_t incx = 1, incy = 1;
    double alpha = 1, beta = 0;
    double c = 0.6, s = 0.8;  ///< of rot
    hg::Pivoting pivoting = hg::Pivoting::partial;
};

/// Fills the arguments of a routine: matrices have no gaps, operands are where `place` says by their names.
class SettingsFiller : public hg::ArgumentList<SettingsFiller> {
  public:
    using Place = std::function<void*(std::string_view name)>;

    SettingsFiller(const CallSettings& settings, const Place& place) : set_(settings), place_(place) {}

    void side(hg::Side& value) { value = set_.side; }
    void uplo(hg::Uplo& value) { value = set_.uplo; }
    void diag(hg::Diag& value) { value = set_.diag; }
    void op(std::string_view name, hg::Op& value) { value = name == "op_b" ? set_.op_b : set_.op; }
    /// If a routine takes one kind of transposition alone, any transposition is that one.
    void op(std::string_view /*name*/, hg::Op& value, hg::Op transposition) {
        value = set_.op == hg::Op::none ? hg::Op::none : transposition;
    }
    void choice(std::string_view /*name*/, hg::Pivoting& value, std::string_view /*must_be*/) {
        value = set_.pivoting;
    }
    void size(std::string_view name, std::int64_t& value) {
        const std::int64_t k = set_.k > 0 ? set_.k : set_.n;
        value = name == "m" ? set_.m : name == "n" ? set_.n : name == "k" ? k : set_.nrhs;
    }
    void size_up_to(std::string_view name, std::int64_t& value, std::int64_t most,
                    std::string_view /*must_be*/) {
        value = name == "n" ? set_.n : set_.k > 0 ? set_.k : most;
    }
    template <class Number>
    void scalar(std::string_view name, Number& value) {
        const double real = name == "beta" ? set_.beta
                            : name == "c"  ? set_.c
                            : name == "s"  ? set_.s
                                           : set_.alpha;
        using Real = decltype(std::real(Number{}));
        value = static_cast<Real>(real);
    }
    template <class T>
    void matrix(std::string_view name, T*& data, std::int64_t& ld, const hg::Shape& shape,
                bool /*used*/ = true) {
        data = static_cast<T*>(place_(name));
        ld = shape.rows;
    }
    template <class T>
    void strided(std::string_view name, T*& data, std::int64_t& increment, std::int64_t /*count*/,
                 bool /*used*/ = true) {
        data = static_cast<T*>(place_(name));
        increment = name == "x" ? set_.incx : set_.incy;
    }
    template <class T>
    void strided_forward(std::string_view name, T*& data, std::int64_t& increment, std::int64_t count,
                         bool used = true) {
        strided(name, data, increment, count, used);
    }
    template <class T>
    void vector(std::string_view name, T*& data, std::int64_t /*count*/, bool /*used*/ = true) {
        data = static_cast<T*>(place_(name));
    }
    template <class T>
    void result(std::string_view name, T*& number) {
        number = static_cast<T*>(place_(name));
    }

  private:
    const CallSettings& set_;
    const Place& place_;
};

/// The arguments of a routine by these settings. Without places operands have no addresses.
template <class Arguments>
Arguments arguments_of(
    const CallSettings& settings,
    const SettingsFiller::Place& place = [](std::string_view) { return static_cast<void*>(nullptr); }) {
    Arguments arguments{};
    SettingsFiller list(settings, place);
    hg::list_arguments(arguments, list);
    return arguments;
}

}  // namespace hgctl
