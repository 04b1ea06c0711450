// Stands in for NVIDIA's driver if there is none: two devices whose memory is the host's. It pins no
// memory unless STAND_IN_PINS is set.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

namespace {
std::set<void*>& pinned() {
    static std::set<void*> memory;
    return memory;
}
int copy(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    return 0;
}
}  // namespace

extern "C" {
using Address = unsigned long long;

int cuInit(unsigned) {
    return std::getenv("STAND_IN_HAS_NO_DEVICE") != nullptr ? 100 : 0;
}
int cuGetErrorName(int status, const char** name) {
    *name = status == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR_UNKNOWN";
    return 0;
}
int cuDeviceGetCount(int* count) {
    *count = 2;
    return 0;
}
int cuDeviceGetName(char* name, int size, int) {
    std::strncpy(name, "Stand-in", static_cast<std::size_t>(size));
    return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
    static int contexts[2];
    *context = &contexts[device];
    return 0;
}
int cuCtxSetCurrent(void* context) {
    return context == nullptr ? 201 : 0;
}
int cuCtxSynchronize() {
    return 0;
}
int cuMemAlloc_v2(Address* address, std::size_t bytes) {
    const char* limit = std::getenv("STAND_IN_MEMORY");
    if (limit != nullptr && bytes > std::strtoull(limit, nullptr, 10)) return 2;
    *address = reinterpret_cast<Address>(std::malloc(std::max<std::size_t>(1, bytes)));
    return 0;
}
int cuMemFree_v2(Address address) {
    std::free(reinterpret_cast<void*>(address));
    return 0;
}
int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
    return copy(reinterpret_cast<void*>(to), from, bytes);
}
int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
    return copy(to, reinterpret_cast<const void*>(from), bytes);
}
int cuPointerGetAttribute(void* value, int, Address address) {
    if (!pinned().contains(reinterpret_cast<void*>(address))) return 1;
    *static_cast<unsigned*>(value) = 1;
    return 0;
}
int cuMemHostRegister_v2(void* memory, std::size_t, unsigned) {
    if (std::getenv("STAND_IN_PINS") == nullptr) return 801;
    return pinned().insert(memory).second ? 0 : 712;
}
int cuMemHostUnregister(void* memory) {
    return pinned().erase(memory) == 1 ? 0 : 713;
}
int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned) {
    *memory = std::malloc(bytes);
    pinned().insert(*memory);
    return 0;
}
int cuMemFreeHost(void* memory) {
    pinned().erase(memory);
    std::free(memory);
    return 0;
}
}
