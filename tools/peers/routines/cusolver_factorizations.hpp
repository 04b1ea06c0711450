#pragma once

#include <cstdint>
#include <string>

#include "tools/peers/nvidia_library.hpp"
#include "tools/peers/peer_calls.hpp"
#include "tools/peers/peer_cuda.hpp"
#include "tools/peers/routines/nvidia_letters.hpp"
#include "tools/peers/shared_library.hpp"

namespace hgctl {

/// A factorization's memory on the device.
struct CusolverMemory {
    const CudaMemory a, b, ipiv, tau, info, workspace;
    const int workspace_elements;

    CusolverMemory(const CudaDriver& driver, const PeerFactorization& call, int workspace_size)
        : a(driver, call.bytes_a()),
          b(driver, call.bytes_b()),
          ipiv(driver, call.ipiv != nullptr ? call.steps() * static_cast<std::int64_t>(sizeof(int)) : 0),
          tau(driver, call.bytes_tau()),
          info(driver, sizeof(int)),
          workspace(driver, workspace_size * hg::size_of(call.type)),
          workspace_elements(workspace_size) {}
};

/// cuSOLVER's factorizations in one element type.
class CusolverFactorizations {
  public:
    /// `letter` is that of the type: "D", "S", "Z", "C".
    CusolverFactorizations(const SharedLibrary& library, const std::string& letter)
        : getrf_size_(find<WorkspaceSize>(library, letter + "getrf_bufferSize")),
          potrf_size_(find<WorkspaceSize>(library, letter + "potrf_bufferSize")),
          geqrf_size_(find<WorkspaceSize>(library, letter + "geqrf_bufferSize")),
          getrf_(find<Getrf>(library, letter + "getrf")),
          getrs_(find<Getrs>(library, letter + "getrs")),
          potrf_(find<Potrf>(library, letter + "potrf")),
          geqrf_(find<Geqrf>(library, letter + "geqrf")) {}

    [[nodiscard]] bool complete() const noexcept {
        return getrf_size_ && potrf_size_ && geqrf_size_ && getrf_ && getrs_ && potrf_ && geqrf_;
    }

    /// The elements of workspace that a call takes. Throws hg::Error{device_failed}.
    int workspace_elements(void* handle, const PeerFactorization& call) const {
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        constexpr DeviceAddress kNoMatrix = 0;
        int elements = 0;
        const int status =
            call.routine == Routine::potrf   ? potrf_size_(handle, uplo(call), n, kNoMatrix, n, &elements)
            : call.routine == Routine::geqrf ? geqrf_size_(handle, m, n, kNoMatrix, m, &elements)
                                             : getrf_size_(handle, m, n, kNoMatrix, m, &elements);
        const std::string what = "asking for the workspace of " + std::string(name_of(call.routine));
        require_status(status, "cuSOLVER", what.c_str());
        return elements;
    }

    /// Starts the factorization. Throws hg::Error{device_failed}.
    void factor(void* handle, const PeerFactorization& call, const CusolverMemory& x) const {
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const DeviceAddress a = x.a.address();
        const DeviceAddress work = x.workspace.address();
        const DeviceAddress info = x.info.address();
        const int status = call.routine == Routine::potrf
                               ? potrf_(handle, uplo(call), n, a, n, work, x.workspace_elements, info)
                           : call.routine == Routine::geqrf
                               ? geqrf_(handle, m, n, a, m, x.tau.address(), work, x.workspace_elements, info)
                               : getrf_(handle, m, n, a, m, work, x.ipiv.address(), info);
        require_status(status, "cuSOLVER", name_of(call.routine));
    }

    /// Starts the solution of gesv and getrs with the factors that are there. Throws hg::Error{device_failed}.
    void solve(void* handle, const PeerFactorization& call, const CusolverMemory& x) const {
        const int op = nvidia(call.op);
        const int n = static_cast<int>(call.n);
        require_status(getrs_(handle, op, n, static_cast<int>(call.nrhs), x.a.address(), n, x.ipiv.address(),
                              x.b.address(), n, x.info.address()),
                       "cuSOLVER", "getrs");
    }

  private:
    using Routine = PeerFactorization::Routine;
    using DeviceAddress = CudaDriver::DeviceAddress;
    /// The first size of potrf's is its triangle.
    using WorkspaceSize = int(void*, int, int, DeviceAddress, int, int*);
    using Getrf = int(void*, int, int, DeviceAddress, int, DeviceAddress, DeviceAddress, DeviceAddress);
    using Getrs = int(void*, int, int, int, DeviceAddress, int, DeviceAddress, DeviceAddress, int,
                      DeviceAddress);
    using Potrf = int(void*, int, int, DeviceAddress, int, DeviceAddress, int, DeviceAddress);
    using Geqrf = int(void*, int, int, DeviceAddress, int, DeviceAddress, DeviceAddress, int, DeviceAddress);

    template <class Function>
    static Function* find(const SharedLibrary& library, const std::string& name) {
        return library.function<Function>(("cusolverDn" + name).c_str());
    }
    /// cuBLAS's number of the triangle.
    static int uplo(const PeerFactorization& call) noexcept { return nvidia(call.uplo); }

    WorkspaceSize* getrf_size_;
    WorkspaceSize* potrf_size_;
    WorkspaceSize* geqrf_size_;
    Getrf* getrf_;
    Getrs* getrs_;
    Potrf* potrf_;
    Geqrf* geqrf_;
};

}  // namespace hgctl
