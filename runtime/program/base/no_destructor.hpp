#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace hg {

/// A value of a static variable that is never destroyed, because destructors of other static variables may
/// still make calls that need it, and other threads may be in such calls when the process ends.
template <class T>
class NoDestructor {
  public:
    template <class... Arguments>
    explicit NoDestructor(Arguments&&... arguments) {
        std::construct_at(address(), std::forward<Arguments>(arguments)...);
    }
    NoDestructor(const NoDestructor&) = delete;
    NoDestructor& operator=(const NoDestructor&) = delete;

    [[nodiscard]] T& operator*() noexcept { return *std::launder(address()); }
    [[nodiscard]] const T& operator*() const noexcept {
        return *std::launder(reinterpret_cast<const T*>(storage_));
    }

  private:
    [[nodiscard]] T* address() noexcept { return reinterpret_cast<T*>(storage_); }

    alignas(T) std::byte storage_[sizeof(T)];
};

template <class T>
NoDestructor(T) -> NoDestructor<T>;

}  // namespace hg
