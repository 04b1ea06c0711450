// CLBlast's C interface, on the OpenCL device that hg uses first. What its users do: buffers on the device,
// made once; each call writes what it reads, computes, reads the result.
#include <chrono>
#include <string>
#include <vector>

#include "tools/hgctl/peers/opencl_device.hpp"
#include "tools/hgctl/peers/peer.hpp"
#include "tools/hgctl/peers/routines/cblas_letters.hpp"
#include "tools/hgctl/peers/routines/clblast_vectors.hpp"
#include "tools/hgctl/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Size = std::size_t;
using Queue = cl_command_queue;

/// The routines of one element type. A matrix is a buffer, an offset and a leading dimension.
template <class T>
struct ClblastRoutines {
    using Gemm = int(int, int, int, Size, Size, Size, T, cl_mem, Size, Size, cl_mem, Size, Size, T, cl_mem,
                     Size, Size, Queue*, cl_event*);
    using Symm = int(int, int, int, Size, Size, T, cl_mem, Size, Size, cl_mem, Size, Size, T, cl_mem, Size,
                     Size, Queue*, cl_event*);
    using Syrk = int(int, int, int, Size, Size, T, cl_mem, Size, Size, T, cl_mem, Size, Size, Queue*,
                     cl_event*);
    using Syr2k = Symm;
    using Trsm = int(int, int, int, int, int, Size, Size, T, cl_mem, Size, Size, cl_mem, Size, Size, Queue*,
                     cl_event*);
    using Trmm = Trsm;
    Gemm* gemm;
    Symm* symm;
    Syrk* syrk;
    Syr2k* syr2k;
    Trmm* trmm;
    Trsm* trsm;

    ClblastRoutines(const SharedLibrary& library, const std::string& prefix)
        : gemm(library.function<Gemm>((prefix + "gemm").c_str())),
          symm(library.function<Symm>((prefix + "symm").c_str())),
          syrk(library.function<Syrk>((prefix + "syrk").c_str())),
          syr2k(library.function<Syr2k>((prefix + "syr2k").c_str())),
          trmm(library.function<Trmm>((prefix + "trmm").c_str())),
          trsm(library.function<Trsm>((prefix + "trsm").c_str())) {}
    [[nodiscard]] bool complete() const noexcept { return gemm && symm && syrk && syr2k && trmm && trsm; }
};

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
        : f64_(library, "CLBlastD"),
          f32_(library, "CLBlastS"),
          f64_vectors_(library, "D"),
          f32_vectors_(library, "S"),
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
        return f64_.complete() && f32_.complete() && f64_vectors_.complete() && f32_vectors_.complete() &&
               queue_ != nullptr;
    }
    [[nodiscard]] std::string name() const override { return "clblast"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        const std::vector<PeerMatrix> x = call.matrices();
        std::vector<Operand> operands;
        for (const PeerMatrix& matrix : x)
            operands.push_back(
                {matrix.data, static_cast<Size>(matrix.bytes), !matrix.written || call.beta != 0});
        return timed(operands, "gemm", [&] {
            return call.type == hg::ElementType::f64 ? enqueue(f64_, call) : enqueue(f32_, call);
        });
    }
    PeerTime compute(const PeerLevel3& call, std::size_t /*variant*/) override {
        std::vector<Operand> operands;
        for (const PeerLevel3::Operand& x : call.operands)
            operands.push_back({x.data, static_cast<Size>(call.bytes(x)), x.read});
        return timed(operands, name_of(call.routine), [&] {
            return call.type == hg::ElementType::f64 ? enqueue(f64_, call) : enqueue(f32_, call);
        });
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
            require(call.type == hg::ElementType::f64 ? f64_vectors_.run(&queue_, call, buffers_)
                                                      : f32_vectors_.run(&queue_, call, buffers_),
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

    template <class T>
    int enqueue(const ClblastRoutines<T>& routines, const PeerGemm& call) {
        const auto m = static_cast<Size>(call.m);
        return routines.gemm(kCblasColMajor, cblas_op(call.transpose_a), cblas_op(call.transpose_b), m,
                             static_cast<Size>(call.n), static_cast<Size>(call.k), static_cast<T>(call.alpha),
                             buffers_[0], 0, static_cast<Size>(call.lda()), buffers_[1], 0,
                             static_cast<Size>(call.ldb()), static_cast<T>(call.beta), buffers_[2], 0, m,
                             &queue_, nullptr);
    }
    template <class T>
    int enqueue(const ClblastRoutines<T>& routines, const PeerLevel3& call) {
        using Routine = PeerLevel3::Routine;
        const int side = cblas(call.side);
        const int uplo = cblas(call.uplo);
        const int op = cblas(call.op);
        const auto m = static_cast<Size>(call.m);
        const auto n = static_cast<Size>(call.n);
        const auto k = static_cast<Size>(call.k);
        const T beta = static_cast<T>(call.beta);
        const auto& x = buffers_;
        const auto ld = [&](std::size_t i) { return static_cast<Size>(call.operands[i].rows); };
        switch (call.routine) {
            case Routine::symm:
                return routines.symm(kCblasColMajor, side, uplo, m, n, T{1}, x[0], 0, ld(0), x[1], 0, ld(1),
                                     beta, x[2], 0, ld(2), &queue_, nullptr);
            case Routine::syrk:
                return routines.syrk(kCblasColMajor, uplo, op, n, k, T{1}, x[0], 0, ld(0), beta, x[1], 0,
                                     ld(1), &queue_, nullptr);
            case Routine::syr2k:
                return routines.syr2k(kCblasColMajor, uplo, op, n, k, T{1}, x[0], 0, ld(0), x[1], 0, ld(1),
                                      beta, x[2], 0, ld(2), &queue_, nullptr);
            case Routine::trmm:
            case Routine::trsm:
                break;
        }
        return (call.routine == Routine::trmm ? routines.trmm : routines.trsm)(
            kCblasColMajor, side, uplo, op, kCblasNonUnit, m, n, T{1}, x[0], 0, ld(0), x[1], 0, ld(1),
            &queue_, nullptr);
    }

    ClblastRoutines<double> f64_;
    ClblastRoutines<float> f32_;
    ClblastVectors<double> f64_vectors_;
    ClblastVectors<float> f32_vectors_;
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
