#pragma once

#include <string>
#include <string_view>

#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"

/// Sources for elements that are real or complex.
namespace hg::kernels {

/// A source with element.cl before it.
inline std::string source_for_elements(std::string_view name) {
    return std::string(embedded_source("element.cl")).append(embedded_source(name));
}

/// The build options that element.cl needs.
inline std::string element_options(ElementType type) {
    const std::string part = needs_f64(type) ? " -DPART=double" : " -DPART=float";
    return real_option(type) + (is_complex(type) ? part : std::string());
}

}  // namespace hg::kernels
