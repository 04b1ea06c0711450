#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <hg/runtime/program/element.hpp>

/// Build options of sources.
namespace hg::kernels {

/// " -DMACRO=value"
inline std::string define(std::string_view macro, std::int64_t value) {
    return std::string(" -D").append(macro).append("=").append(std::to_string(value));
}

/// The build option that makes a source's REAL the OpenCL C type of an element, and tells it if that is complex.
inline std::string real_option(ElementType type) {
    switch (type) {
        case ElementType::f32:
            return "-DREAL=float";
        case ElementType::f64:
            return "-DREAL=double";
        case ElementType::i32:
            return "-DREAL=int";
        case ElementType::c32:
            return "-DREAL=float2 -DCOMPLEX=1";
        case ElementType::c64:
            return "-DREAL=double2 -DCOMPLEX=1";
    }
    return {};
}

/// The build option that makes a source's SMALLEST the least normal number of a type, or of its parts.
inline std::string smallest_option(ElementType type) {
    return std::string(" -DSMALLEST=") + (needs_f64(type) ? "2.2250738585072014e-308" : "1.17549435e-38f");
}

}  // namespace hg::kernels
