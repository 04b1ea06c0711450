#include "tools/peers/cuda_driver.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr unsigned kPortable = 1;    // CU_MEMHOSTALLOC_PORTABLE and CU_MEMHOSTREGISTER_PORTABLE
constexpr int kMemoryType = 2;       // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
constexpr unsigned kHostMemory = 1;  // CU_MEMORYTYPE_HOST
constexpr std::size_t kCopyOfAThread = std::size_t{4} << 20;

void copy(void* to, const void* from, std::int64_t bytes) {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, static_cast<std::size_t>(bytes), kCopyOfAThread),
        [&](const auto& part) {
            std::memcpy(static_cast<std::byte*>(to) + part.begin(),
                        static_cast<const std::byte*>(from) + part.begin(), part.size());
        },
        tbb::static_partitioner());
}

}  // namespace

struct CudaDriver::Functions {
    explicit Functions(const SharedLibrary& library)
        : init(library.function<int(unsigned)>("cuInit")),
          error_name(library.function<int(int, const char**)>("cuGetErrorName")),
          device_count(library.function<int(int*)>("cuDeviceGetCount")),
          device_name(library.function<int(char*, int, int)>("cuDeviceGetName")),
          retain(library.function<int(void**, int)>("cuDevicePrimaryCtxRetain")),
          set_current(library.function<int(void*)>("cuCtxSetCurrent")),
          synchronise(library.function<int()>("cuCtxSynchronize")),
          allocate(library.function<int(DeviceAddress*, std::size_t)>("cuMemAlloc_v2")),
          free(library.function<int(DeviceAddress)>("cuMemFree_v2")),
          copy_in(library.function<int(DeviceAddress, const void*, std::size_t)>("cuMemcpyHtoD_v2")),
          copy_out(library.function<int(void*, DeviceAddress, std::size_t)>("cuMemcpyDtoH_v2")),
          attribute(library.function<int(void*, int, DeviceAddress)>("cuPointerGetAttribute")),
          pin(library.function<int(void*, std::size_t, unsigned)>("cuMemHostRegister_v2")),
          unpin(library.function<int(void*)>("cuMemHostUnregister")),
          allocate_pinned(library.function<int(void**, std::size_t, unsigned)>("cuMemHostAlloc")),
          free_pinned(library.function<int(void*)>("cuMemFreeHost")) {}

    [[nodiscard]] bool complete() const noexcept {
        return init && error_name && device_count && device_name && retain && set_current && synchronise &&
               allocate && free && copy_in && copy_out && attribute && pin && unpin && allocate_pinned &&
               free_pinned;
    }

    int (*init)(unsigned);
    int (*error_name)(int, const char**);
    int (*device_count)(int*);
    int (*device_name)(char*, int, int);
    int (*retain)(void**, int);
    int (*set_current)(void*);
    int (*synchronise)();
    int (*allocate)(DeviceAddress*, std::size_t);
    int (*free)(DeviceAddress);
    int (*copy_in)(DeviceAddress, const void*, std::size_t);
    int (*copy_out)(void*, DeviceAddress, std::size_t);
    int (*attribute)(void*, int, DeviceAddress);
    int (*pin)(void*, std::size_t, unsigned);
    int (*unpin)(void*);
    int (*allocate_pinned)(void**, std::size_t, unsigned);
    int (*free_pinned)(void*);
};

std::shared_ptr<CudaDriver> CudaDriver::load(std::string& reason) {
    const SharedLibrary library("libcuda.so.1");
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    auto functions = std::make_unique<const Functions>(library);
    if (!functions->complete()) {
        reason = "libcuda.so.1 lacks functions that it has had since CUDA 7";
        return nullptr;
    }
    // The order in which OpenCL lists the devices; a user's own choice stands.
    setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 0);
    int count = 0;
    if (functions->init(0) != 0 || functions->device_count(&count) != 0 || count <= 0) {
        reason = "NVIDIA's driver offers no device";
        return nullptr;
    }
    return std::shared_ptr<CudaDriver>(new CudaDriver(std::move(functions), count));
}

CudaDriver::CudaDriver(std::unique_ptr<const Functions> functions, int devices)
    : call_(std::move(functions)), contexts_(static_cast<std::size_t>(devices), nullptr) {}
CudaDriver::~CudaDriver() = default;

void CudaDriver::require(int status, const char* what) const {
    if (status == 0) return;
    const char* name = nullptr;
    if (call_->error_name(status, &name) != 0 || name == nullptr) name = "an error without a name";
    throw hg::Error(hg::ErrorCode::device_failed,
                    std::string("NVIDIA's driver: ") + what + " failed: " + name);
}

std::string CudaDriver::device_name(int device) const {
    std::array<char, 256> text{};
    require(call_->device_name(text.data(), static_cast<int>(text.size()) - 1, device), "naming a device");
    return text.data();
}

void CudaDriver::use(int device) {
    void*& context = contexts_.at(static_cast<std::size_t>(device));
    if (context == nullptr) require(call_->retain(&context, device), "making a device's context");
    require(call_->set_current(context), "taking a device's context");
}

void CudaDriver::synchronise() const {
    require(call_->synchronise(), "waiting for the device");
}

CudaDriver::DeviceAddress CudaDriver::allocate(std::int64_t bytes) const {
    DeviceAddress address = 0;
    require(call_->allocate(&address, static_cast<std::size_t>(bytes)), "allocating memory of the device");
    return address;
}

void CudaDriver::free(DeviceAddress address) const noexcept {
    call_->free(address);
}

void CudaDriver::copy_in(DeviceAddress to, const void* from, std::int64_t bytes) const {
    require(call_->copy_in(to, from, static_cast<std::size_t>(bytes)), "copying to the device");
}

void CudaDriver::copy_out(void* to, DeviceAddress from, std::int64_t bytes) const {
    require(call_->copy_out(to, from, static_cast<std::size_t>(bytes)), "copying from the device");
}

bool CudaDriver::is_pinned(const void* memory) const noexcept {
    unsigned type = 0;
    return call_->attribute(&type, kMemoryType, reinterpret_cast<DeviceAddress>(memory)) == 0 &&
           type == kHostMemory;
}

bool CudaDriver::pin(void* memory, std::int64_t bytes) const noexcept {
    return call_->pin(memory, static_cast<std::size_t>(bytes), kPortable) == 0;
}

void CudaDriver::unpin(void* memory) const noexcept {
    call_->unpin(memory);
}

void* CudaDriver::allocate_pinned(std::int64_t bytes) const {
    void* memory = nullptr;
    require(call_->allocate_pinned(&memory, static_cast<std::size_t>(bytes), kPortable),
            "allocating pinned memory");
    return memory;
}

void CudaDriver::free_pinned(void* memory) const noexcept {
    call_->free_pinned(memory);
}

CudaPinnedMatrix::CudaPinnedMatrix(std::shared_ptr<CudaDriver> driver, void* memory, std::int64_t bytes)
    : driver_(std::move(driver)), memory_(memory), bytes_(bytes) {
    if (bytes == 0 || driver_->is_pinned(memory)) return;
    pinned_here_ = driver_->pin(memory, bytes);
    if (!pinned_here_) copy_ = driver_->allocate_pinned(bytes);
}

CudaPinnedMatrix::~CudaPinnedMatrix() {
    if (pinned_here_) driver_->unpin(memory_);
    if (copy_ != nullptr) driver_->free_pinned(copy_);
}

void CudaPinnedMatrix::copy_in() const {
    if (copy_ != nullptr) copy(copy_, memory_, bytes_);
}

void CudaPinnedMatrix::copy_out() const {
    if (copy_ != nullptr) copy(memory_, copy_, bytes_);
}

}  // namespace hgctl
