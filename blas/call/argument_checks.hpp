#pragma once

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

    void layout(Layout layout);
    void option(std::string_view name, bool valid, std::string_view must_be);
    void size(std::string_view name, std::int64_t value);
    template <class T>
    void scalar(std::string_view /*name*/, T /*value*/) {
        ++number_;
    }
    template <class T>
    void matrix(std::string_view name, T* data, std::int64_t ld, const Shape& shape, bool used = true) {
        check_matrix(name, data, ld, shape, used, sizeof(T));
    }
    template <class T>
    void vector(std::string_view name, T* data, std::int64_t count, bool used = true) {
        check_vector(name, data, count, used);
    }
    template <class T>
    void vector(std::string_view name, T* data, const Strided& elements, bool used = true) {
        check_strided(name, data, elements, used, sizeof(T));
    }
    template <class T>
    void result(std::string_view name, T* number) {
        check_vector(name, number, 1, true);
    }

  private:
    void check_matrix(std::string_view name, const void* data, std::int64_t ld, const Shape& shape, bool used,
                      std::int64_t element_size);
    void check_vector(std::string_view name, const void* data, std::int64_t count, bool used);
    void check_strided(std::string_view name, const void* data, const Strided& elements, bool used,
                       std::int64_t element_size);
    [[noreturn]] void refuse(int number, std::string_view name, std::string_view condition) const;

    std::string_view routine_;
    ElementType type_;
    Layout layout_ = Layout::col_major;
    int number_ = 0;  ///< of the last argument
};

/// Checks a call of a routine without a layout.
template <class Routine>
void check_arguments(const Routine& call) {
    ArgumentChecks checks(Routine::kName, element_type_of<typename Routine::Element>());
    call.list(checks);
}

/// Checks a call whose first argument is a layout.
template <class Routine>
void check_arguments(Layout layout, const Routine& call) {
    ArgumentChecks checks(Routine::kName, element_type_of<typename Routine::Element>());
    checks.layout(layout);
    call.list(checks);
}

}  // namespace hg
