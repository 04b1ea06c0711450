#pragma once

#include <string>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// The build option that makes a source's REAL the OpenCL C type of an element.
inline std::string real_option(ElementType type) {
    switch (type) {
        case ElementType::f32:
            return "-DREAL=float";
        case ElementType::f64:
            return "-DREAL=double";
        case ElementType::i32:
            return "-DREAL=int";
    }
    return {};
}

}  // namespace hg::kernels
