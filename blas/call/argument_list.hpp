#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "blas/call/letters.hpp"
#include "blas/call/shape.hpp"
#include "runtime/program/base/host_region.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// Base of everything that walks the arguments of a routine. A routine lists them once, in the order of its call:
///
///     template <class Self, class List>
///     static void list(Self& c, List& list) {
///         list.op("op", c.op);
///         list.size("m", c.m);
///         list.scalar("alpha", c.alpha);
///         list.matrix("A", c.A, c.lda, stored(c.op, c.m, c.n), c.alpha != T{0});  // may be null if it is not used
///         list.strided("x", c.x, c.incx, c.m, c.alpha != T{0});
///         list.vector("ipiv", c.ipiv, c.m);  // without gaps
///         list.result("result", c.result);
///     }
///
/// Checks, memory regions, bindings and the like follow from that. `T*` is written, `const T*` only read. A
/// matrix is two arguments: the pointer and the leading dimension, whose name is "ld" and the matrix's name
/// in lower case. A vector with an increment is two as well: "inc" and its name comes next.
///
/// `List` is the class that derives from this one; it has the functions that it needs. A list that reads takes values. A
/// list that fills a routine's arguments takes references and sets them: `Self` is const in the first case alone. What
/// shapes, counts and flags depend on is listed before them, so a list that fills knows them.
template <class List>
class ArgumentList {
  public:
    template <class Value>
    void op(std::string_view name, Value& value) {
        self().choice(name, value, "must be none, trans or conj_trans");
    }
    /// An op that is Op::none or `transposition`.
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
    /// One of the values that is_valid() takes.
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
    /// One whose increment must be positive.
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

/// Walks the arguments of a routine, which `list` reads or, unless the routine is const, fills.
template <class Routine, class List>
requires requires(Routine& call, List& list) {
    std::remove_const_t<Routine>::list(call, list);
}
void list_arguments(Routine& call, List& list) {
    std::remove_const_t<Routine>::list(call, list);
}

/// The memory that a call touches, for the order of calls.
class MemoryRegions : public ArgumentList<MemoryRegions> {
  public:
    template <class T>
    void matrix(std::string_view /*name*/, T* data, std::int64_t ld, const Shape& shape, bool used = true) {
        constexpr std::int64_t kSize = sizeof(T);
        if (used) regions.push_back({data, shape.rows * kSize, shape.cols, ld * kSize, !std::is_const_v<T>});
    }
    template <class T>
    void vector(std::string_view name, T* data, std::int64_t count, bool /*used*/ = true) {
        matrix(name, data, count, Shape{count, 1});
    }
    template <class T>
    void vector(std::string_view name, T* data, const Strided& elements, bool used = true) {
        if (elements.distance() == 1)
            return matrix(name, data, elements.count, Shape{elements.count, 1}, used);
        matrix(name, data, elements.distance(), Shape{1, elements.count}, used);
    }

    std::vector<HostRegion> regions{};
};

template <class Routine>
std::vector<HostRegion> regions_of(const Routine& call) {
    MemoryRegions list;
    list_arguments(call, list);
    return std::move(list.regions);
}

/// Whether sizes and leading dimensions fit the integers of 32 bits that the CPU's BLAS has.
class NarrowSizes : public ArgumentList<NarrowSizes> {
  public:
    void size(std::string_view /*name*/, std::int64_t value) { fit = fit && value <= kMost; }
    template <class T>
    void matrix(std::string_view name, T* /*data*/, std::int64_t ld, const Shape& /*shape*/,
                bool /*used*/ = true) {
        size(name, ld);
    }
    using ArgumentList::vector;
    template <class T>
    void vector(std::string_view name, T* /*data*/, const Strided& elements, bool /*used*/ = true) {
        size(name, elements.distance());
    }

    bool fit = true;

  private:
    static constexpr std::int64_t kMost = 0x7fffffff;
};

/// True if the CPU's BLAS takes a call of these sizes.
template <class Routine>
bool cpu_takes(const Routine& call) noexcept {
    NarrowSizes list;
    list_arguments(call, list);
    return list.fit;
}

/// The arguments that are parameters of a program.
class ProgramBindings : public ArgumentList<ProgramBindings> {
  public:
    explicit ProgramBindings(const Program& program) : program_(program) {}

    template <class T>
    void scalar(std::string_view name, T value) {
        for (const std::string& parameter : program_.scalars()) {
            if (parameter == name) bindings.scalar(parameter, value);
            if constexpr (ComplexElement<T>)
                if (is_conjugate(parameter, name)) bindings.scalar(parameter, std::conj(value));
        }
    }
    template <class T>
    void matrix(std::string_view name, T* data, std::int64_t ld, const Shape& /*shape*/,
                bool /*used*/ = true) {
        for (const MatrixParameter& parameter : program_.matrices())
            if (parameter.name == name) bindings.matrix(parameter.name, data, ld);
    }
    /// What a program writes of these it leaves in a Workspace.
    template <class T>
    void vector(std::string_view name, T* data, std::int64_t count, bool /*used*/ = true) {
        if constexpr (std::is_const_v<T> && Element<std::remove_const_t<T>>)
            matrix(name, data, count, Shape{});
    }
    template <class T>
    void vector(std::string_view name, T* data, const Strided& elements, bool /*used*/ = true) {
        const bool has_gaps = elements.distance() != 1;
        matrix(name, data, has_gaps ? elements.distance() : elements.count, Shape{});
    }
    template <class T>
    void result(std::string_view name, T* number) {
        // Places are made of what programs leave in a Workspace.
        if constexpr (!std::is_integral_v<T>) matrix(name, number, 1, Shape{1, 1});
    }

    Bindings bindings{};

  private:
    /// "conj_alpha" stands for the conjugate of alpha.
    static bool is_conjugate(std::string_view parameter, std::string_view name) {
        constexpr std::string_view kPrefix = "conj_";
        return parameter.starts_with(kPrefix) && parameter.substr(kPrefix.size()) == name;
    }

    const Program& program_;
};

template <class Routine>
Bindings bindings_of(const Routine& call, const Program& program) {
    ProgramBindings list(program);
    list_arguments(call, list);
    return std::move(list.bindings);
}

/// The matrix of a name.
template <class T>
class MatrixNamed : public ArgumentList<MatrixNamed<T>> {
  public:
    explicit MatrixNamed(std::string_view wanted) : wanted_(wanted) {}

    void matrix(std::string_view name, T* given, std::int64_t given_ld, const Shape& given_shape,
                bool /*used*/ = true) {
        if (name != wanted_) return;
        data = given;
        ld = given_ld;
        shape = given_shape;
    }
    void matrix(std::string_view /*name*/, const T* /*data*/, std::int64_t /*ld*/, const Shape& /*shape*/,
                bool /*used*/ = true) {}

    T* data = nullptr;
    std::int64_t ld = 0;
    Shape shape{};

  private:
    std::string_view wanted_;
};

/// The matrix that a routine writes, its `kOutput`.
template <class Routine>
auto output_of(const Routine& call) {
    MatrixNamed<typename Routine::Element> list(Routine::kOutput);
    list_arguments(call, list);
    return list;
}

}  // namespace hg
