#include "runtime/machine/staging/page_population.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace hg {
namespace {

std::int64_t page_bytes() noexcept {
    static const std::int64_t bytes = sysconf(_SC_PAGESIZE);
    return bytes;
}

std::byte* page_of(std::byte* address) noexcept {
    return address - reinterpret_cast<std::uintptr_t>(address) % static_cast<std::uintptr_t>(page_bytes());
}

bool lacks_page([[maybe_unused]] std::byte* address) noexcept {
#ifdef __linux__
    unsigned char resident = 1;
    return mincore(page_of(address), 1, &resident) == 0 && (resident & 1) == 0;
#else
    return false;
#endif
}

/// Populates every page that overlaps the range, because the caller owns at least a part of each.
void populate([[maybe_unused]] std::byte* begin, [[maybe_unused]] std::byte* end) noexcept {
#ifdef MADV_POPULATE_WRITE
    std::byte* first = page_of(begin);
    // If it fails, as on an older system, the copy itself gets the pages.
    static_cast<void>(madvise(first, static_cast<std::size_t>(end - first), MADV_POPULATE_WRITE));
#endif
}

}  // namespace

bool lacks_pages(const ColumnCopy& copy) noexcept {
    if (copy.bytes() == 0) return false;
    std::byte* const last = copy.to + (copy.columns - 1) * copy.to_stride + copy.column_bytes - 1;
    return lacks_page(copy.to) || lacks_page(copy.to + copy.columns / 2 * copy.to_stride) || lacks_page(last);
}

void populate_pages(const ColumnCopy& copy) noexcept {
    if (copy.bytes() == 0) return;
    const auto column = [&](std::int64_t j) { return copy.to + j * copy.to_stride; };
    if (copy.to_stride - copy.column_bytes < page_bytes()) {
        populate(column(0), column(copy.columns - 1) + copy.column_bytes);
        return;
    }
    for (std::int64_t j = 0; j < copy.columns; ++j) populate(column(j), column(j) + copy.column_bytes);
}

}  // namespace hg
