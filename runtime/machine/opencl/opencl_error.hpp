#pragma once

#include <atomic>
#include <exception>
#include <string>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {

/// OpenCL's name of an error code, for example "CL_OUT_OF_RESOURCES".
std::string opencl_error_name(cl_int code);

/// Where an OpenCL call stood when it failed: the same code means different things.
enum class OpenClStage {
    allocation,  ///< of memory
    start,       ///< of a command
    completion   ///< a started command ended badly
};

/// An OpenCL error as hg's: out_of_memory, device_lost or device_failed. `what` says what was tried.
Error opencl_failure(cl_int code, OpenClStage stage, const std::string& what);

/// Calls `work` and turns an OpenCL error it throws into hg's.
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
    /// Takes note of the exception under way and returns it, an OpenCL error as hg's.
    std::exception_ptr current_failure(OpenClStage stage, const char* what) noexcept;
    /// Calls `work`; takes note of what it throws, and throws that as hg's.
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
