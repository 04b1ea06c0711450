#pragma once

#include <atomic>

namespace hg::dropin {

/// Returns the routine that a call would have reached without libhgblas.so, or null if there is none.
/// Searches the libraries that HG_CPU_BLAS names, if it is set; then those that the dynamic linker would
/// search next; then all that the process has loaded behind this library, because Python extensions load
/// theirs with RTLD_LOCAL. Thread-safe.
void* find_next(const char* name) noexcept;

/// A symbol of libhgblas.so and the next symbol of its name, of type F, which is found at the first call.
template <class F>
class NextSymbol {
  public:
    explicit constexpr NextSymbol(const char* name) noexcept : name_(name) {}

    /// Returns the next symbol, or null if there is none.
    [[nodiscard]] F* get() noexcept {
        if (F* const next = next_.load(std::memory_order_relaxed); next != nullptr) [[likely]]
            return next;
        return find();
    }

    /// Returns the next symbol if a call of it has completed without calling this library; else null.
    [[nodiscard]] F* proven() const noexcept { return proven_.load(std::memory_order_relaxed); }
    /// Notes that calls of `next` do not come back. `all`: all calls run on the CPU from now on.
    void prove(F* next, bool all) noexcept {
        proven_.store(next, std::memory_order_relaxed);
        if (all) direct_.store(next, std::memory_order_relaxed);
    }
    /// Returns the next symbol if it can be called without any further check; else null.
    [[nodiscard]] F* direct() const noexcept { return direct_.load(std::memory_order_relaxed); }

    [[nodiscard]] const char* name() const noexcept { return name_; }

  private:
    [[gnu::noinline]] F* find() noexcept {
        // If it is not found, search again in the next call: a library that has it may be loaded later.
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
