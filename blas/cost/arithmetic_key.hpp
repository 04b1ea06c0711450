#pragma once

#include <string>

#include <hg/runtime/program/element.hpp>

namespace hg {

/// How a problem's key tells of arithmetic that is not native: " emulated".
inline std::string arithmetic_key(Arithmetic arithmetic) {
    return arithmetic == Arithmetic::native ? "" : " " + std::string(name(arithmetic));
}

}  // namespace hg
