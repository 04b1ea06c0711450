#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// What the dictionary of a .npy file says.
struct NpyHeader {
    hg::ElementType type = hg::ElementType::f64;
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
};

/// Reads the Python dictionary between a file's magic string and its elements, as strictly as NumPy: the keys
/// descr, fortran_order and shape, each once, in any order, and nothing after the dictionary but spaces and
/// line ends. Any bytes are safe. Throws hg::Error{io} that begins with `path`.
NpyHeader parse_npy_header(const std::string& path, std::string_view text);

}  // namespace hgctl
