// OpenCL's functions that can fail, instead of the ICD loader's.
#include "faults/opencl_points.hpp"

#include <dlfcn.h>

#include <atomic>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

namespace hg::test {
namespace {

/// What NVIDIA's driver returns for each call on a context that a faulting kernel has ended.
constexpr cl_int kContextIsGone = -9999;

constinit std::atomic<cl_context> lost_context{nullptr};

cl_context context_of(cl_command_queue queue) noexcept {
    cl_context context = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);
    return context;
}

/// Why an operation cannot be enqueued; CL_SUCCESS if it can.
cl_int refusal(Fault kind, cl_command_queue queue, const void* caller) noexcept {
    const cl_context context = context_of(queue);
    if (fails(Fault::device, caller)) lost_context = context;
    if (context == lost_context) return kContextIsGone;
    return fails(kind, caller) ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

template <class Function>
Function* next(const char* name) noexcept {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace
}  // namespace hg::test

using hg::test::Fault;
using hg::test::kContextIsGone;
using hg::test::lost_context;

#define HG_REAL(function)                                                    \
    static auto* const real = hg::test::next<decltype(function)>(#function); \
    const hg::test::InDriver in_driver
#define HG_REFUSE(kind, queue)                                                                             \
    if (const cl_int why = hg::test::refusal(kind, queue, __builtin_return_address(0)); why != CL_SUCCESS) \
    return why

extern "C" {

cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                           const cl_device_id* devices,
                           void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                           cl_int* error) {
    HG_REAL(clCreateContext);
    const cl_context context = real(properties, count, devices, notify, data, error);
    // A new context may have the address of the lost one.
    if (context == lost_context) lost_context = nullptr;
    return context;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* memory, cl_int* error) {
    if (fails(Fault::device_memory, __builtin_return_address(0))) {
        if (error != nullptr) *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return nullptr;
    }
    HG_REAL(clCreateBuffer);
    return real(context, flags, bytes, memory, error);
}

cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                      void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
    if (fails(Fault::build, __builtin_return_address(0))) return CL_BUILD_PROGRAM_FAILURE;
    HG_REAL(clBuildProgram);
    return real(program, count, devices, options, notify, data);
}

#define HG_FORWARD(result, function, parameters, arguments) \
    result function parameters {                            \
        HG_REAL(function);                                  \
        return real arguments;                              \
    }
HG_FORWARD(cl_kernel, clCreateKernel, (cl_program program, const char* name, cl_int* error),
           (program, name, error))
HG_FORWARD(cl_int, clGetProgramInfo,
           (cl_program program, cl_program_info what, size_t size, void* value, size_t* needed),
           (program, what, size, value, needed))
HG_FORWARD(cl_program, clCreateProgramWithSource,
           (cl_context context, cl_uint count, const char** texts, const size_t* lengths, cl_int* error),
           (context, count, texts, lengths, error))
HG_FORWARD(cl_program, clCreateProgramWithBinary,
           (cl_context context, cl_uint count, const cl_device_id* devices, const size_t* lengths,
            const unsigned char** binaries, cl_int* status, cl_int* error),
           (context, count, devices, lengths, binaries, status, error))

cl_int clFinish(cl_command_queue queue) {
    if (hg::test::context_of(queue) == lost_context) return kContextIsGone;
    HG_REAL(clFinish);
    return real(queue);
}

#define HG_ENQUEUE(fault, function, parameters, arguments) \
    cl_int function parameters {                           \
        HG_REFUSE(fault, queue);                           \
        HG_REAL(function);                                 \
        return real arguments;                             \
    }
HG_ENQUEUE(Fault::launch, clEnqueueNDRangeKernel,
           (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
            const size_t* global, const size_t* local, cl_uint waits, const cl_event* list, cl_event* event),
           (queue, kernel, dimensions, offset, global, local, waits, list, event))
HG_ENQUEUE(Fault::transfer, clEnqueueReadBuffer,
           (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
            void* memory, cl_uint waits, const cl_event* list, cl_event* event),
           (queue, buffer, blocking, offset, bytes, memory, waits, list, event))
HG_ENQUEUE(Fault::transfer, clEnqueueWriteBuffer,
           (cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset, size_t bytes,
            const void* memory, cl_uint waits, const cl_event* list, cl_event* event),
           (queue, buffer, blocking, offset, bytes, memory, waits, list, event))
#define HG_ENQUEUE_RECT(function, Memory)                                                                   \
    HG_ENQUEUE(Fault::transfer, function,                                                                   \
               (cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t* origin,              \
                const size_t* host_origin, const size_t* region, size_t row, size_t slice, size_t host_row, \
                size_t host_slice, Memory* memory, cl_uint waits, const cl_event* list, cl_event* event),   \
               (queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice,     \
                memory, waits, list, event))
HG_ENQUEUE_RECT(clEnqueueReadBufferRect, void)
HG_ENQUEUE_RECT(clEnqueueWriteBufferRect, const void)

}  // extern "C"
