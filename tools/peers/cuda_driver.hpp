#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/peers/shared_library.hpp"

namespace hgctl {

/// What NVIDIA's libraries need of NVIDIA's driver: its primary contexts, which they share, memory of the
/// device and pinned memory of the host. Every function throws hg::Error{device_failed} naming what it did
/// and NVIDIA's name of the error.
class CudaDriver {
  public:
    /// Throws hg::Error{device_failed} if there is no driver or no device.
    CudaDriver();

    [[nodiscard]] int device_count() const noexcept { return static_cast<int>(contexts_.size()); }
    [[nodiscard]] std::string device_name(int device) const;
    /// Makes a device's primary context the calling thread's.
    void use(int device);
    /// Waits for all work of the calling thread's context.
    void synchronise() const { require(synchronise_(), "waiting for the device"); }

    [[nodiscard]] void* allocate(std::int64_t bytes) const;
    void free(void* memory) const noexcept { free_(address_of(memory)); }
    void copy_in(void* to, const void* from, std::int64_t bytes) const {
        require(copy_in_(address_of(to), from, static_cast<std::size_t>(bytes)), "copying to the device");
    }
    void copy_out(void* to, const void* from, std::int64_t bytes) const {
        require(copy_out_(to, address_of(from), static_cast<std::size_t>(bytes)), "copying from the device");
    }

    /// True if the driver knows that this host memory is pinned.
    [[nodiscard]] bool is_pinned(const void* memory) const noexcept;
    /// Pins memory of the host in place; false if the driver does not pin such memory.
    [[nodiscard]] bool pin(void* memory, std::int64_t bytes) const noexcept {
        return pin_(memory, static_cast<std::size_t>(bytes), kPortable) == 0;
    }
    void unpin(void* memory) const noexcept { unpin_(memory); }
    [[nodiscard]] void* allocate_pinned(std::int64_t bytes) const;
    void free_pinned(void* memory) const noexcept { free_pinned_(memory); }

  private:
    using Address = unsigned long long;
    static constexpr unsigned kPortable = 1;  // CU_MEMHOSTALLOC_PORTABLE and CU_MEMHOSTREGISTER_PORTABLE

    static Address address_of(const void* memory) noexcept { return reinterpret_cast<Address>(memory); }
    void require(int status, const char* what) const;

    SharedLibrary driver_{"libcuda.so.1"};
    int (*init_)(unsigned) = driver_.need("cuInit");
    int (*error_name_)(int, const char**) = driver_.need("cuGetErrorName");
    int (*count_)(int*) = driver_.need("cuDeviceGetCount");
    int (*device_name_)(char*, int, int) = driver_.need("cuDeviceGetName");
    int (*retain_)(void**, int) = driver_.need("cuDevicePrimaryCtxRetain");
    int (*set_current_)(void*) = driver_.need("cuCtxSetCurrent");
    int (*synchronise_)() = driver_.need("cuCtxSynchronize");
    int (*allocate_)(Address*, std::size_t) = driver_.need("cuMemAlloc_v2");
    int (*free_)(Address) = driver_.need("cuMemFree_v2");
    int (*copy_in_)(Address, const void*, std::size_t) = driver_.need("cuMemcpyHtoD_v2");
    int (*copy_out_)(void*, Address, std::size_t) = driver_.need("cuMemcpyDtoH_v2");
    int (*attribute_)(void*, int, Address) = driver_.need("cuPointerGetAttribute");
    int (*pin_)(void*, std::size_t, unsigned) = driver_.need("cuMemHostRegister_v2");
    int (*unpin_)(void*) = driver_.need("cuMemHostUnregister");
    int (*allocate_pinned_)(void**, std::size_t, unsigned) = driver_.need("cuMemHostAlloc");
    int (*free_pinned_)(void*) = driver_.need("cuMemFreeHost");
    std::vector<void*> contexts_;  ///< primary, by device; null if not used yet; kept until the process ends
};

/// Memory of the device in use.
class CudaMemory {
  public:
    CudaMemory(const CudaDriver& driver, std::int64_t bytes)
        : driver_(driver), address_(bytes > 0 ? driver.allocate(bytes) : nullptr) {}
    ~CudaMemory() {
        if (address_ != nullptr) driver_.free(address_);
    }
    CudaMemory(const CudaMemory&) = delete;
    CudaMemory& operator=(const CudaMemory&) = delete;
    [[nodiscard]] void* address() const noexcept { return address_; }

  private:
    const CudaDriver& driver_;
    void* address_;
};

}  // namespace hgctl
