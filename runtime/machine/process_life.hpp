#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

/// What the life of the process means for devices and their threads. They serve the process that made them,
/// until exit() begins: a child made by fork has none of the threads, and drivers fail in it; once exit() has
/// begun, the libraries below hg are taken down one by one.
///
/// exit() waits up to two seconds for what is under way. What has not ended then is abandoned: its threads
/// stop, nobody waits for it, and nothing that it uses is destroyed.
namespace hg {

namespace life {
/// Counts the forks that led to this process, twice; odd from when exit() has begun.
inline constinit std::atomic<std::uint32_t> generation{0};
}  // namespace life

/// When something was made that devices or threads go with.
class ProcessGeneration {
  public:
    ProcessGeneration() noexcept
        : generation_(life::generation.load(std::memory_order_relaxed) & ~std::uint32_t{1}) {}

    /// True in the process that made it, until exit() begins. Asked before any lock is taken: in a child,
    /// what another thread had locked is never unlocked.
    [[nodiscard]] bool holds() const noexcept {
        return generation_ == life::generation.load(std::memory_order_relaxed);
    }
    /// True in a child of the process that made it.
    [[nodiscard]] bool is_of_parent() const noexcept;
    /// Throws Error{device_lost} if it does not hold. But a thread may go on with a call that began before
    /// exit().
    void require() const {
        if (!holds()) [[unlikely]]
            require_going_on();
    }

  private:
    void require_going_on() const;

    std::uint32_t generation_;
};

/// Something accepted that exit() waits for.
class Accepted {
  public:
    /// Throws as ProcessGeneration::require.
    explicit Accepted(const ProcessGeneration& stamp);
    Accepted(Accepted&& other) noexcept : counted_(std::exchange(other.counted_, false)) {}
    Accepted& operator=(Accepted&&) = delete;
    ~Accepted();

  private:
    bool counted_ = true;
};

/// Something under way in this thread; what it consists of is not refused when exit() begins, and the thread
/// is not cancelled (pthread_cancel) before it ends.
class InFlight {
  public:
    explicit InFlight(const ProcessGeneration& stamp) : InFlight(Accepted(stamp)) {}
    explicit InFlight(Accepted accepted) noexcept;
    ~InFlight();
    InFlight(const InFlight&) = delete;
    InFlight& operator=(const InFlight&) = delete;

  private:
    const Accepted accepted_;
};

/// The making of a machine. From then on children of the process may not use devices.
class DevicesBegin {
  public:
    /// Throws Error{device_lost} once exit() has begun, and in a child of a process that has used devices.
    DevicesBegin();

  private:
    const InFlight in_flight_;
};

/// Call it before anything that takes a lock to make a machine.
void devices_begin() noexcept;

/// Call it when drivers have been loaded: what they do at exit comes after what hg does. Throws
/// Error{device_lost} if exit() has begun meanwhile in another thread.
void drivers_are_loaded();

/// What some drivers load when they need it first.
enum class LatePart : std::uint8_t {
    compiler,  ///< of kernels from source
    loader     ///< of kernels from binaries
};
/// Call it when a driver has loaded a part of itself, which has to go after hg, too. Only the first time in a
/// process counts: what has been made since then may call hg as long as it lives.
void driver_has_loaded(LatePart part) noexcept;

/// True in a child of a process that has used devices, and in the children of that child.
[[nodiscard]] bool devices_are_of_parent() noexcept;

/// True once exit() has waited in vain: what is under way in other threads never ends.
[[nodiscard]] bool is_abandoned() noexcept;
/// Never returns then, but in the thread that called exit().
void stop_if_abandoned() noexcept;

/// A driver at work that compiles: taken down meanwhile, it would end the process by a signal, so that exit()
/// waits for it longer.
class DriverAtWork {
  public:
    DriverAtWork() noexcept;
    ~DriverAtWork();
    DriverAtWork(const DriverAtWork&) = delete;
    DriverAtWork& operator=(const DriverAtWork&) = delete;
};

/// Has `hook` called when exit() begins and in children, before anything else of hg runs there. For a few
/// functions that store a value.
void when_devices_go(void (*hook)() noexcept) noexcept;

/// State that is either destroyed, or kept for ever: a destructor would wait for threads that are not there,
/// or call drivers that are gone.
class Leakable {
  public:
    Leakable() = default;
    Leakable(const Leakable&) = delete;
    Leakable& operator=(const Leakable&) = delete;
    virtual ~Leakable() = default;

  private:
    friend void leak(std::unique_ptr<Leakable> kept) noexcept;
    Leakable* before_ = nullptr;
};
void leak(std::unique_ptr<Leakable> kept) noexcept;

}  // namespace hg
