#pragma once

#include <cstdint>
#include <vector>

#include "tools/hgctl/peers/vector_arguments.hpp"
#include <hg/blas/level1.hpp>
#include <hg/blas/level2.hpp>

namespace hgctl {

/// Makes a call on a session, on operands at these addresses in host memory: matrix, vectors, result.
template <class T>
class VectorCall {
  public:
    static void make(hg::Session& session, const VectorArguments& call, const std::vector<void*>& at) {
        if (call.returns_number())
            reduce(session, call, at);
        else if (call.routine < VectorRoutine::gemv)
            change(session, call, at);
        else
            level_2(session, call, at);
    }

  private:
    static T* x(const std::vector<void*>& at, std::size_t i) { return static_cast<T*>(at[i]); }

    static void change(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        const T alpha = static_cast<T>(c.alpha);
        switch (c.routine) {
            case VectorRoutine::copy:
                return hg::copy<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy);
            case VectorRoutine::swap:
                return hg::swap<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy);
            case VectorRoutine::scal:
                return hg::scal<T>(session, c.n, alpha, x(at, 0), c.incx);
            case VectorRoutine::axpy:
                return hg::axpy<T>(session, c.n, alpha, x(at, 0), c.incx, x(at, 1), c.incy);
            default:
                return hg::rot<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy, static_cast<T>(c.c),
                                  static_cast<T>(c.s));
        }
    }

    static void reduce(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        switch (c.routine) {
            case VectorRoutine::dot:
                *x(at, 2) = hg::dot<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy);
                return;
            case VectorRoutine::asum:
                *x(at, 1) = hg::asum<T>(session, c.n, x(at, 0), c.incx);
                return;
            case VectorRoutine::nrm2:
                *x(at, 1) = hg::nrm2<T>(session, c.n, x(at, 0), c.incx);
                return;
            default:
                *static_cast<std::int32_t*>(at[1]) =
                    static_cast<std::int32_t>(hg::iamax<T>(session, c.n, x(at, 0), c.incx));
        }
    }

    static void level_2(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        constexpr hg::Layout kLayout = hg::Layout::col_major;
        const T alpha = static_cast<T>(c.alpha);
        switch (c.routine) {
            case VectorRoutine::gemv:
                return hg::gemv<T>(session, kLayout, c.op, c.m, c.n, alpha, x(at, 0), c.ld(), x(at, 1),
                                   c.incx, T{0}, x(at, 2), c.incy);
            case VectorRoutine::ger:
                return hg::ger<T>(session, kLayout, c.m, c.n, alpha, x(at, 1), c.incx, x(at, 2), c.incy,
                                  x(at, 0), c.ld());
            case VectorRoutine::symv:
                return hg::symv<T>(session, kLayout, c.uplo, c.n, alpha, x(at, 0), c.ld(), x(at, 1), c.incx,
                                   T{0}, x(at, 2), c.incy);
            case VectorRoutine::syr:
                return hg::syr<T>(session, kLayout, c.uplo, c.n, alpha, x(at, 1), c.incx, x(at, 0), c.ld());
            case VectorRoutine::syr2:
                return hg::syr2<T>(session, kLayout, c.uplo, c.n, alpha, x(at, 1), c.incx, x(at, 2), c.incy,
                                   x(at, 0), c.ld());
            case VectorRoutine::trmv:
                return hg::trmv<T>(session, kLayout, c.uplo, c.op, c.diag, c.n, x(at, 0), c.ld(), x(at, 1),
                                   c.incx);
            default:
                return hg::trsv<T>(session, kLayout, c.uplo, c.op, c.diag, c.n, x(at, 0), c.ld(), x(at, 1),
                                   c.incx);
        }
    }
};

}  // namespace hgctl
