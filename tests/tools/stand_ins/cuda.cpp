// Stands in for NVIDIA's driver if there is none: two devices whose memory is the host's. It pins no
// memory unless STAND_IN_PINS is set.
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

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

// Kernels, as the stand-in for NVRTC compiles them.
using Launcher = void (*)(const unsigned*, const unsigned*, void**);

int cuDeviceGetAttribute(int* value, int what, int) {
    *value = what == 75 ? 9 : 0;  // the compute capability
    return 0;
}
int cuModuleLoadData(void** module, const void* file) {
    *module = dlopen(static_cast<const char*>(file), RTLD_NOW | RTLD_LOCAL);
    return *module == nullptr ? 200 : 0;
}
int cuModuleUnload(void* module) {
    return dlclose(module);
}
int cuModuleGetFunction(void** function, void* module, const char* name) {
    *function = dlsym(module, (std::string("stand_in_") + name).c_str());
    return *function == nullptr ? 500 : 0;
}
int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned, void*, void** arguments, void**) {
    const unsigned grid[]{grid_x, grid_y, grid_z}, block[]{block_x, block_y, block_z};
    if (block_x * block_y * block_z > 1024) return 1;
    reinterpret_cast<Launcher>(function)(grid, block, arguments);
    return 0;
}
struct CopySide {
    std::size_t x, y;
    unsigned type;
    const void* host;
    Address device;
    void* array;
    std::size_t pitch;
};
struct Copy2D {
    CopySide from, to;
    std::size_t width, height;
};
int cuMemcpy2D_v2(const Copy2D* plan) {
    const auto base = [](const CopySide& side) {
        return side.type == 1 ? static_cast<const char*>(side.host)
                              : reinterpret_cast<const char*>(side.device);
    };
    for (std::size_t j = 0; j < plan->height; ++j)
        copy(const_cast<char*>(base(plan->to)) + j * plan->to.pitch, base(plan->from) + j * plan->from.pitch,
             plan->width);
    return 0;
}
int cuEventCreate(void** event, unsigned) {
    *event = std::malloc(1);
    return 0;
}
int cuEventRecord(void*, void*) {
    return 0;
}
int cuEventSynchronize(void*) {
    return 0;
}
int cuEventElapsedTime(float* milliseconds, void*, void*) {
    *milliseconds = 0.5F;
    return 0;
}
int cuEventDestroy_v2(void* event) {
    std::free(event);
    return 0;
}
}
