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

/// A cache of programs by key, which drops the least recently used ones. Thread-safe: if several threads
/// request the same program concurrently, it is built once; threads that request other programs do not wait.
class ProgramCache {
  public:
    explicit ProgramCache(std::size_t most) : most_(most) {}

    /// Returns the program under `key`. If there is none yet, `build` builds it; exceptions propagate, and
    /// the next call tries again.
    [[nodiscard]] Program get(const std::string& key, const std::function<Program()>& build);

    /// Return the number of calls of get() that built their program, and of those that found it.
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
    Entries entries_;  ///< most recently used first
    std::unordered_map<std::string, Entries::iterator> by_key_;
};

}  // namespace hg
