#include "interfaces/dropin/engine/systems.hpp"

#include <algorithm>
#include <memory>

#include "interfaces/dropin/engine/attempt.hpp"
#include "interfaces/dropin/engine/updated_matrix.hpp"
#include "lapack/common/check.hpp"
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg::dropin {
namespace {

/// A caller's pivots as hg has them, of 64 bits.
class WidePivots {
  public:
    WidePivots(const Pivots& pivots, std::int64_t count) : pivots_(pivots), count_(pivots.wide ? 0 : count) {
        if (count_ > 0)
            wide_ = std::make_unique_for_overwrite<std::int64_t[]>(static_cast<std::size_t>(count_));
    }

    [[nodiscard]] std::int64_t* data() noexcept {
        return pivots_.wide ? static_cast<std::int64_t*>(pivots_.data) : wide_.get();
    }
    void read() noexcept { std::copy_n(static_cast<const std::int32_t*>(pivots_.data), count_, wide_.get()); }
    void write() const noexcept {
        std::transform(wide_.get(), wide_.get() + count_, static_cast<std::int32_t*>(pivots_.data),
                       [](std::int64_t row) { return static_cast<std::int32_t>(row); });
    }

  private:
    Pivots pivots_;
    std::int64_t count_;                    ///< of narrow ones
    std::unique_ptr<std::int64_t[]> wide_;  ///< of narrow ones
};

}  // namespace

// Arguments are checked before there is memory for pivots: what is wrong with them the CPU's BLAS tells.

template <class T>
Outcome run_getrf(Place place, const GetrfArguments<T>& c) noexcept {
    return attempt(place, [&] {
        check_getrf(c.m, c.n, c.A, c.lda, c.ipiv.data);
        WidePivots pivots(c.ipiv, std::min(c.m, c.n));
        *c.info = getrf<T>(c.m, c.n, c.A, c.lda, pivots.data());
        pivots.write();
    });
}

template <class T>
Outcome run_getrs(Place place, const GetrsArguments<T>& c) noexcept {
    UpdatedMatrix<T> B(c.B, c.n, c.nrhs, c.ldb);
    return B.restored(attempt(place, [&] {
        check_getrs(c.op, c.n, c.nrhs, c.A, c.lda, c.B, c.ldb);
        if (c.n == 0 || c.nrhs == 0) return;
        B.keep();
        WidePivots pivots(c.ipiv, c.n);
        pivots.read();
        getrs<T>(c.op, c.n, c.nrhs, c.A, c.lda, pivots.data(), c.B, c.ldb);
    }));
}

template <class T>
Outcome run_gesv(Place place, const GesvArguments<T>& c) noexcept {
    return attempt(place, [&] {
        check_gesv(c.n, c.nrhs, c.A, c.lda, c.ipiv.data, c.B, c.ldb);
        WidePivots pivots(c.ipiv, c.n);
        *c.info = gesv<T>(c.n, c.nrhs, c.A, c.lda, pivots.data(), c.B, c.ldb);
        pivots.write();
    });
}

Outcome run_dsgesv(Place place, const DsgesvArguments& c) noexcept {
    const GesvArguments<double>& s = c.system;
    return attempt(place, [&] {
        check_dsgesv(s.n, s.nrhs, s.A, s.lda, s.ipiv.data, s.B, s.ldb, c.X, c.ldx, c.iter);
        WidePivots pivots(s.ipiv, s.n);
        *s.info = dsgesv(s.n, s.nrhs, s.A, s.lda, pivots.data(), s.B, s.ldb, c.X, c.ldx, c.iter);
        pivots.write();
    });
}

template Outcome run_getrf(Place, const GetrfArguments<float>&) noexcept;
template Outcome run_getrf(Place, const GetrfArguments<double>&) noexcept;
template Outcome run_getrs(Place, const GetrsArguments<float>&) noexcept;
template Outcome run_getrs(Place, const GetrsArguments<double>&) noexcept;
template Outcome run_gesv(Place, const GesvArguments<float>&) noexcept;
template Outcome run_gesv(Place, const GesvArguments<double>&) noexcept;

}  // namespace hg::dropin
