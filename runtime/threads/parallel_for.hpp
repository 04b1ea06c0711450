#pragma once

#include <cstdint>

namespace hg {

/// How a loop is divided among threads.
struct LoopDivision {
    std::int64_t least = 1;  ///< the fewest indices for which a thread is worthwhile
    int threads = 0;         ///< the most threads, including the caller; 0 or more than cores: one per core
};

/// A reference to a function of a range of indices. The function must outlive it and must not throw. Unlike
/// std::function, it allocates nothing.
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

/// Calls body(first, last) for disjoint ranges that together form [0, count), one for each thread. The
/// calling thread shares them with the process's threads for loops. If the system refuses threads, the
/// existing ones do all ranges. Ranges must not wait for each other, because one thread may do all of them.
/// Thread-safe.
///
/// A child made by fork() starts its own threads. When the process ends, the threads end with it.
void parallel_for(std::int64_t count, RangeBody body, LoopDivision division = {}) noexcept;

/// The same for any callable that does not throw.
template <class Body>
void parallel_for(std::int64_t count, const Body& body, LoopDivision division = {}) noexcept {
    parallel_for(count, RangeBody(body), division);
}

}  // namespace hg
