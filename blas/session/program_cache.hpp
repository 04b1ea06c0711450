#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include <hg/runtime/program/program.hpp>

namespace hg {

/// Programs by key; beyond a number of them, those that were not used for longest are dropped. Thread-safe:
/// threads that ask for the same program at once build it once, and those that ask for others do not wait.
class ProgramCache {
  public:
    explicit ProgramCache(std::size_t most) : most_(most) {}

    /// The program under `key`, built by `build` if there is none yet. What `build` throws is passed on,
    /// and the next call tries again.
    [[nodiscard]] Program get(const std::string& key, const std::function<Program()>& build);

    /// Calls of get() that built their program, and those that found it.
    [[nodiscard]] std::uint64_t built() const noexcept { return built_; }
    [[nodiscard]] std::uint64_t reused() const noexcept { return reused_; }

  private:
    struct Entry;
    using Entries = std::list<std::pair<std::string, std::shared_ptr<Entry>>>;

    std::shared_ptr<Entry> entry(const std::string& key);
    void forget(const std::string& key, const std::shared_ptr<Entry>& entry);

    const std::size_t most_;
    std::atomic<std::uint64_t> built_{0};
    std::atomic<std::uint64_t> reused_{0};
    std::mutex mutex_;
    Entries entries_;  ///< the one used last in front
    std::unordered_map<std::string, Entries::iterator> by_key_;
};

}  // namespace hg
