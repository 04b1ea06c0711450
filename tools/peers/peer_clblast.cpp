// CLBlast's C interface, on the OpenCL device that hg uses first. What its users do: buffers on the device,
// made once; each call writes what it reads, computes, reads the result.
#include <chrono>
#include <string>
#include <vector>

#include "tools/peers/opencl_device.hpp"
#include "tools/peers/peer.hpp"
#include "tools/peers/routines/clblast_level3.hpp"
#include "tools/peers/routines/clblast_vectors.hpp"
#include "tools/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Size = std::size_t;
/// A matrix of a call in host memory.
struct Operand {
    void* data;
    Size bytes;
    bool read;
};

void require(cl_int status, const char* what) {
    if (status != CL_SUCCESS)
        throw hg::Error(hg::ErrorCode::device_failed,
                        std::string("clblast: ") + what + " failed with status " + std::to_string(status));
}

class ClBlast final : public Peer {
  public:
    ClBlast(const SharedLibrary& library, cl_device_id device)
        : level3_(library),
          vectors_(library),
          clear_cache_(library.function<int()>("CLBlastClearCache")),
          runs_on_(opencl_device_name(device)) {
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
        if (status != CL_SUCCESS) return;
        queue_ = clCreateCommandQueue(context_, device, 0, &status);
    }
    ~ClBlast() override {
        release_buffers();
        // Its cache lives until the process ends, when drivers may be gone already.
        if (clear_cache_ != nullptr) clear_cache_();
        if (queue_ != nullptr) clReleaseCommandQueue(queue_);
        if (context_ != nullptr) clReleaseContext(context_);
    }

    [[nodiscard]] bool complete() const noexcept {
        return level3_.complete() && vectors_.complete() && queue_ != nullptr;
    }
    [[nodiscard]] std::string name() const override { return "clblast"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        const std::vector<PeerMatrix> x = call.matrices();
        std::vector<Operand> operands;
        for (const PeerMatrix& matrix : x)
            operands.push_back(
                {matrix.data, static_cast<Size>(matrix.bytes), !matrix.written || call.beta != 0});
        return timed(operands, "gemm", [&] { return enqueue(call); });
    }
    PeerTime compute(const PeerLevel3& call, std::size_t /*variant*/) override {
        std::vector<Operand> operands;
        for (const PeerLevel3::Operand& x : call.operands)
            operands.push_back({x.data, static_cast<Size>(call.bytes(x)), x.read});
        return timed(operands, name_of(call.routine), [&] { return enqueue(call); });
    }

    std::vector<double> repeat(const ResidentCall& call) override {
        std::vector<Operand> operands;
        for (const ResidentCall::Operand& x : call.operands)
            operands.push_back({const_cast<void*>(x.data), static_cast<Size>(x.bytes), true});
        make_buffers(operands);
        for (std::size_t i = 0; i < operands.size(); ++i)
            require(clEnqueueWriteBuffer(queue_, buffers_[i], CL_TRUE, 0, operands[i].bytes, operands[i].data,
                                         0, nullptr, nullptr),
                    "writing an operand");
        run_chain(call, 1);
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (void* const result = call.operands[i].result)
                require(clEnqueueReadBuffer(queue_, buffers_[i], CL_TRUE, 0, operands[i].bytes, result, 0,
                                            nullptr, nullptr),
                        "reading a result");
        std::vector<double> seconds;
        for (int run = 0; run < call.runs; ++run) seconds.push_back(run_chain(call, call.chain) / call.chain);
        return seconds;
    }

  private:
    /// Seconds of calls one after the other.
    double run_chain(const ResidentCall& call, int times) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < times; ++i)
            require(
                vectors_.with(call.type,
                              [&](const auto& routines) { return routines.run(&queue_, call, buffers_); }),
                "a routine of level 1 or 2");
        require(clFinish(queue_), "a routine of level 1 or 2");
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    /// The last operand is what is written.
    template <class Enqueue>
    PeerTime timed(const std::vector<Operand>& operands, const char* routine, const Enqueue& enqueue_call) {
        make_buffers(operands);
        const auto begin = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < operands.size(); ++i)
            if (const Operand& x = operands[i]; x.read)
                require(clEnqueueWriteBuffer(queue_, buffers_[i], CL_FALSE, 0, x.bytes, x.data, 0, nullptr,
                                             nullptr),
                        "writing a matrix");
        require(clFinish(queue_), "writing the matrices");
        const auto on_device = std::chrono::steady_clock::now();
        require(enqueue_call(), routine);
        require(clFinish(queue_), routine);
        const auto computed = std::chrono::steady_clock::now();
        const Operand& written = operands.back();
        require(clEnqueueReadBuffer(queue_, buffers_[operands.size() - 1], CL_TRUE, 0, written.bytes,
                                    written.data, 0, nullptr, nullptr),
                "reading the result");
        const auto end = std::chrono::steady_clock::now();
        using Seconds = std::chrono::duration<double>;
        return {Seconds(end - begin).count(), Seconds(computed - on_device).count()};
    }

    void make_buffers(const std::vector<Operand>& operands) {
        std::vector<Size> bytes;
        for (const Operand& x : operands) bytes.push_back(x.bytes);
        if (bytes == buffer_bytes_) return;
        release_buffers();
        for (const Size size : bytes) {
            cl_int status = CL_SUCCESS;
            const cl_mem buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE, size, nullptr, &status);
            require(status, "making buffers of this size");
            buffers_.push_back(buffer);
        }
        buffer_bytes_ = bytes;
    }
    void release_buffers() {
        for (const cl_mem buffer : buffers_) clReleaseMemObject(buffer);
        buffers_.clear();
        buffer_bytes_.clear();
    }

    template <class Call>
    int enqueue(const Call& call) {
        return level3_.with(call.type,
                            [&](const auto& routines) { return routines.run(&queue_, call, buffers_); });
    }

    RoutinesByType<ClblastLevel3> level3_;
    RoutinesByType<ClblastVectors> vectors_;
    int (*clear_cache_)();
    std::string runs_on_;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    std::vector<cl_mem> buffers_;  ///< of the operands
    std::vector<Size> buffer_bytes_;
};

}  // namespace

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device, std::string& reason) {
    const SharedLibrary library("libclblast.so.1");
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    cl_device_id id = find_opencl_device(device);
    if (id == nullptr) {
        reason = "there is no OpenCL device for it";
        return nullptr;
    }
    auto peer = std::make_unique<ClBlast>(library, id);
    if (peer->complete()) return peer;
    reason = "CLBlast does not start on " + opencl_device_name(id);
    return nullptr;
}

}  // namespace hgctl
