#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "blas/call/argument_list.hpp"
#include <hg/runtime/program/element.hpp>

namespace hg {

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
