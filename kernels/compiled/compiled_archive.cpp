#include "kernels/compiled/compiled_archive.hpp"

#include <cstddef>

extern "C" {
// Of compiled_archive.S.in.
extern const char hg_compiled_kernels[] __attribute__((visibility("hidden")));
extern const char hg_compiled_kernels_end[] __attribute__((visibility("hidden")));
}

namespace hg::kernels {

std::string_view compiled_archive() noexcept {
    return {hg_compiled_kernels, static_cast<std::size_t>(hg_compiled_kernels_end - hg_compiled_kernels)};
}

}  // namespace hg::kernels
