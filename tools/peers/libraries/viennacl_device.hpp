#pragma once

#include <exception>
#include <string>
#include <viennacl/context.hpp>
#include <viennacl/ocl/backend.hpp>

#include "tools/peers/opencl_device.hpp"

namespace hgctl {

/// ViennaCL on the OpenCL device that hg uses first. What its functions throw becomes
/// hg::Error{device_failed}.
class ViennaClDevice {
  public:
    [[noreturn]] static void fail(const std::string& what) {
        throw hg::Error(hg::ErrorCode::device_failed, "ViennaCL " + what);
    }
    template <class Work>
    static auto guarded(const std::string& what, const Work& work) {
        try {
            return work();
        } catch (const hg::Error&) {
            throw;
        } catch (const std::exception& error) {
            fail(what + error.what());
        }
    }

    explicit ViennaClDevice(const hg::DeviceInfo& wanted) : ViennaClDevice(find_opencl_device(wanted)) {}

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const viennacl::context& context() const noexcept { return context_; }
    [[nodiscard]] cl_command_queue queue() const {
        return context_.opencl_context().get_queue().handle().get();
    }
    void wait() const {
        if (clFinish(queue()) != CL_SUCCESS) fail("the device failed");
    }

  private:
    explicit ViennaClDevice(const cl::Device& device)
        : name_(device.getInfo<CL_DEVICE_NAME>()),
          context_(guarded("does not start on " + name_ + ": ", [&] { return context_on(device); })) {}

    /// A new context of ViennaCL's, which counts them for the whole process.
    static viennacl::context context_on(const cl::Device& device) {
        static long contexts = 0;
        const long number = ++contexts;
        viennacl::ocl::setup_context(number, viennacl::ocl::device(device()));
        return viennacl::context(viennacl::ocl::get_context(number));
    }

    std::string name_;
    viennacl::context context_;
};

}  // namespace hgctl
