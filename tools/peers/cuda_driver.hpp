#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/shared_library.hpp"

namespace hgctl {

/// What NVIDIA's libraries need of NVIDIA's driver: its primary contexts, which they share, memory of the
/// device and pinned memory of the host. Loaded at run time. Every function throws hg::Error{device_failed}
/// naming what it did and NVIDIA's name of the error.
class CudaDriver {
  public:
    using DeviceAddress = unsigned long long;

    /// Null if there is no driver or no device; `reason` then says which.
    static std::shared_ptr<CudaDriver> load(std::string& reason);
    ~CudaDriver();
    CudaDriver(const CudaDriver&) = delete;
    CudaDriver& operator=(const CudaDriver&) = delete;

    [[nodiscard]] int device_count() const noexcept { return static_cast<int>(contexts_.size()); }
    [[nodiscard]] std::string device_name(int device) const;
    /// Makes a device's primary context the calling thread's.
    void use(int device);
    /// Waits for all work of the calling thread's context.
    void synchronise() const;

    [[nodiscard]] DeviceAddress allocate(std::int64_t bytes) const;
    void free(DeviceAddress address) const noexcept;
    void copy_in(DeviceAddress to, const void* from, std::int64_t bytes) const;
    void copy_out(void* to, DeviceAddress from, std::int64_t bytes) const;

    /// True if the driver knows that this host memory is pinned.
    [[nodiscard]] bool is_pinned(const void* memory) const noexcept;
    /// Pins memory of the host in place; false if the driver does not pin such memory.
    [[nodiscard]] bool pin(void* memory, std::int64_t bytes) const noexcept;
    void unpin(void* memory) const noexcept;
    [[nodiscard]] void* allocate_pinned(std::int64_t bytes) const;
    void free_pinned(void* memory) const noexcept;

  private:
    struct Functions;
    CudaDriver(std::unique_ptr<const Functions> functions, int devices);
    void require(int status, const char* what) const;

    std::unique_ptr<const Functions> call_;
    std::vector<void*> contexts_;  ///< primary, by device; null if not used yet; kept until the process ends
};

/// Memory of the device in use, for as long as a call takes, so that hg finds it free.
class CudaMemory {
  public:
    CudaMemory(const CudaDriver& driver, std::int64_t bytes)
        : driver_(driver), address_(bytes > 0 ? driver.allocate(bytes) : 0) {}
    ~CudaMemory() {
        if (address_ != 0) driver_.free(address_);
    }
    CudaMemory(const CudaMemory&) = delete;
    CudaMemory& operator=(const CudaMemory&) = delete;
    [[nodiscard]] CudaDriver::DeviceAddress address() const noexcept { return address_; }

  private:
    const CudaDriver& driver_;
    CudaDriver::DeviceAddress address_;
};

/// A matrix that hg has pinned, as pinned memory that NVIDIA's driver knows: the same memory if it is
/// known or can be, else a copy.
class CudaPinnedMatrix {
  public:
    CudaPinnedMatrix(std::shared_ptr<CudaDriver> driver, void* memory, std::int64_t bytes);
    ~CudaPinnedMatrix();
    CudaPinnedMatrix(const CudaPinnedMatrix&) = delete;
    CudaPinnedMatrix& operator=(const CudaPinnedMatrix&) = delete;

    [[nodiscard]] void* data() const noexcept { return copy_ != nullptr ? copy_ : memory_; }
    /// Makes data() hold what the caller's memory holds, and the other way round.
    void copy_in() const;
    void copy_out() const;

  private:
    std::shared_ptr<CudaDriver> driver_;
    void* memory_;
    std::int64_t bytes_;
    bool pinned_here_ = false;
    void* copy_ = nullptr;
};

}  // namespace hgctl
