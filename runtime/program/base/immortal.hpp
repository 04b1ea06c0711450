#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace hg {

/// A value of a static variable that is never destroyed: destructors of other static variables may still make
/// calls that need it, and other threads may be in the middle of some when the process ends.
template <class T>
class Immortal {
  public:
    template <class... Arguments>
    explicit Immortal(Arguments&&... arguments) {
        std::construct_at(address(), std::forward<Arguments>(arguments)...);
    }
    Immortal(const Immortal&) = delete;
    Immortal& operator=(const Immortal&) = delete;

    [[nodiscard]] T& operator*() noexcept { return *std::launder(address()); }
    [[nodiscard]] const T& operator*() const noexcept {
        return *std::launder(reinterpret_cast<const T*>(storage_));
    }

  private:
    [[nodiscard]] T* address() noexcept { return reinterpret_cast<T*>(storage_); }

    alignas(T) std::byte storage_[sizeof(T)];
};

template <class T>
Immortal(T) -> Immortal<T>;

}  // namespace hg
