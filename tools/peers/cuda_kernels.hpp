#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/cuda_driver.hpp"

namespace hgctl {

/// Columns on the host or on the device, which begin `pitch` bytes apart.
struct CudaColumns {
    void* memory = nullptr;
    std::size_t pitch = 0;
};

/// What runs kernels, and tells their time, on the device in use. Every function throws
/// hg::Error{device_failed}.
class CudaKernels {
  public:
    explicit CudaKernels(const CudaDriver& driver) : driver_(driver) {}

    /// Its compute capability: 90 for 9.0.
    [[nodiscard]] int capability(int device) const;

    /// A kernel of a compiled module. The module stays loaded as long as it.
    class Kernel {
      public:
        Kernel(const CudaKernels& kernels, const std::string& binary, const std::string& name);
        ~Kernel();
        Kernel(const Kernel&) = delete;
        Kernel& operator=(const Kernel&) = delete;

        /// Launches it, waits until it has ended, and returns its seconds by the device's clock.
        [[nodiscard]] double run(const std::array<unsigned, 3>& grid, const std::array<unsigned, 3>& block,
                                 std::vector<void*>& arguments) const;

      private:
        const CudaKernels& kernels_;
        void* module_ = nullptr;
        void* function_ = nullptr;
    };

    void copy_in(const CudaColumns& to, const CudaColumns& from, std::size_t bytes, std::size_t count) const {
        copy(to, kDevice, from, kHost, bytes, count);
    }
    void copy_out(const CudaColumns& to, const CudaColumns& from, std::size_t bytes,
                  std::size_t count) const {
        copy(to, kHost, from, kDevice, bytes, count);
    }

  private:
    static constexpr unsigned kHost = 1;    // CU_MEMORYTYPE_HOST
    static constexpr unsigned kDevice = 2;  // CU_MEMORYTYPE_DEVICE

    /// CUDA_MEMCPY2D's halves.
    struct Side {
        std::size_t x_in_bytes = 0, y = 0;
        unsigned memory_type = 0;
        const void* host = nullptr;
        unsigned long long device = 0;
        void* array = nullptr;
        std::size_t pitch = 0;
    };
    struct Copy {
        Side from, to;
        std::size_t width = 0, height = 0;
    };
    /// An event of the device's clock.
    class Event;

    static Side side(const CudaColumns& columns, unsigned type);
    void copy(const CudaColumns& to, unsigned to_type, const CudaColumns& from, unsigned from_type,
              std::size_t bytes, std::size_t count) const;
    void require(int status, const char* what) const;

    const CudaDriver& driver_;
    SharedLibrary library_{"libcuda.so.1"};
    int (*error_name_)(int, const char**) = library_.need("cuGetErrorName");
    int (*attribute_)(int*, int, int) = library_.need("cuDeviceGetAttribute");
    int (*load_)(void**, const void*) = library_.need("cuModuleLoadData");
    int (*unload_)(void*) = library_.need("cuModuleUnload");
    int (*function_)(void**, void*, const char*) = library_.need("cuModuleGetFunction");
    int (*launch_)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                   void**) = library_.need("cuLaunchKernel");
    int (*copy_)(const Copy*) = library_.need("cuMemcpy2D_v2");
    int (*make_event_)(void**, unsigned) = library_.need("cuEventCreate");
    int (*record_)(void*, void*) = library_.need("cuEventRecord");
    int (*await_)(void*) = library_.need("cuEventSynchronize");
    int (*elapsed_)(float*, void*, void*) = library_.need("cuEventElapsedTime");
    int (*end_event_)(void*) = library_.need("cuEventDestroy_v2");
};

}  // namespace hgctl
