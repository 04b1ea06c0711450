#pragma once

#include <cstddef>
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

    struct Found {
        Program program;
        bool built = false;  ///< by this call
    };
    /// The program under `key`, built by `build` if there is none yet. What `build` throws is passed on,
    /// and the next call tries again.
    [[nodiscard]] Found get(const std::string& key, const std::function<Program()>& build);

  private:
    struct Entry;
    using Entries = std::list<std::pair<std::string, std::shared_ptr<Entry>>>;

    std::shared_ptr<Entry> entry(const std::string& key);
    void forget(const std::string& key, const std::shared_ptr<Entry>& entry);

    const std::size_t most_;
    std::mutex mutex_;
    Entries entries_;  ///< the one used last in front
    std::unordered_map<std::string, Entries::iterator> by_key_;
};

}  // namespace hg
