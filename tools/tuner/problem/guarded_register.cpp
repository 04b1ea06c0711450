#include "tools/tuner/problem/guarded_register.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace hg::kernels {
namespace {

using Line = std::array<std::byte, 8>;

/// A quiet NaN, so that copies keep its bits; in both parts of a complex element.
Line guard_of(ElementType type) {
    if (needs_f64(type)) return std::bit_cast<Line>(std::uint64_t{0x7ff8a5a5c3c35a5a});
    return std::bit_cast<Line>(std::array<std::uint32_t, 2>{0x7fc5a5c3, 0x7fc5a5c3});
}

}  // namespace

Storage GuardedRegister::all_guard() const {
    const Line guard = guard_of(shape_.type);
    Storage storage(static_cast<std::size_t>(whole_.bytes()));
    for (std::size_t i = 0; i < storage.size(); i += guard.size())
        std::memcpy(storage.data() + i, guard.data(), std::min(guard.size(), storage.size() - i));
    return storage;
}

bool GuardedRegister::guards_untouched(const Storage& storage) const {
    const Line guard = guard_of(shape_.type);
    const auto size = static_cast<std::size_t>(size_of(shape_.type));
    const std::size_t step = std::min(size, guard.size());
    const auto untouched = [&](std::int64_t first, std::int64_t last) {
        const std::size_t end = static_cast<std::size_t>(last) * size;
        for (std::size_t i = static_cast<std::size_t>(first) * size; i < end; i += step)
            if (std::memcmp(storage.data() + i, guard.data(), step) != 0) return false;
        return true;
    };
    for (std::int64_t j = 0; j < shape_.cols; ++j)
        if (!untouched(shape_.rows + j * shape_.ld, shape_.ld + j * shape_.ld)) return false;
    return untouched(shape_.cols * shape_.ld, whole_.cols * shape_.ld);
}

}  // namespace hg::kernels
