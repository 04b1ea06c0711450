// Loaded before a program, gives every OpenCL device a name that JSON and terminals must not take as it is.
#include <CL/cl.h>
#include <dlfcn.h>

#include <cstring>

extern "C" cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void* value,
                                  size_t* needed) {
    constexpr char kName[] = "The \"best\" \\ \x1b[31mGPU\xff";
    if (what != CL_DEVICE_NAME) {
        // By its name: the engine's libraries stand in a scope of their own.
        static auto* const next = reinterpret_cast<decltype(&clGetDeviceInfo)>(
            dlsym(dlopen("libOpenCL.so.1", RTLD_LAZY), "clGetDeviceInfo"));
        return next(device, what, size, value, needed);
    }
    if (needed != nullptr) *needed = sizeof kName;
    if (value != nullptr && size < sizeof kName) return CL_INVALID_VALUE;
    if (value != nullptr) std::memcpy(value, kName, sizeof kName);
    return CL_SUCCESS;
}
