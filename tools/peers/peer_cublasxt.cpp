// cuBLASXt on one or several devices, matrices in host memory. Pageable ones it pins itself, as its users
// would have it do.
#include <array>
#include <chrono>
#include <numeric>

#include "tools/peers/nvidia_library.hpp"
#include "tools/peers/peer.hpp"
#include "tools/peers/routines/nvidia_level3.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

template <class T>
using XtGemm = int(void*, int, int, std::size_t, std::size_t, std::size_t, const T*, const T*, std::size_t,
                   const T*, std::size_t, const T*, T*, std::size_t);

/// The routines of one element type.
template <class T>
struct XtRoutines {
    XtGemm<T>* gemm;
    NvidiaLevel3<T, std::size_t> level3;

    XtRoutines(const SharedLibrary& library, const std::string& letter)
        : gemm(library.function<XtGemm<T>>(("cublasXt" + capital(letter) + "gemm").c_str())),
          level3(library, "cublasXt" + capital(letter), "") {}
    [[nodiscard]] bool complete() const noexcept { return gemm && level3.complete(); }
};

namespace {

constexpr std::array<int, 3> kBlocks{2048, 4096, 8192};

std::size_t size(std::int64_t value) {
    return static_cast<std::size_t>(value);
}

class CublasXt final : public Peer {
  public:
    explicit CublasXt(NvidiaLibrary library)
        : driver_(std::move(library.driver)),
          create_(library.library.function<int(void**)>("cublasXtCreate")),
          destroy_(library.library.function<int(void*)>("cublasXtDestroy")),
          select_(library.library.function<int(void*, int, int*)>("cublasXtDeviceSelect")),
          set_block_(library.library.function<int(void*, int)>("cublasXtSetBlockDim")),
          set_pinning_(library.library.function<int(void*, int)>("cublasXtSetPinningMemMode")),
          routines_(library.library) {
        if (!complete())
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuBLASXt");
    }
    ~CublasXt() override { CublasXt::release(); }

    [[nodiscard]] std::string name() const override { return "cublasxt"; }
    [[nodiscard]] std::string runs_on(int devices) const override {
        return cuda_devices_text(*driver_, devices);
    }
    [[nodiscard]] std::vector<std::string> variants() const override {
        std::vector<std::string> names;
        for (const int block : kBlocks) names.push_back("blocks of " + std::to_string(block));
        return names;
    }
    void release() override {
        matrices_.release();
        if (handle_ != nullptr) destroy_(handle_);
        handle_ = nullptr;
    }

    PeerTime multiply(const PeerGemm& call, std::size_t variant) override {
        return timed(call, variant, [&](const PeerGemm& used) {
            routines_.with(used.type, [&](const auto& routines) { multiply_by(routines, used); });
        });
    }
    PeerTime compute(const PeerLevel3& call, std::size_t variant) override {
        return timed(call, variant, [&](const PeerLevel3& used) {
            std::vector<void*> memory;
            for (const PeerLevel3::Operand& x : used.operands) memory.push_back(x.data);
            const int status = routines_.with(
                used.type, [&](const auto& routines) { return routines.level3.run(handle_, used, memory); });
            require_status(status, "cuBLASXt", name_of(used.routine));
        });
    }

  private:
    [[nodiscard]] bool complete() const noexcept {
        return create_ != nullptr && destroy_ != nullptr && select_ != nullptr && set_block_ != nullptr &&
               set_pinning_ != nullptr && routines_.complete();
    }
    template <class Call, class Body>
    PeerTime timed(const Call& call, std::size_t variant, const Body& body) {
        driver_->use(0);
        if (handle_ == nullptr || devices_ != call.devices) make_handle(call.devices);
        require_status(set_block_(handle_, kBlocks.at(variant)), "cuBLASXt", "cublasXtSetBlockDim");
        require_status(set_pinning_(handle_, call.pinned ? 0 : 1), "cuBLASXt", "cublasXtSetPinningMemMode");
        const Call used = matrices_.begin(driver_, call);
        const auto begin = std::chrono::steady_clock::now();
        body(used);
        const auto end = std::chrono::steady_clock::now();
        matrices_.end();
        return {std::chrono::duration<double>(end - begin).count(), std::nullopt};
    }

    void make_handle(int devices) {
        require_devices(*driver_, devices);
        if (handle_ != nullptr) destroy_(handle_);
        handle_ = nullptr;
        require_status(create_(&handle_), "cuBLASXt", "cublasXtCreate");
        std::vector<int> first(static_cast<std::size_t>(devices));
        std::iota(first.begin(), first.end(), 0);
        require_status(select_(handle_, devices, first.data()), "cuBLASXt", "cublasXtDeviceSelect");
        devices_ = devices;
    }

    template <class T>
    void multiply_by(const XtRoutines<T>& routines, const PeerGemm& call) {
        const T alpha = element_of<T>(call.alpha);
        const T beta = element_of<T>(call.beta);
        require_status(routines.gemm(handle_, nvidia(call.op_a), nvidia(call.op_b), size(call.m),
                                     size(call.n), size(call.k), &alpha, static_cast<const T*>(call.a),
                                     size(call.lda()), static_cast<const T*>(call.b), size(call.ldb()), &beta,
                                     static_cast<T*>(call.c), size(call.m)),
                       "cuBLASXt", "gemm");
    }

    std::shared_ptr<CudaDriver> driver_;
    int (*create_)(void**);
    int (*destroy_)(void*);
    int (*select_)(void*, int, int*);
    int (*set_block_)(void*, int);
    int (*set_pinning_)(void*, int);
    RoutinesByType<XtRoutines> routines_;
    void* handle_ = nullptr;
    int devices_ = 0;
    NvidiaMatrices matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_cublasxt(std::string& reason) {
    return make_peer<CublasXt>(NvidiaLibrary::load_cublas(reason), reason);
}

}  // namespace hgctl
