#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include <hg/blas/types.hpp>

namespace hg {

/// Base of all classes that walk the arguments of a routine. A routine lists its arguments once, in the order
/// of its call:
///
///     template <class Self, class List>
///     static void list(Self& c, List& list) {
///         list.op("op", c.op);
///         list.size("m", c.m);
///         list.scalar("alpha", c.alpha);
///         list.matrix("A", c.A, c.lda, stored(c.op, c.m, c.n), c.alpha != T{0});  // null if not used
///         list.strided("x", c.x, c.incx, c.m, c.alpha != T{0});
///         list.vector("ipiv", c.ipiv, c.m);                                       // contiguous
///         list.result("result", c.result);
///     }
///
/// ArgumentChecks, Operands and everything that uses them follow from this list. `T*` is written, `const T*`
/// is only read. A matrix stands for two arguments: the pointer and the leading dimension, whose name is "ld"
/// followed by the matrix's name in lower case. A vector with an increment also stands for two: the second is
/// "inc" followed by the vector's name.
///
/// `List` is the derived class, which defines the functions that it needs. A list that reads takes values. A
/// list that fills a routine's arguments takes references and sets them; `Self` is then not const. Shapes,
/// counts and flags come after the arguments on which they depend, so that a list that fills has already set
/// those.
template <class List>
class ArgumentList {
  public:
    template <class Value>
    void op(std::string_view name, Value& value) {
        self().choice(name, value, "must be none, trans or conj_trans");
    }
    /// An op, which must be Op::none or `transposition`.
    void op(std::string_view name, Op value, Op transposition) {
        self().option(name, value == Op::none || value == transposition,
                      transposition == Op::trans ? "must be none or trans" : "must be none or conj_trans");
    }
    template <class Value>
    void side(Value& value) {
        self().choice("side", value, "must be left or right");
    }
    template <class Value>
    void uplo(Value& value) {
        self().choice("uplo", value, "must be lower or upper");
    }
    template <class Value>
    void diag(Value& value) {
        self().choice("diag", value, "must be non_unit or unit");
    }
    /// A choice, which is_valid() must accept.
    template <class Choice>
    void choice(std::string_view name, Choice value, std::string_view must_be) {
        self().option(name, is_valid(value), must_be);
    }
    /// A size that must not be more than `most`.
    void size_up_to(std::string_view name, std::int64_t value, std::int64_t most, std::string_view must_be) {
        self().option(name, value >= 0 && value <= most, must_be);
    }
    /// A vector with an increment, for lists that read.
    template <class T>
    [[gnu::always_inline]] void strided(std::string_view name, T* data, std::int64_t increment,
                                        std::int64_t count, bool used = true) {
        self().vector(name, data, Strided{count, increment}, used);
    }
    /// A vector whose increment must be positive.
    template <class T>
    [[gnu::always_inline]] void strided_forward(std::string_view name, T* data, std::int64_t increment,
                                                std::int64_t count, bool used = true) {
        self().vector(name, data, Strided{count, increment, false}, used);
    }

    // A list ignores what it does not define itself.
    void option(std::string_view /*name*/, bool /*valid*/, std::string_view /*must_be*/) {}
    void size(std::string_view /*name*/, std::int64_t /*value*/) {}
    template <class T>
    void scalar(std::string_view /*name*/, T /*value*/) {}
    template <class T>
    void matrix(std::string_view /*name*/, T* /*data*/, std::int64_t /*ld*/, const Shape& /*shape*/,
                bool /*used*/ = true) {}
    template <class T>
    void vector(std::string_view /*name*/, T* /*data*/, std::int64_t /*count*/, bool /*used*/ = true) {}
    template <class T>
    void vector(std::string_view /*name*/, T* /*data*/, const Strided& /*elements*/, bool /*used*/ = true) {}
    template <class T>
    void result(std::string_view /*name*/, T* /*number*/) {}

  private:
    List& self() noexcept { return static_cast<List&>(*this); }
};

/// Walks the arguments of a routine. `list` reads them, or fills them if the routine is not const.
template <class Routine, class List>
requires requires(Routine& call, List& list) {
    std::remove_const_t<Routine>::list(call, list);
}
void list_arguments(Routine& call, List& list) {
    std::remove_const_t<Routine>::list(call, list);
}

}  // namespace hg
