#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "runtime/program/base/host_region.hpp"
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

class Machine;

/// Whether sizes and leading dimensions fit the integers of 32 bits that the CPU's BLAS has. Small calls wait
/// for this walk alone, beside their checks.
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

/// A matrix, a vector or a number in the caller's memory: `cols` columns of `rows` elements, `ld` elements
/// apart. A vector whose increment is not 1 is a row.
struct CallOperand {
    enum class Kind : std::uint8_t {
        matrix,
        strided,  ///< a vector with an increment
        vector,   ///< a vector without one
        result    ///< a number
    };

    std::string_view name{};
    void* data = nullptr;
    std::int64_t ld = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    TilePart part = TilePart::whole;  ///< of a matrix, what counts
    Kind kind = Kind::matrix;
    ElementType type{};             ///< if it is bound
    std::int64_t element_size = 0;  ///< bytes
    bool writes = false;            ///< false: the call only reads it
    bool used = false;              ///< false: the call does not touch it
    bool bound = false;             ///< programs have it as a parameter, not as a part of a Workspace
    bool pinned = false;            ///< as Operands::find_pinned() found

    [[nodiscard]] HostRegion region() const noexcept {
        return {data, rows * element_size, cols, ld * element_size, writes};
    }
};

/// The operands and scalars of a call as plain data, resolved by one walk over its arguments. What orders
/// calls, whether memory is pinned, what programs are bound to, the output and whether the CPU's BLAS takes
/// the sizes are read from here.
class Operands : public ArgumentList<Operands> {
  public:
    template <class Routine>
    explicit Operands(const Routine& call) : fit_cpu_(cpu_takes(call)) {
        list_arguments(call, *this);
    }

    [[nodiscard]] std::span<const CallOperand> all() const noexcept { return {operands_.data(), count_}; }
    /// The matrix that a routine writes, its `kOutput`.
    [[nodiscard]] const CallOperand& output(std::string_view name) const;
    /// As cpu_takes() says.
    [[nodiscard]] bool fit_cpu() const noexcept { return fit_cpu_; }
    /// The memory that the call touches, for the order of calls.
    [[nodiscard]] std::vector<HostRegion> regions() const;
    /// Asks a machine, once, which operands lie in its pinned memory. True if all matrices that the call uses
    /// do.
    bool find_pinned(const Machine& machine);
    /// What the parameters of a program are bound to, after find_pinned() of the machine that runs it.
    [[nodiscard]] Bindings bindings(const Program& program) const;

    // As ArgumentList says.
    template <class T>
    void scalar(std::string_view name, T value) {
        if (scalar_count_ == kMostScalars) refuse();
        scalars_[scalar_count_++] = {name, value};
    }
    template <class T>
    void matrix(std::string_view name, T* data, std::int64_t ld, const Shape& shape, bool used = true) {
        add(CallOperand::Kind::matrix, name, data, ld, shape, used);
    }
    template <class T>
    void vector(std::string_view name, T* data, std::int64_t count, bool /*used*/ = true) {
        add(CallOperand::Kind::vector, name, data, count, {count, 1}, true);
    }
    template <class T>
    void vector(std::string_view name, T* data, const Strided& elements, bool used = true) {
        const std::int64_t distance = elements.distance();
        if (distance == 1)
            add(CallOperand::Kind::strided, name, data, elements.count, {elements.count, 1}, used);
        else
            add(CallOperand::Kind::strided, name, data, distance, {1, elements.count}, used);
    }
    template <class T>
    void result(std::string_view name, T* number) {
        add(CallOperand::Kind::result, name, number, 1, {1, 1}, true);
    }

  private:
    struct NamedScalar {
        std::string_view name{};
        ScalarValue value{};
    };

    static constexpr std::size_t kMostOperands = 6;
    static constexpr std::size_t kMostScalars = 2;

    template <class T>
    void add(CallOperand::Kind kind, std::string_view name, T* data, std::int64_t ld, const Shape& shape,
             bool used) {
        using Value = std::remove_const_t<T>;
        // A program leaves what it writes of vectors without increments, and places of elements, in a
        // Workspace.
        const bool in_workspace = kind == CallOperand::Kind::vector && !std::is_const_v<T>;
        ElementType type{};
        if constexpr (Element<Value>) type = element_type_of<Value>();
        if (count_ == kMostOperands) refuse();
        operands_[count_++] = {.name = name,
                               .data = const_cast<Value*>(data),
                               .ld = ld,
                               .rows = shape.rows,
                               .cols = shape.cols,
                               .part = shape.part,
                               .kind = kind,
                               .type = type,
                               .element_size = sizeof(T),
                               .writes = !std::is_const_v<T>,
                               .used = used,
                               .bound = Element<Value> && !in_workspace};
    }
    [[noreturn]] static void refuse();

    std::array<CallOperand, kMostOperands> operands_{};
    std::size_t count_ = 0;
    std::array<NamedScalar, kMostScalars> scalars_{};
    std::size_t scalar_count_ = 0;
    bool fit_cpu_;
    bool all_pinned_ = false;
    const Machine* asked_ = nullptr;  ///< which memory is pinned
};

/// Checks arguments in their order. The first that is wrong throws Error{invalid_argument} with its number,
/// counted from 1, and its name: options that are none, negative sizes, leading dimensions that are too
/// small, matrices that no address space holds, null pointers to what is used.
class ArgumentChecks : public ArgumentList<ArgumentChecks> {
  public:
    /// `routine` is the name without the letter of its type, as "gemm". A routine without a layout is
    /// column-major.
    ArgumentChecks(std::string_view routine, ElementType type) : routine_(routine), type_(type) {}

    void layout(Layout layout) {
        layout_ = layout;
        option("layout", layout == Layout::col_major || layout == Layout::row_major,
               "must be col_major or row_major");
    }
    void option(std::string_view name, bool valid, std::string_view must_be) {
        ++number_;
        if (!valid) [[unlikely]]
            refuse(number_, name, must_be);
    }
    void size(std::string_view name, std::int64_t value) {
        ++number_;
        if (value < 0) [[unlikely]]
            refuse_negative(name, value);
    }
    template <class T>
    void scalar(std::string_view /*name*/, T /*value*/) {
        ++number_;
    }
    // These are always inlined: a call would cost as much as the checks.
    template <class T>
    [[gnu::always_inline]] void matrix(std::string_view name, T* data, std::int64_t ld, const Shape& shape,
                                       bool used = true) {
        number_ += 2;
        const bool by_columns = layout_ == Layout::col_major;
        const std::int64_t extent = by_columns ? shape.rows : shape.cols;
        const std::int64_t lines = by_columns ? shape.cols : shape.rows;
        const std::int64_t least = std::max<std::int64_t>(extent, 1);
        if (used && extent > 0 && lines > 0 && data == nullptr) [[unlikely]]
            refuse_null(number_ - 1, name);
        if (ld < least) [[unlikely]]
            refuse_short(name, ld, least);
        if (exceeds_memory(lines, ld, sizeof(T))) [[unlikely]]
            refuse_large(name, ld, lines);
    }
    template <class T>
    [[gnu::always_inline]] void vector(std::string_view name, T* data, std::int64_t count, bool used = true) {
        ++number_;
        if (used && count > 0 && data == nullptr) [[unlikely]]
            refuse_null(number_, name);
    }
    template <class T>
    [[gnu::always_inline]] void vector(std::string_view name, T* data, const Strided& elements,
                                       bool used = true) {
        vector(name, data, elements.count, used);
        ++number_;
        if (!elements.is_valid()) [[unlikely]]
            refuse_increment(name, elements);
        if (exceeds_memory(std::max<std::int64_t>(elements.count, 1), elements.distance(), sizeof(T)))
            [[unlikely]]
            refuse_large(name, elements);
    }
    template <class T>
    void result(std::string_view name, T* number) {
        vector(name, number, 1);
    }

  private:
    /// True if no address space holds so many bytes as `count` elements `distance` apart take.
    static constexpr bool exceeds_memory(std::int64_t count, std::int64_t distance,
                                         std::int64_t element_size) noexcept {
        std::int64_t bytes = 0;
        return __builtin_mul_overflow(count, distance, &bytes) ||
               __builtin_mul_overflow(bytes, element_size, &bytes);
    }

    // Messages are made only if they are needed: to make one costs more than the product of a small call.
    [[noreturn]] void refuse(int number, std::string_view name, std::string_view condition) const;
    [[noreturn]] void refuse_null(int number, std::string_view name) const;
    [[noreturn]] void refuse_negative(std::string_view name, std::int64_t value) const;
    [[noreturn]] void refuse_short(std::string_view matrix, std::int64_t ld, std::int64_t least) const;
    [[noreturn]] void refuse_large(std::string_view matrix, std::int64_t ld, std::int64_t lines) const;
    [[noreturn]] void refuse_increment(std::string_view vector, const Strided& elements) const;
    [[noreturn]] void refuse_large(std::string_view vector, const Strided& elements) const;

    std::string_view routine_;
    ElementType type_;
    Layout layout_ = Layout::col_major;
    int number_ = 0;  ///< of the last argument
};

/// Checks a call of a routine without a layout.
template <class Routine>
void check_arguments(const Routine& call) {
    ArgumentChecks checks(Routine::kName, element_type_of<typename Routine::Element>());
    list_arguments(call, checks);
}

/// Checks a call whose first argument is a layout.
template <class Routine>
void check_arguments(Layout layout, const Routine& call) {
    ArgumentChecks checks(Routine::kName, element_type_of<typename Routine::Element>());
    checks.layout(layout);
    list_arguments(call, checks);
}

}  // namespace hg
