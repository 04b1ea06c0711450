#include "runtime/machine/staging/caller_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "runtime/machine/log.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Returns whether the whole range is mapped in the process. The system only examines its list of mappings,
/// so that the size of the range does not matter.
bool is_mapped(const std::byte* data, std::int64_t bytes) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto length = static_cast<std::uintptr_t>(bytes);
    if (length > std::numeric_limits<std::uintptr_t>::max() - page - begin) return false;
    const std::uintptr_t first = begin / page * page;
    // MS_ASYNC starts no work; the call only finds unmapped addresses.
    return msync(reinterpret_cast<void*>(first), begin + length - first, MS_ASYNC) == 0 || errno != ENOMEM;
}

}  // namespace

CallerMemory::~CallerMemory() {
    for (const auto& [data, range] : ranges_)
        if (range.pin) pinned_->remove(data);
}

void CallerMemory::add(std::byte* data, std::int64_t bytes,
                       std::span<const std::unique_ptr<Device>> devices) {
    require_argument(data != nullptr, "register_memory", 1, "data", "must not be null");
    require_argument(bytes > 0, "register_memory", 2, "bytes",
                     "must be positive, but is " + std::to_string(bytes));
    require_argument(is_mapped(data, bytes), "register_memory", 2, "bytes",
                     "goes beyond the memory that the process has at data: " + std::to_string(bytes));
    require_argument(!overlaps(data, bytes), "register_memory", 1, "data",
                     "overlaps memory that is registered, or of a HostBuffer: unregister it first");
    Range range{bytes, nullptr};
    for (const auto& device : devices)
        if (!range.pin) range.pin = device->pin(data, bytes);
    if (!range.pin)
        log(LogLevel::info, "no device pins the caller's memory: " + std::to_string(bytes) +
                                " registered bytes are transferred as any other memory");
    const bool pinned = range.pin != nullptr;
    const auto added = ranges_.insert_or_assign(data, std::move(range)).first;
    try {
        if (pinned) pinned_->add(data, bytes);
    } catch (...) {
        ranges_.erase(added);
        throw;
    }
}

void CallerMemory::remove(std::byte* data) {
    const auto found = ranges_.find(data);
    require_argument(found != ranges_.end(), "unregister_memory", 1, "data",
                     "is not the begin of a registered range");
    if (found->second.pin) pinned_->remove(data);
    ranges_.erase(found);
}

bool CallerMemory::overlaps(const std::byte* data, std::int64_t bytes) const {
    const auto after = ranges_.lower_bound(data + bytes);
    if (after != ranges_.begin()) {
        const auto& [begin, range] = *std::prev(after);
        if (begin + range.bytes > data) return true;
    }
    return pinned_->overlaps(data, bytes);
}

}  // namespace hg
