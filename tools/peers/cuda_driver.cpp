#include "tools/peers/cuda_driver.hpp"

#include <array>
#include <cstdlib>

namespace hgctl {

CudaDriver::CudaDriver() {
    // The order in which OpenCL lists the devices; a user's own choice stands.
    setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 0);
    int count = 0;
    if (init_(0) != 0 || count_(&count) != 0 || count <= 0) fail("NVIDIA's driver offers no device");
    contexts_.resize(static_cast<std::size_t>(count));
}

void CudaDriver::require(int status, const char* what) const {
    if (status == 0) return;
    const char* name = nullptr;
    if (error_name_(status, &name) != 0 || name == nullptr) name = "an error without a name";
    fail(std::string("NVIDIA's driver: ") + what + " failed: " + name);
}

std::string CudaDriver::device_name(int device) const {
    std::array<char, 256> text{};
    require(device_name_(text.data(), static_cast<int>(text.size()) - 1, device), "naming a device");
    return text.data();
}

void CudaDriver::use(int device) {
    void*& context = contexts_.at(static_cast<std::size_t>(device));
    if (context == nullptr) require(retain_(&context, device), "making a device's context");
    require(set_current_(context), "taking a device's context");
}

void* CudaDriver::allocate(std::int64_t bytes) const {
    Address address = 0;
    require(allocate_(&address, static_cast<std::size_t>(bytes)), "allocating memory of the device");
    return reinterpret_cast<void*>(address);
}

bool CudaDriver::is_pinned(const void* memory) const noexcept {
    constexpr int kMemoryType = 2;       // CU_POINTER_ATTRIBUTE_MEMORY_TYPE
    constexpr unsigned kHostMemory = 1;  // CU_MEMORYTYPE_HOST
    unsigned type = 0;
    return attribute_(&type, kMemoryType, address_of(memory)) == 0 && type == kHostMemory;
}

void* CudaDriver::allocate_pinned(std::int64_t bytes) const {
    void* memory = nullptr;
    require(allocate_pinned_(&memory, static_cast<std::size_t>(bytes), kPortable),
            "allocating pinned memory");
    return memory;
}

}  // namespace hgctl
