// CLBlast's C interface, on the OpenCL device that hg uses first. What its users do: buffers on the device,
// made once; each call writes A and B (and C for beta != 0), multiplies, reads C.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "tools/hgctl/peers/peer.hpp"
#include "tools/hgctl/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr int kColMajor = 102;
constexpr int kNoTrans = 111;
constexpr int kTrans = 112;

template <class T>
using Gemm = int(int, int, int, std::size_t, std::size_t, std::size_t, T, cl_mem, std::size_t, std::size_t,
                 cl_mem, std::size_t, std::size_t, T, cl_mem, std::size_t, std::size_t, cl_command_queue*,
                 cl_event*);

void require(cl_int status, const char* what) {
    if (status != CL_SUCCESS)
        throw hg::Error(hg::ErrorCode::device_failed,
                        std::string("clblast: ") + what + " failed with status " + std::to_string(status));
}

std::string device_name(cl_device_id device) {
    std::array<char, 256> text{};
    clGetDeviceInfo(device, CL_DEVICE_NAME, text.size() - 1, text.data(), nullptr);
    return text.data();
}

/// The device called `name`; if hg runs on the host device alone, the first there is. Null
/// if there is none.
cl_device_id find_device(const hg::DeviceInfo& wanted) {
    std::array<cl_platform_id, 16> platforms{};
    cl_uint platform_count = 0;
    if (clGetPlatformIDs(16, platforms.data(), &platform_count) != CL_SUCCESS) return nullptr;
    for (cl_uint p = 0; p < std::min<cl_uint>(16, platform_count); ++p) {
        std::array<cl_device_id, 64> devices{};
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices.data(), &count) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < std::min<cl_uint>(64, count); ++d)
            if (wanted.is_host || device_name(devices[d]) == wanted.name) return devices[d];
    }
    return nullptr;
}

class ClBlast final : public Peer {
  public:
    ClBlast(const SharedLibrary& library, cl_device_id device)
        : dgemm_(library.function<Gemm<double>>("CLBlastDgemm")),
          sgemm_(library.function<Gemm<float>>("CLBlastSgemm")),
          clear_cache_(library.function<int()>("CLBlastClearCache")),
          runs_on_(device_name(device)) {
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
        return dgemm_ != nullptr && sgemm_ != nullptr && queue_ != nullptr;
    }
    [[nodiscard]] std::string name() const override { return "clblast"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        const std::array<std::size_t, 3> bytes = sizes(call);
        make_buffers(bytes);
        const auto begin = std::chrono::steady_clock::now();
        write(buffers_[0], bytes[0], call.a);
        write(buffers_[1], bytes[1], call.b);
        if (call.beta != 0) write(buffers_[2], bytes[2], call.c);
        require(clFinish(queue_), "writing the matrices");
        const auto on_device = std::chrono::steady_clock::now();
        const int status =
            call.type == hg::ElementType::f64
                ? enqueue(dgemm_, call, call.alpha, call.beta)
                : enqueue(sgemm_, call, static_cast<float>(call.alpha), static_cast<float>(call.beta));
        require(status, "gemm");
        require(clFinish(queue_), "gemm");
        const auto multiplied = std::chrono::steady_clock::now();
        require(clEnqueueReadBuffer(queue_, buffers_[2], CL_TRUE, 0, bytes[2], call.c, 0, nullptr, nullptr),
                "reading C");
        const auto end = std::chrono::steady_clock::now();
        using Seconds = std::chrono::duration<double>;
        return {Seconds(end - begin).count(), Seconds(multiplied - on_device).count()};
    }

  private:
    static std::array<std::size_t, 3> sizes(const PeerGemm& call) {
        const std::int64_t element = hg::size_of(call.type);
        return {static_cast<std::size_t>(call.m * call.k * element),
                static_cast<std::size_t>(call.k * call.n * element),
                static_cast<std::size_t>(call.m * call.n * element)};
    }

    void make_buffers(const std::array<std::size_t, 3>& bytes) {
        if (bytes == buffer_bytes_) return;
        release_buffers();
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            cl_int status = CL_SUCCESS;
            buffers_[i] = clCreateBuffer(context_, CL_MEM_READ_WRITE, bytes[i], nullptr, &status);
            require(status, "making buffers of this size");
        }
        buffer_bytes_ = bytes;
    }
    void release_buffers() {
        for (cl_mem& buffer : buffers_) {
            if (buffer != nullptr) clReleaseMemObject(buffer);
            buffer = nullptr;
        }
        buffer_bytes_ = {};
    }
    void write(cl_mem buffer, std::size_t bytes, const void* data) {
        require(clEnqueueWriteBuffer(queue_, buffer, CL_FALSE, 0, bytes, data, 0, nullptr, nullptr),
                "writing a matrix");
    }
    template <class T>
    int enqueue(Gemm<T>* gemm, const PeerGemm& call, T alpha, T beta) {
        const auto m = static_cast<std::size_t>(call.m);
        const auto n = static_cast<std::size_t>(call.n);
        const auto k = static_cast<std::size_t>(call.k);
        return gemm(kColMajor, call.transpose_a ? kTrans : kNoTrans, call.transpose_b ? kTrans : kNoTrans, m,
                    n, k, alpha, buffers_[0], 0, static_cast<std::size_t>(call.lda()), buffers_[1], 0,
                    static_cast<std::size_t>(call.ldb()), beta, buffers_[2], 0, m, &queue_, nullptr);
    }

    Gemm<double>* dgemm_;
    Gemm<float>* sgemm_;
    int (*clear_cache_)();
    std::string runs_on_;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    std::array<cl_mem, 3> buffers_{};
    std::array<std::size_t, 3> buffer_bytes_{};
};

}  // namespace

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device, std::string& reason) {
    const SharedLibrary library("libclblast.so.1");
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    cl_device_id id = find_device(device);
    if (id == nullptr) {
        reason = "there is no OpenCL device for it";
        return nullptr;
    }
    auto peer = std::make_unique<ClBlast>(library, id);
    if (peer->complete()) return peer;
    reason = "CLBlast does not start on " + device_name(id);
    return nullptr;
}

}  // namespace hgctl
