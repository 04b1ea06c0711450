// CLBlast's C interface, on the OpenCL device that hg uses first. Buffers on the device are made once.
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/device_peer.hpp"
#include "tools/peers/forms/clblast_spelling.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/opencl_device.hpp"
#include "tools/peers/shared_library.hpp"

namespace hgctl {
namespace {

std::size_t bytes_of(const cl::Buffer& buffer) {
    return buffer.getInfo<CL_MEM_SIZE>();
}

class ClBlastCall final : public DeviceCall {
  public:
    ClBlastCall(void (*function)(), const ListedCall& call, const cl::CommandQueue& queue,
                const std::vector<cl::Buffer>& buffers)
        : function_(function), name_(call.routine), queue_(queue), queue_handle_(queue()), buffers_(buffers) {
        std::vector<cl_mem> addresses;
        for (const cl::Buffer& buffer : buffers) addresses.push_back(buffer());
        ClblastSpelling::begin(foreign_, call);
        spell(ClblastSpelling(call, addresses), call, addresses, foreign_);
        ClblastSpelling::end(foreign_, &queue_handle_);
    }

    void load(std::size_t i, const void* from) override {
        hg::translating(hg::OpenClStage::start, "clblast: writing an operand", [&] {
            queue_.enqueueWriteBuffer(buffers_[i], CL_TRUE, 0, bytes_of(buffers_[i]), from);
        });
    }
    void store(std::size_t i, void* to) override {
        hg::translating(hg::OpenClStage::start, "clblast: reading a result", [&] {
            queue_.enqueueReadBuffer(buffers_[i], CL_TRUE, 0, bytes_of(buffers_[i]), to);
        });
    }
    void enqueue() override {
        if (const int status = foreign_.call<int>(function_); status != CL_SUCCESS)
            throw hg::Error(hg::ErrorCode::device_failed,
                            "clblast: " + name_ + " failed with status " + std::to_string(status));
    }
    void wait() override {
        hg::translating(hg::OpenClStage::completion, "clblast: waiting", [&] { queue_.finish(); });
    }

  private:
    void (*function_)();
    std::string name_;
    cl::CommandQueue queue_;
    cl_command_queue queue_handle_;
    const std::vector<cl::Buffer>& buffers_;
    ForeignCall foreign_;
};

class ClBlast final : public DevicePeer {
  public:
    explicit ClBlast(const cl::Device& device) : runs_on_(device.getInfo<CL_DEVICE_NAME>()) {
        hg::translating(hg::OpenClStage::start, "starting CLBlast", [&] {
            context_ = cl::Context(device);
            queue_ = cl::CommandQueue(context_, device);
        });
    }
    ~ClBlast() override {
        buffers_.clear();
        // Its cache lives until the process ends, when drivers may be gone already.
        int (*const clear_cache)() = library_.find("CLBlastClearCache");
        if (clear_cache != nullptr) clear_cache();
    }

    [[nodiscard]] std::string name() const override { return "clblast"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

  protected:
    std::unique_ptr<DeviceCall> prepare(const ListedCall& call) override {
        void (*const function)() = library_.find(ClblastSpelling::name_of(call));
        if (function == nullptr) lacks(call);
        make_buffers(call);
        return std::make_unique<ClBlastCall>(function, call, queue_, buffers_);
    }

  private:
    void make_buffers(const ListedCall& call) {
        std::vector<std::size_t> bytes, kept;
        for (const ListedOperand* const x : call.operands())
            bytes.push_back(static_cast<std::size_t>(x->bytes()));
        for (const cl::Buffer& buffer : buffers_) kept.push_back(bytes_of(buffer));
        if (bytes == kept) return;
        buffers_.clear();
        hg::translating(hg::OpenClStage::allocation, "clblast: making buffers of this size", [&] {
            for (const std::size_t size : bytes) buffers_.emplace_back(context_, CL_MEM_READ_WRITE, size);
        });
    }

    SharedLibrary library_{"libclblast.so.1"};
    std::string runs_on_;
    cl::Context context_;
    cl::CommandQueue queue_;
    std::vector<cl::Buffer> buffers_;  ///< of the operands
};

}  // namespace

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device) {
    return std::make_unique<ClBlast>(find_opencl_device(device));
}

}  // namespace hgctl
