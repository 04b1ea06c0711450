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

/// Checks whether sizes and leading dimensions fit the 32-bit integers of the CPU BLAS. Apart from the checks
/// of arguments, small calls need only this walk.
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

/// Returns true if the CPU BLAS supports the sizes of a call.
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
        vector,   ///< a contiguous vector
        result    ///< a number
    };

    std::string_view name{};
    void* data = nullptr;
    std::int64_t ld = 0;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    TilePart part = TilePart::whole;  ///< the part of a matrix that is used
    Kind kind = Kind::matrix;
    ElementType type{};             ///< only valid if `bound`
    std::int64_t element_size = 0;  ///< bytes
    bool writes = false;            ///< false: the call only reads it
    bool used = false;              ///< false: the call does not touch it
    bool bound = false;             ///< a parameter of programs, not part of a Workspace
    bool pinned = false;            ///< set by Operands::find_pinned()

    [[nodiscard]] HostRegion region() const noexcept {
        return {data, rows * element_size, cols, ld * element_size, writes};
    }
};

/// The operands and scalars of a call as plain data, resolved by one walk over its arguments. They determine
/// the order of calls, whether memory is pinned, the bindings of programs, the output, and whether the CPU
/// BLAS supports the sizes.
class Operands : public ArgumentList<Operands> {
  public:
    template <class Routine>
    explicit Operands(const Routine& call) : fit_cpu_(cpu_takes(call)) {
        list_arguments(call, *this);
    }

    [[nodiscard]] std::span<const CallOperand> all() const noexcept { return {operands_.data(), count_}; }
    /// Returns the matrix that a routine writes, its `kOutput`.
    [[nodiscard]] const CallOperand& output(std::string_view name) const;
    /// Returns the same as cpu_takes().
    [[nodiscard]] bool fit_cpu() const noexcept { return fit_cpu_; }
    /// Returns the memory that the call touches, for the order of calls.
    [[nodiscard]] std::vector<HostRegion> regions() const;
    /// Asks a machine, only once, which operands are in its pinned memory. Returns true if all matrices that
    /// the call uses are.
    bool find_pinned(const Machine& machine);
    /// Returns the bindings of a program's parameters. Call find_pinned() with the machine that runs it
    /// first.
    [[nodiscard]] Bindings bindings(const Program& program) const;

    // Functions of ArgumentList.
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
        // A program writes contiguous vectors and indices to a Workspace.
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
    const Machine* asked_ = nullptr;  ///< the machine of find_pinned()
};

/// Checks arguments in order. Throws Error{invalid_argument}, with the 1-based number and the name, for the
/// first wrong argument: an invalid option, a negative size, a leading dimension that is too small, a matrix
/// that does not fit the address space, a null pointer to an operand that is used.
class ArgumentChecks : public ArgumentList<ArgumentChecks> {
  public:
    /// `routine` is the name without the type's letter, such as "gemm". A routine without a layout is
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
    // These functions are always inlined, because calling them would cost as much as the checks.
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
    /// Returns true if `count` elements that are `distance` elements apart do not fit the address space.
    static constexpr bool exceeds_memory(std::int64_t count, std::int64_t distance,
                                         std::int64_t element_size) noexcept {
        std::int64_t bytes = 0;
        return __builtin_mul_overflow(count, distance, &bytes) ||
               __builtin_mul_overflow(bytes, element_size, &bytes);
    }

    // Messages are made only on demand: making one costs more than a small product.
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
    int number_ = 0;  ///< number of the last argument
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
