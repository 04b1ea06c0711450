#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hg {

/// Type of a matrix element in host memory and in registers.
enum class ElementType : std::uint8_t { f32, f64, i32 };

constexpr std::int64_t size_of(ElementType type) noexcept {
    return type == ElementType::f64 ? 8 : 4;
}

constexpr std::string_view name(ElementType type) noexcept {
    switch (type) {
        case ElementType::f32:
            return "f32";
        case ElementType::f64:
            return "f64";
        case ElementType::i32:
            return "i32";
    }
    return "?";
}

/// The type called `text` ("f32", "f64", "i32"), if there is one.
constexpr std::optional<ElementType> element_type(std::string_view text) noexcept {
    for (ElementType type : {ElementType::f32, ElementType::f64, ElementType::i32})
        if (text == name(type)) return type;
    return std::nullopt;
}

template <class T>
constexpr ElementType element_type_of() noexcept;
template <>
constexpr ElementType element_type_of<float>() noexcept {
    return ElementType::f32;
}
template <>
constexpr ElementType element_type_of<double>() noexcept {
    return ElementType::f64;
}
template <>
constexpr ElementType element_type_of<std::int32_t>() noexcept {
    return ElementType::i32;
}

}  // namespace hg
