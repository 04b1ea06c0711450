#pragma once

#include <atomic>

namespace hg::dropin {

/// The routine that a call would have reached without libhgblas.so; null if there is none. It is
/// looked for in the libraries that HG_CPU_BLAS names, if it is set; then in those that the linker
/// would have asked next; then in all that the process has loaded behind this library, since Python's
/// extensions keep theirs to themselves. Thread-safe.
void* find_next(const char* name) noexcept;

/// One symbol of libhgblas.so and the next one of its name, of type F. Found at the first call.
template <class F>
class NextSymbol {
  public:
    explicit constexpr NextSymbol(const char* name) noexcept : name_(name) {}

    /// Null if there is none.
    [[nodiscard]] F* get() noexcept {
        if (F* const next = next_.load(std::memory_order_relaxed); next != nullptr) [[likely]]
            return next;
        return find();
    }

    /// The next symbol if a call of it has ended without coming back here; else null.
    [[nodiscard]] F* proven() const noexcept { return proven_.load(std::memory_order_relaxed); }
    /// `all`: from now on all calls are the CPU's.
    void prove(F* next, bool all) noexcept {
        proven_.store(next, std::memory_order_relaxed);
        if (all) direct_.store(next, std::memory_order_relaxed);
    }
    /// The same symbol if nothing needs to be asked before a call of it; else null.
    [[nodiscard]] F* direct() const noexcept { return direct_.load(std::memory_order_relaxed); }

    [[nodiscard]] const char* name() const noexcept { return name_; }

  private:
    [[gnu::noinline]] F* find() noexcept {
        // A library may still be loaded that has it: what was not found is looked for again.
        F* const next = reinterpret_cast<F*>(find_next(name_));
        next_.store(next, std::memory_order_relaxed);
        return next;
    }

    const char* name_;
    std::atomic<F*> next_ = nullptr;
    std::atomic<F*> proven_ = nullptr;
    std::atomic<F*> direct_ = nullptr;
};

}  // namespace hg::dropin
