#pragma once

#include <string>

#include <hg/runtime/program/element.hpp>

namespace hg {

/// How the key of a problem records the arithmetic: " emulated", or nothing for native and automatic, whose
/// programs are the same.
inline std::string arithmetic_key(Arithmetic arithmetic) {
    return arithmetic == Arithmetic::emulated ? " emulated" : "";
}

}  // namespace hg
