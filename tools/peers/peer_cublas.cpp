// cuBLAS on one device. What its users do: matrices on the device, made once; each call copies what it reads
// to it, computes, copies the result back.
#include <chrono>
#include <deque>
#include <utility>

#include "tools/peers/nvidia_library.hpp"
#include "tools/peers/peer.hpp"
#include "tools/peers/routines/nvidia_level3.hpp"
#include "tools/peers/routines/nvidia_vectors.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

template <class T>
using CublasGemm = int(void*, int, int, int, int, int, const T*, CudaDriver::DeviceAddress, int,
                       CudaDriver::DeviceAddress, int, const T*, CudaDriver::DeviceAddress, int);

/// Level 3 in one element type.
template <class T>
struct CublasRoutines {
    CublasGemm<T>* gemm;
    NvidiaLevel3<T, int> level3;

    CublasRoutines(const SharedLibrary& library, const std::string& letter)
        : gemm(library.function<CublasGemm<T>>(("cublas" + capital(letter) + "gemm_v2").c_str())),
          level3(library, "cublas" + capital(letter), "_v2") {}
    [[nodiscard]] bool complete() const noexcept { return gemm && level3.complete(); }
};

namespace {

using DeviceAddress = CudaDriver::DeviceAddress;
using Clock = std::chrono::steady_clock;

class Cublas final : public Peer {
  public:
    explicit Cublas(NvidiaLibrary found)
        : driver_(std::move(found.driver)),
          level3_(found.library),
          vectors_(found.library),
          set_pointer_mode_(found.library.function<int(void*, int)>("cublasSetPointerMode_v2")),
          destroy_(found.library.function<int(void*)>("cublasDestroy_v2")) {
        driver_->use(0);
        auto* create = found.library.function<int(void**)>("cublasCreate_v2");
        if (!level3_.complete() || !destroy_ || !create)
            throw hg::Error(hg::ErrorCode::device_failed, "the library lacks functions of cuBLAS");
        require_status(create(&handle_), "cuBLAS", "cublasCreate");
    }
    ~Cublas() override { destroy_(handle_); }

    [[nodiscard]] std::string name() const override { return "cublas"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override {
        return cuda_devices_text(*driver_, 1);
    }
    void release() override { matrices_.release(); }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        driver_->use(0);
        const CudaMemory a(*driver_, call.bytes_a());
        const CudaMemory b(*driver_, call.bytes_b());
        const CudaMemory c(*driver_, call.bytes_c());
        const PeerGemm used = matrices_.begin(driver_, call);
        const auto begin = Clock::now();
        driver_->copy_in(a.address(), used.a, used.bytes_a());
        driver_->copy_in(b.address(), used.b, used.bytes_b());
        if (used.beta != 0) driver_->copy_in(c.address(), used.c, used.bytes_c());
        const double resident = timed([&] {
            level3_.with(used.type, [&](const auto& routines) {
                enqueue(routines, used, a.address(), b.address(), c.address());
            });
        });
        driver_->copy_out(used.c, c.address(), used.bytes_c());
        return finish(begin, resident);
    }

    /// Matrices cross the link whole, triangular ones too.
    PeerTime compute(const PeerLevel3& call, std::size_t /*variant*/) override {
        driver_->use(0);
        std::deque<CudaMemory> memory;
        std::vector<void*> addresses;
        for (const PeerLevel3::Operand& x : call.operands)
            addresses.push_back(
                reinterpret_cast<void*>(memory.emplace_back(*driver_, call.bytes(x)).address()));
        const PeerLevel3 used = matrices_.begin(driver_, call);
        const auto begin = Clock::now();
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (const PeerLevel3::Operand& x = used.operands[i]; x.read)
                driver_->copy_in(memory[i].address(), x.data, used.bytes(x));
        const double resident = timed([&] {
            const int status = level3_.with(used.type, [&](const auto& routines) {
                return routines.level3.run(handle_, used, addresses);
            });
            require_status(status, "cuBLAS", name_of(used.routine));
        });
        const PeerLevel3::Operand& written = used.operands.back();
        driver_->copy_out(written.data, memory.back().address(), used.bytes(written));
        return finish(begin, resident);
    }

    PeerTime apply(const PeerVectors& call) override {
        if (!has_vectors(call.type)) return Peer::apply(call);
        driver_->use(0);
        std::deque<CudaMemory> memory;
        std::vector<void*> addresses;
        for (const PeerVectors::Operand& x : call.operands)
            addresses.push_back(reinterpret_cast<void*>(memory.emplace_back(*driver_, x.bytes).address()));
        const PeerVectors used = matrices_.begin(driver_, call);
        const auto begin = Clock::now();
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (const PeerVectors::Operand& x = used.operands[i]; x.read)
                driver_->copy_in(memory[i].address(), x.data, x.bytes);
        const double resident = run_chain(used, addresses, 1);
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (const PeerVectors::Operand& x = used.operands[i]; x.written)
                driver_->copy_out(x.data, memory[i].address(), x.bytes);
        count_from_zero(used, used.operands.back().data);
        return finish(begin, resident);
    }

    std::vector<double> repeat(const ResidentCall& call) override {
        if (!has_vectors(call.type)) return Peer::repeat(call);
        driver_->use(0);
        std::deque<CudaMemory> memory;
        std::vector<void*> addresses;
        for (const ResidentCall::Operand& x : call.operands) {
            const CudaMemory& place = memory.emplace_back(*driver_, x.bytes);
            driver_->copy_in(place.address(), x.data, x.bytes);
            addresses.push_back(reinterpret_cast<void*>(place.address()));
        }
        run_chain(call, addresses, 1);
        for (std::size_t i = 0; i < memory.size(); ++i)
            if (const ResidentCall::Operand& x = call.operands[i]; x.result != nullptr)
                driver_->copy_out(x.result, memory[i].address(), x.bytes);
        count_from_zero(call, call.operands.back().result);
        std::vector<double> seconds;
        for (int run = 0; run < call.runs; ++run)
            seconds.push_back(run_chain(call, addresses, call.chain) / call.chain);
        return seconds;
    }

  private:
    [[nodiscard]] bool has_vectors(hg::ElementType type) const {
        return set_pointer_mode_ &&
               vectors_.with(type, [](const auto& routines) { return routines.complete(); });
    }
    /// Its places are counted from 1, as Fortran's.
    static void count_from_zero(const VectorArguments& call, void* result) {
        if (call.routine == VectorRoutine::iamax) --*static_cast<int*>(result);
    }
    /// Seconds that the device takes for calls one after the other.
    double run_chain(const VectorArguments& call, const std::vector<void*>& addresses, int times) {
        require_status(set_pointer_mode_(handle_, call.returns_number() ? 1 : 0), "cuBLAS",
                       "cublasSetPointerMode");
        const double seconds = timed([&] {
            for (int i = 0; i < times; ++i)
                require_status(vectors_.with(call.type,
                                             [&](const auto& routines) {
                                                 return routines.run(handle_, call, addresses);
                                             }),
                               "cuBLAS", "a routine of level 1 or 2");
        });
        require_status(set_pointer_mode_(handle_, 0), "cuBLAS", "cublasSetPointerMode");
        return seconds;
    }
    /// Seconds that the device takes.
    template <class Enqueue>
    double timed(const Enqueue& enqueue) {
        driver_->synchronise();
        const auto begin = Clock::now();
        enqueue();
        driver_->synchronise();
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    PeerTime finish(Clock::time_point begin, double resident) {
        const auto end = Clock::now();
        matrices_.end();
        return {std::chrono::duration<double>(end - begin).count(), resident};
    }

    template <class T>
    void enqueue(const CublasRoutines<T>& routines, const PeerGemm& call, DeviceAddress a, DeviceAddress b,
                 DeviceAddress c) {
        const T alpha = element_of<T>(call.alpha);
        const T beta = element_of<T>(call.beta);
        const int status = routines.gemm(handle_, nvidia(call.op_a), nvidia(call.op_b),
                                         static_cast<int>(call.m), static_cast<int>(call.n),
                                         static_cast<int>(call.k), &alpha, a, static_cast<int>(call.lda()), b,
                                         static_cast<int>(call.ldb()), &beta, c, static_cast<int>(call.m));
        require_status(status, "cuBLAS", "gemm");
    }

    std::shared_ptr<CudaDriver> driver_;
    RoutinesByType<CublasRoutines> level3_;
    RoutinesByType<NvidiaVectors> vectors_;
    int (*set_pointer_mode_)(void*, int);
    int (*destroy_)(void*);
    void* handle_ = nullptr;
    NvidiaMatrices matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_cublas(std::string& reason) {
    return make_peer<Cublas>(NvidiaLibrary::load_cublas(reason), reason);
}

}  // namespace hgctl
