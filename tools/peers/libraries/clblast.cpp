// CLBlast's C interface, on the OpenCL device that hg uses first. Buffers on the device are made once.
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/device_peer.hpp"
#include "tools/peers/forms/clblast_spelling.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/opencl_device.hpp"
#include "tools/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

void require(cl_int status, const std::string& what) {
    if (status != CL_SUCCESS)
        throw hg::Error(hg::ErrorCode::device_failed,
                        "clblast: " + what + " failed with status " + std::to_string(status));
}

class ClBlastCall final : public DeviceCall {
  public:
    ClBlastCall(void (*function)(), const ListedCall& call, cl_command_queue queue,
                const std::vector<cl_mem>& buffers)
        : function_(function), name_(call.routine), queue_(queue), buffers_(buffers) {
        for (const ListedOperand* const operand : call.operands())
            bytes_.push_back(static_cast<std::size_t>(operand->bytes()));
        ClblastSpelling::begin(foreign_, call);
        spell(ClblastSpelling(call, buffers), call, buffers, foreign_);
        ClblastSpelling::end(foreign_, &queue_);
    }

    void load(std::size_t i, const void* from) override {
        require(clEnqueueWriteBuffer(queue_, buffers_[i], CL_TRUE, 0, bytes_[i], from, 0, nullptr, nullptr),
                "writing an operand");
    }
    void store(std::size_t i, void* to) override {
        require(clEnqueueReadBuffer(queue_, buffers_[i], CL_TRUE, 0, bytes_[i], to, 0, nullptr, nullptr),
                "reading a result");
    }
    void enqueue() override { require(foreign_.call<int>(function_), name_); }
    void wait() override { require(clFinish(queue_), name_); }

  private:
    void (*function_)();
    std::string name_;
    cl_command_queue queue_;
    const std::vector<cl_mem>& buffers_;
    std::vector<std::size_t> bytes_;
    ForeignCall foreign_;
};

class ClBlast final : public DevicePeer {
  public:
    ClBlast(SharedLibrary library, cl_device_id device)
        : library_(std::move(library)), runs_on_(opencl_device_name(device)) {
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
        if (status == CL_SUCCESS) queue_ = clCreateCommandQueue(context_, device, 0, &status);
    }
    ~ClBlast() override {
        release_buffers();
        // Its cache lives until the process ends, when drivers may be gone already.
        if (auto* const clear_cache = library_.function<int()>("CLBlastClearCache")) clear_cache();
        if (queue_ != nullptr) clReleaseCommandQueue(queue_);
        if (context_ != nullptr) clReleaseContext(context_);
    }

    [[nodiscard]] bool started() const noexcept { return queue_ != nullptr; }
    [[nodiscard]] std::string name() const override { return "clblast"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

  protected:
    std::unique_ptr<DeviceCall> prepare(const ListedCall& call) override {
        auto* const function = library_.function<void()>(ClblastSpelling::name_of(call));
        if (function == nullptr) lacks(call);
        make_buffers(call);
        return std::make_unique<ClBlastCall>(function, call, queue_, buffers_);
    }

  private:
    void make_buffers(const ListedCall& call) {
        std::vector<std::int64_t> bytes;
        for (const ListedOperand* const operand : call.operands()) bytes.push_back(operand->bytes());
        if (bytes == buffer_bytes_) return;
        release_buffers();
        for (const std::int64_t size : bytes) {
            cl_int status = CL_SUCCESS;
            cl_mem buffer =
                clCreateBuffer(context_, CL_MEM_READ_WRITE, static_cast<std::size_t>(size), nullptr, &status);
            require(status, "making buffers of this size");
            buffers_.push_back(buffer);
        }
        buffer_bytes_ = bytes;
    }
    void release_buffers() {
        for (cl_mem buffer : buffers_) clReleaseMemObject(buffer);
        buffers_.clear();
        buffer_bytes_.clear();
    }

    SharedLibrary library_;
    std::string runs_on_;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    std::vector<cl_mem> buffers_;  ///< of the operands
    std::vector<std::int64_t> buffer_bytes_;
};

}  // namespace

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device, std::string& reason) {
    SharedLibrary library("libclblast.so.1");
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    cl_device_id id = find_opencl_device(device);
    if (id == nullptr) {
        reason = "there is no OpenCL device for it";
        return nullptr;
    }
    auto peer = std::make_unique<ClBlast>(std::move(library), id);
    if (peer->started()) return peer;
    reason = "CLBlast does not start on " + opencl_device_name(id);
    return nullptr;
}

}  // namespace hgctl
