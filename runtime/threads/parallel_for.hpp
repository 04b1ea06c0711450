#pragma once

#include <cstdint>

namespace hg {

/// How a loop is divided among threads.
struct LoopDivision {
    std::int64_t least = 1;  ///< indices that a thread is worth
    int threads = 0;  ///< at most, the caller's included; 0, and more than there are cores: a thread a core
};

/// A function of a range of indices, which must outlive this and must not throw. Unlike std::function it
/// takes no memory.
class RangeBody {
  public:
    template <class Body>
    explicit RangeBody(const Body& body) noexcept
        : body_(&body), call_([](const void* what, std::int64_t first, std::int64_t last) noexcept {
              (*static_cast<const Body*>(what))(first, last);
          }) {}

    void operator()(std::int64_t first, std::int64_t last) const noexcept { call_(body_, first, last); }

  private:
    using Call = void(const void*, std::int64_t, std::int64_t) noexcept;

    const void* body_;
    Call* call_;
};

/// Calls body(first, last) for ranges that together make [0, count), each index once, a range for each
/// thread. The calling thread does them together with threads that the process keeps for loops. If the system
/// gives fewer threads, those do it all. Ranges must not wait for each other: one thread may do them all.
/// Thread-safe.
///
/// A child made by fork makes threads of its own. When the process ends, the threads end with it.
void parallel_for(std::int64_t count, RangeBody body, LoopDivision division = {}) noexcept;

/// The same for anything that is called like that and does not throw.
template <class Body>
void parallel_for(std::int64_t count, const Body& body, LoopDivision division = {}) noexcept {
    parallel_for(count, RangeBody(body), division);
}

}  // namespace hg
