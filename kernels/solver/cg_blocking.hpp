#pragma once

#include <cstdint>

#include <hg/runtime/program/element.hpp>

namespace hg::kernels {

/// How the updates divide their work. Sums follow from n and from it alone.
struct CgBlocking {
    int vector = 2;     ///< elements loaded at once: 1, 2 or 4, of 16 bytes at most; 1 of complex elements
    int items = 256;    ///< work-items of a work-group: a power of two, 1 to 1024
    int groups = 1024;  ///< work-groups, at most

    friend bool operator==(const CgBlocking&, const CgBlocking&) = default;
};

/// The blocking for a device of which nothing but its kind and its compute units are known. Without `sums`, as cg_direction() is, a GPU
/// is fastest with a work-group for each piece of memory.
CgBlocking default_cg_blocking(ElementType type, bool is_gpu, std::int64_t compute_units,
                               bool sums = true) noexcept;
/// Work-groups for n elements: rows of `sums`.
std::int64_t cg_groups(const CgBlocking& blocking, std::int64_t n) noexcept;

}  // namespace hg::kernels
