#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tools/peers/opencl_device.hpp"
#include "tools/peers/routines/cblas_letters.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include "tools/peers/shared_library.hpp"
#include "tools/workload/rule/wide.hpp"
#include "tools/workload/vectors/vector_arguments.hpp"

namespace hgctl {

/// Levels 1 and 2 of CLBlast in one element type. It has no rot.
template <class T>
class ClblastVectors {
  public:
    ClblastVectors(const SharedLibrary& library, const std::string& letter) {
        const auto find = [&](auto*& function, const std::string& name) {
            using Function = std::remove_pointer_t<std::remove_reference_t<decltype(function)>>;
            function = library.function<Function>(
                ("CLBlast" + (name.front() == 'i' ? name : capital(name))).c_str());
            complete_ = complete_ && function != nullptr;
        };
        const VectorNames names(letter);
        find(copy_, letter + "copy");
        find(swap_, letter + "swap");
        find(scal_, letter + "scal");
        find(axpy_, letter + "axpy");
        find(dot_, names.either("dot", "dotu"));
        if (names.is_complex) find(dotc_, letter + "dotc");
        find(asum_, names.sum("asum"));
        find(nrm2_, names.sum("nrm2"));
        find(iamax_, "i" + capital(letter) + "amax");
        find(gemv_, letter + "gemv");
        find(ger_, names.either("ger", "geru"));
        if (names.is_complex) find(gerc_, letter + "gerc");
        find(symv_, names.either("symv", "hemv"));
        find(syr_, names.either("syr", "her"));
        find(syr2_, names.either("syr2", "her2"));
        find(trmv_, letter + "trmv");
        find(trsv_, letter + "trsv");
    }

    [[nodiscard]] bool complete() const noexcept { return complete_; }

    /// Enqueues a call with increments of 1 on buffers: matrix, vectors, result. Returns its status.
    int run(cl_command_queue* queue, const VectorArguments& call, const std::vector<cl_mem>& x) const {
        return call.routine < VectorRoutine::gemv ? run_level_1(queue, call, x) : run_level_2(queue, call, x);
    }

  private:
    using Real = PartOf<T>;
    using Pair = std::conditional_t<std::is_same_v<Real, double>, cl_double2, cl_float2>;
    using Scalar = std::conditional_t<kIsComplex<T>, Pair, T>;
    using Size = std::size_t;
    using Queue = cl_command_queue*;
    using Two = int(Size, cl_mem, Size, Size, cl_mem, Size, Size, Queue, cl_event*);
    using Scal = int(Size, Scalar, cl_mem, Size, Size, Queue, cl_event*);
    using Axpy = int(Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, Queue, cl_event*);
    using Dot = int(Size, cl_mem, Size, cl_mem, Size, Size, cl_mem, Size, Size, Queue, cl_event*);
    using Norm = int(Size, cl_mem, Size, cl_mem, Size, Size, Queue, cl_event*);
    using Gemv = int(int, int, Size, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, Scalar, cl_mem,
                     Size, Size, Queue, cl_event*);
    using Ger = int(int, Size, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, cl_mem, Size, Size,
                    Queue, cl_event*);
    using Symv = int(int, int, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, Scalar, cl_mem, Size,
                     Size, Queue, cl_event*);
    using Syr = int(int, int, Size, Real, cl_mem, Size, Size, cl_mem, Size, Size, Queue, cl_event*);
    using Syr2 = int(int, int, Size, Scalar, cl_mem, Size, Size, cl_mem, Size, Size, cl_mem, Size, Size,
                     Queue, cl_event*);
    using Triangle = int(int, int, int, int, Size, cl_mem, Size, Size, cl_mem, Size, Size, Queue, cl_event*);

    int run_level_1(Queue queue, const VectorArguments& call, const std::vector<cl_mem>& x) const {
        const auto n = static_cast<Size>(call.n);
        const Scalar alpha = scalar(call.alpha);
        switch (call.routine) {
            case VectorRoutine::copy:
                return copy_(n, x[0], 0, 1, x[1], 0, 1, queue, nullptr);
            case VectorRoutine::swap:
                return swap_(n, x[0], 0, 1, x[1], 0, 1, queue, nullptr);
            case VectorRoutine::scal:
                return scal_(n, alpha, x[0], 0, 1, queue, nullptr);
            case VectorRoutine::axpy:
                return axpy_(n, alpha, x[0], 0, 1, x[1], 0, 1, queue, nullptr);
            case VectorRoutine::dotc:
                return dotc_(n, x[2], 0, x[0], 0, 1, x[1], 0, 1, queue, nullptr);
            case VectorRoutine::dot:
            case VectorRoutine::dotu:
                return dot_(n, x[2], 0, x[0], 0, 1, x[1], 0, 1, queue, nullptr);
            case VectorRoutine::asum:
                return asum_(n, x[1], 0, x[0], 0, 1, queue, nullptr);
            case VectorRoutine::nrm2:
                return nrm2_(n, x[1], 0, x[0], 0, 1, queue, nullptr);
            case VectorRoutine::iamax:
                return iamax_(n, x[1], 0, x[0], 0, 1, queue, nullptr);
            default:
                return CL_INVALID_OPERATION;
        }
    }

    int run_level_2(Queue queue, const VectorArguments& call, const std::vector<cl_mem>& x) const {
        constexpr int kLayout = kCblasColMajor;
        const auto m = static_cast<Size>(call.m);
        const auto n = static_cast<Size>(call.n);
        const auto ld = static_cast<Size>(call.ld());
        const int op = cblas(call.op);
        const int uplo = cblas(call.uplo);
        const Scalar alpha = scalar(call.alpha);
        switch (call.routine) {
            case VectorRoutine::gemv:
                return gemv_(kLayout, op, m, n, alpha, x[0], 0, ld, x[1], 0, 1, scalar(0), x[2], 0, 1, queue,
                             nullptr);
            case VectorRoutine::gerc:
                return gerc_(kLayout, m, n, alpha, x[1], 0, 1, x[2], 0, 1, x[0], 0, ld, queue, nullptr);
            case VectorRoutine::ger:
            case VectorRoutine::geru:
                return ger_(kLayout, m, n, alpha, x[1], 0, 1, x[2], 0, 1, x[0], 0, ld, queue, nullptr);
            case VectorRoutine::symv:
            case VectorRoutine::hemv:
                return symv_(kLayout, uplo, n, alpha, x[0], 0, ld, x[1], 0, 1, scalar(0), x[2], 0, 1, queue,
                             nullptr);
            case VectorRoutine::syr:
            case VectorRoutine::her:
                return syr_(kLayout, uplo, n, static_cast<Real>(call.alpha), x[1], 0, 1, x[0], 0, ld, queue,
                            nullptr);
            case VectorRoutine::syr2:
            case VectorRoutine::her2:
                return syr2_(kLayout, uplo, n, alpha, x[1], 0, 1, x[2], 0, 1, x[0], 0, ld, queue, nullptr);
            default:
                return (call.routine == VectorRoutine::trmv ? trmv_ : trsv_)(
                    kLayout, uplo, op, cblas(call.diag), n, x[0], 0, ld, x[1], 0, 1, queue, nullptr);
        }
    }

    static Scalar scalar(double value) noexcept {
        const auto real = static_cast<Real>(value);
        if constexpr (kIsComplex<T>)
            return {{real, 0}};
        else
            return real;
    }

    bool complete_ = true;
    Two *copy_, *swap_;
    Scal* scal_;
    Axpy* axpy_;
    Dot* dot_;
    Dot* dotc_ = nullptr;  ///< these two if elements are complex
    Ger* gerc_ = nullptr;
    Norm *asum_, *nrm2_, *iamax_;
    Gemv* gemv_;
    Ger* ger_;
    Symv* symv_;
    Syr* syr_;
    Syr2* syr2_;
    Triangle *trmv_, *trsv_;
};

}  // namespace hgctl
