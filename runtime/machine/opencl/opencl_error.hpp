#pragma once

#include <atomic>
#include <exception>
#include <string>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

/// Returns OpenCL's name of an error code, for example "CL_OUT_OF_RESOURCES".
std::string opencl_error_name(cl_int code);

/// The stage in which an OpenCL call failed. The same code has different meanings in different stages.
enum class OpenClStage {
    allocation,  ///< of memory
    start,       ///< of a command
    completion   ///< a command failed after its start
};

/// Converts an OpenCL error to one of hg's: out_of_memory, device_lost or device_failed. `what` names the
/// operation.
Error opencl_failure(cl_int code, OpenClStage stage, const std::string& what);

/// Calls `work` and converts an OpenCL error that it throws to one of hg's.
template <class Work>
auto translating(OpenClStage stage, const char* what, Work work) {
    try {
        return work();
    } catch (const cl::Error& error) {
        throw opencl_failure(error.err(), stage, what);
    }
}

/// Remembers whether a device's context was lost.
class OpenClHealth {
  public:
    [[nodiscard]] bool lost() const noexcept { return lost_.load(); }
    /// Records the current exception and returns it; an OpenCL error is converted to one of hg's.
    std::exception_ptr current_failure(OpenClStage stage, const char* what) noexcept;
    /// Calls `work`, records an exception that it throws, and throws it as one of hg's.
    template <class Work>
    auto guard(OpenClStage stage, const char* what, Work work) {
        try {
            return work();
        } catch (...) {
            std::rethrow_exception(current_failure(stage, what));
        }
    }

  private:
    std::atomic<bool> lost_{false};
};

}  // namespace hg
