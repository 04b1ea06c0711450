#include "tools/hgctl/bench/memory_ways/memory_version.hpp"

#include <algorithm>
#include <array>

namespace hgctl {
namespace {

/// By the numbers of MemoryWay.
constexpr std::array<const char*, 7> kWords{"cpu-1", "cpu", "blas", "global", "register", "local", "tuned"};

}  // namespace

std::string MemoryVersion::word() const {
    return kWords[static_cast<std::size_t>(way)];
}

std::string MemoryVersion::label() const {
    return way == MemoryWay::local ? word() + " " + std::to_string(block) : word();
}

std::vector<std::string> memory_version_words() {
    return {kWords.begin(), kWords.end()};
}

std::vector<MemoryVersion> memory_versions(const std::vector<std::string>& words,
                                           const std::vector<int>& blocks) {
    std::vector<MemoryVersion> versions;
    for (std::size_t i = 0; i < kWords.size(); ++i) {
        if (std::find(words.begin(), words.end(), kWords[i]) == words.end()) continue;
        const auto way = static_cast<MemoryWay>(i);
        if (way != MemoryWay::local)
            versions.push_back({way});
        else
            for (const int block : blocks) versions.push_back({way, block});
    }
    return versions;
}

hg::kernels::GemmParameters kernel_of(const MemoryVersion& version, hg::ElementType type, std::int64_t n,
                                      const hg::kernels::Database& database, const hg::DeviceModel& device) {
    using hg::kernels::GemmFamily;
    hg::kernels::GemmParameters kernel{.family = GemmFamily::global, .type = type};
    if (version.way == MemoryWay::tuned) {
        kernel = database.choose({type, false, false, n, n, n}, device).parameters;
    } else if (version.way == MemoryWay::local) {
        kernel.family = GemmFamily::local;
        kernel.tile_m = kernel.tile_n = kernel.tile_k = version.block;
    } else if (version.way == MemoryWay::global) {
        kernel.variant = 1;
    }
    kernel.overwrite = true;
    return kernel;
}

}  // namespace hgctl
