#pragma once

#include <cstdint>

namespace hg {

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

/// Calls body(first, last) for ranges that together make [0, count), each index once. It uses several threads
/// if there are enough bytes to be worth it, and if the system gives threads. For work bound by memory.
///
/// @param bytes_each bytes that the work on one index reads and writes.
void for_each_range(std::int64_t count, std::int64_t bytes_each, RangeBody body) noexcept;

/// The same for anything that is called like that.
template <class Body>
void for_each_range(std::int64_t count, std::int64_t bytes_each, const Body& body) noexcept {
    for_each_range(count, bytes_each, RangeBody(body));
}

}  // namespace hg
