#include "runtime/machine/opencl/opencl_error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hg {
namespace {

/// The code that NVIDIA's driver returns after a kernel of the context has faulted.
constexpr cl_int kNvidiaFault = -9999;
/// The code that the ICD loader returns if no platform is installed.
constexpr cl_int kNoPlatform = -1001;

struct Named {
    cl_int code;
    const char* name;
};

#define HG_NAMED(code) \
    Named {            \
        code, #code    \
    }
constexpr std::array kNames{
    HG_NAMED(CL_DEVICE_NOT_FOUND),
    HG_NAMED(CL_DEVICE_NOT_AVAILABLE),
    HG_NAMED(CL_COMPILER_NOT_AVAILABLE),
    HG_NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    HG_NAMED(CL_OUT_OF_RESOURCES),
    HG_NAMED(CL_OUT_OF_HOST_MEMORY),
    HG_NAMED(CL_PROFILING_INFO_NOT_AVAILABLE),
    HG_NAMED(CL_MEM_COPY_OVERLAP),
    HG_NAMED(CL_BUILD_PROGRAM_FAILURE),
    HG_NAMED(CL_MAP_FAILURE),
    HG_NAMED(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    HG_NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    HG_NAMED(CL_COMPILE_PROGRAM_FAILURE),
    HG_NAMED(CL_LINKER_NOT_AVAILABLE),
    HG_NAMED(CL_LINK_PROGRAM_FAILURE),
    HG_NAMED(CL_DEVICE_PARTITION_FAILED),
    HG_NAMED(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    HG_NAMED(CL_INVALID_VALUE),
    HG_NAMED(CL_INVALID_DEVICE_TYPE),
    HG_NAMED(CL_INVALID_PLATFORM),
    HG_NAMED(CL_INVALID_DEVICE),
    HG_NAMED(CL_INVALID_CONTEXT),
    HG_NAMED(CL_INVALID_QUEUE_PROPERTIES),
    HG_NAMED(CL_INVALID_COMMAND_QUEUE),
    HG_NAMED(CL_INVALID_HOST_PTR),
    HG_NAMED(CL_INVALID_MEM_OBJECT),
    HG_NAMED(CL_INVALID_BINARY),
    HG_NAMED(CL_INVALID_BUILD_OPTIONS),
    HG_NAMED(CL_INVALID_PROGRAM),
    HG_NAMED(CL_INVALID_PROGRAM_EXECUTABLE),
    HG_NAMED(CL_INVALID_KERNEL_NAME),
    HG_NAMED(CL_INVALID_KERNEL_DEFINITION),
    HG_NAMED(CL_INVALID_KERNEL),
    HG_NAMED(CL_INVALID_ARG_INDEX),
    HG_NAMED(CL_INVALID_ARG_VALUE),
    HG_NAMED(CL_INVALID_ARG_SIZE),
    HG_NAMED(CL_INVALID_KERNEL_ARGS),
    HG_NAMED(CL_INVALID_WORK_DIMENSION),
    HG_NAMED(CL_INVALID_WORK_GROUP_SIZE),
    HG_NAMED(CL_INVALID_WORK_ITEM_SIZE),
    HG_NAMED(CL_INVALID_GLOBAL_OFFSET),
    HG_NAMED(CL_INVALID_EVENT_WAIT_LIST),
    HG_NAMED(CL_INVALID_EVENT),
    HG_NAMED(CL_INVALID_OPERATION),
    HG_NAMED(CL_INVALID_BUFFER_SIZE),
    HG_NAMED(CL_INVALID_GLOBAL_WORK_SIZE),
    HG_NAMED(CL_INVALID_PROPERTY),
    HG_NAMED(CL_INVALID_COMPILER_OPTIONS),
    HG_NAMED(CL_INVALID_LINKER_OPTIONS),
    HG_NAMED(CL_INVALID_DEVICE_PARTITION_COUNT),
};
#undef HG_NAMED

bool means_lost(cl_int code, OpenClStage stage) noexcept {
    switch (code) {
        case kNvidiaFault:
        case CL_DEVICE_NOT_AVAILABLE:
        case CL_INVALID_CONTEXT:
        case CL_INVALID_COMMAND_QUEUE:
            return true;
        // A launch that needs too much is also rejected with this code; after the start, it means a fault.
        case CL_OUT_OF_RESOURCES:
            return stage == OpenClStage::completion;
        default:
            return false;
    }
}

bool means_no_memory(cl_int code, OpenClStage stage) noexcept {
    switch (code) {
        case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        case CL_OUT_OF_HOST_MEMORY:
            return true;
        case CL_OUT_OF_RESOURCES:
        case CL_INVALID_BUFFER_SIZE:
            return stage == OpenClStage::allocation;
        default:
            return false;
    }
}

}  // namespace

std::string opencl_error_name(cl_int code) {
    const auto found =
        std::find_if(kNames.begin(), kNames.end(), [&](const Named& named) { return named.code == code; });
    if (found != kNames.end()) return found->name;
    if (code == kNoPlatform) return "CL_PLATFORM_NOT_FOUND_KHR";
    return "OpenCL error " + std::to_string(code);
}

Error opencl_failure(cl_int code, OpenClStage stage, const std::string& what) {
    ErrorContext context;
    context.opencl_error = opencl_error_name(code);
    if (means_lost(code, stage))
        return Error(ErrorCode::device_lost, what + ": the device is lost", std::move(context));
    if (means_no_memory(code, stage))
        return Error(ErrorCode::out_of_memory, what + ": not enough memory", std::move(context));
    return Error(ErrorCode::device_failed, what + " failed", std::move(context));
}

std::exception_ptr OpenClHealth::current_failure(OpenClStage stage, const char* what) noexcept {
    try {
        try {
            throw;
        } catch (const cl::Error& error) {
            throw opencl_failure(error.err(), stage, what);
        }
    } catch (const Error& error) {
        if (error.code() == ErrorCode::device_lost) lost_.store(true);
        return std::current_exception();
    } catch (...) {
        return std::current_exception();
    }
}

}  // namespace hg
