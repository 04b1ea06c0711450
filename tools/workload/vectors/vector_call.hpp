#pragma once

#include <cstdint>
#include <vector>

#include "tools/workload/rule/wide.hpp"
#include "tools/workload/vectors/vector_arguments.hpp"
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
        else if (call.routine >= VectorRoutine::ger && call.routine <= VectorRoutine::her2)
            level_2_of_kind(session, call, at);
        else
            level_2(session, call, at);
    }

  private:
    using Real = PartOf<T>;
    static constexpr hg::Layout kLayout = hg::Layout::col_major;

    static T* x(const std::vector<void*>& at, std::size_t i) { return static_cast<T*>(at[i]); }
    static T alpha_of(const VectorArguments& c) { return static_cast<Real>(c.alpha); }

    static void change(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        const T alpha = alpha_of(c);
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
                return hg::rot<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy, static_cast<Real>(c.c),
                                  static_cast<Real>(c.s));
        }
    }

    static T dot(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        if constexpr (!kIsComplex<T>)
            return hg::dot<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy);
        else if (c.routine == VectorRoutine::dotc)
            return hg::dotc<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy);
        else
            return hg::dotu<T>(session, c.n, x(at, 0), c.incx, x(at, 1), c.incy);
    }

    static void reduce(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        switch (c.routine) {
            case VectorRoutine::asum:
                *static_cast<Real*>(at[1]) = hg::asum<T>(session, c.n, x(at, 0), c.incx);
                return;
            case VectorRoutine::nrm2:
                *static_cast<Real*>(at[1]) = hg::nrm2<T>(session, c.n, x(at, 0), c.incx);
                return;
            case VectorRoutine::iamax:
                *static_cast<std::int32_t*>(at[1]) =
                    static_cast<std::int32_t>(hg::iamax<T>(session, c.n, x(at, 0), c.incx));
                return;
            default:
                *x(at, 2) = dot(session, c, at);
        }
    }

    static void level_2(hg::Session& session, const VectorArguments& c, const std::vector<void*>& at) {
        switch (c.routine) {
            case VectorRoutine::gemv:
                return hg::gemv<T>(session, kLayout, c.op, c.m, c.n, alpha_of(c), x(at, 0), c.ld(), x(at, 1),
                                   c.incx, T{0}, x(at, 2), c.incy);
            case VectorRoutine::trmv:
                return hg::trmv<T>(session, kLayout, c.uplo, c.op, c.diag, c.n, x(at, 0), c.ld(), x(at, 1),
                                   c.incx);
            default:
                return hg::trsv<T>(session, kLayout, c.uplo, c.op, c.diag, c.n, x(at, 0), c.ld(), x(at, 1),
                                   c.incx);
        }
    }

    /// What real and complex elements have under names of their own.
    static void level_2_of_kind(hg::Session& s, const VectorArguments& c, const std::vector<void*>& at) {
        using R = VectorRoutine;
        const T alpha = alpha_of(c);
        T *const a = x(at, 0), *const u = x(at, 1);
        T* const v = at.size() > 2 ? x(at, 2) : nullptr;
        if constexpr (kIsComplex<T>) {
            if (c.routine == R::geru)
                return hg::geru<T>(s, kLayout, c.m, c.n, alpha, u, c.incx, v, c.incy, a, c.ld());
            if (c.routine == R::gerc)
                return hg::gerc<T>(s, kLayout, c.m, c.n, alpha, u, c.incx, v, c.incy, a, c.ld());
            if (c.routine == R::hemv)
                return hg::hemv<T>(s, kLayout, c.uplo, c.n, alpha, a, c.ld(), u, c.incx, T{0}, v, c.incy);
            if (c.routine == R::her)
                return hg::her<T>(s, kLayout, c.uplo, c.n, std::real(alpha), u, c.incx, a, c.ld());
            hg::her2<T>(s, kLayout, c.uplo, c.n, alpha, u, c.incx, v, c.incy, a, c.ld());
        } else {
            if (c.routine == R::ger)
                return hg::ger<T>(s, kLayout, c.m, c.n, alpha, u, c.incx, v, c.incy, a, c.ld());
            if (c.routine == R::symv)
                return hg::symv<T>(s, kLayout, c.uplo, c.n, alpha, a, c.ld(), u, c.incx, T{0}, v, c.incy);
            if (c.routine == R::syr) return hg::syr<T>(s, kLayout, c.uplo, c.n, alpha, u, c.incx, a, c.ld());
            hg::syr2<T>(s, kLayout, c.uplo, c.n, alpha, u, c.incx, v, c.incy, a, c.ld());
        }
    }
};

}  // namespace hgctl
