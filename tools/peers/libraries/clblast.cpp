// CLBlast's C interface, on the OpenCL device that hg uses first. Buffers on the device are made once.
#include <memory>
#include <string>
#include <vector>

#include "tools/peers/device_peer.hpp"
#include "tools/peers/forms/spelling.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/opencl_device.hpp"
#include "tools/peers/shared_library.hpp"

namespace hgctl {
namespace {

// Its numbers of layouts and letters, which are CBLAS's.

constexpr int kClblastColMajor = 102;

template <class Choice>
constexpr int clblast(Choice choice) noexcept {
    constexpr bool kOp = std::is_same_v<Choice, hg::Op>, kUplo = std::is_same_v<Choice, hg::Uplo>,
                   kDiag = std::is_same_v<Choice, hg::Diag>;
    return (kOp ? 111 : kUplo ? 121 : kDiag ? 131 : 141) + place_of(choice);
}

/// CLBlast's C interface: numbers by value; an operand is a buffer, an offset and, unless it is a number, its
/// leading dimension or increment. A number comes before the vectors that it is made of.
class ClblastSpelling {
  public:
    ClblastSpelling(const ListedCall& call, const std::vector<cl_mem>& buffers)
        : number_(call.number() != nullptr ? buffers.back() : nullptr) {}

    static std::string name_of(const ListedCall& call) {
        return "CLBlast" +
               (call.name.front() == 'i' ? "i" + capital(call.name.substr(1)) : capital(call.name));
    }
    static void begin(ForeignCall& foreign, const ListedCall& call) {
        if (call.has_matrix()) foreign.add(kClblastColMajor);
    }
    template <class Choice>
    static void add(ForeignCall& foreign, Choice choice) {
        foreign.add(clblast(choice));
    }
    void add(ForeignCall& foreign, const ListedSize& size) const {
        foreign.add(static_cast<std::size_t>(size.value));
        if (number_ != nullptr) add_buffer(foreign, number_);
    }
    static void add(ForeignCall& foreign, const ListedScalar& scalar) {
        with_number(scalar, [&](auto value) { foreign.add(value); });
    }
    static void add(ForeignCall& foreign, const ListedOperand& operand, cl_mem buffer) {
        if (operand.is_number()) return;
        add_buffer(foreign, buffer);
        foreign.add(static_cast<std::size_t>(operand.stride));
    }
    static void end(ForeignCall& foreign, cl_command_queue* queue) {
        foreign.add(queue);
        foreign.add(static_cast<cl_event*>(nullptr));
    }

  private:
    static void add_buffer(ForeignCall& foreign, cl_mem buffer) {
        foreign.add(buffer);
        foreign.add(std::size_t{0});
    }

    cl_mem number_;
};

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
            fail("clblast: " + name_ + " failed with status " + std::to_string(status));
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
