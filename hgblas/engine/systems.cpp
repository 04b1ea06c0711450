#include "hgblas/engine/systems.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "hgblas/engine/attempt.hpp"
#include "lapack/dsgesv.hpp"
#include "lapack/gesv.hpp"
#include "lapack/getrf.hpp"
#include "lapack/getrs.hpp"

namespace hg::dropin {
namespace {

/// A caller's pivots as hg has them, of 64 bits.
class WidePivots {
  public:
    WidePivots(const Pivots& pivots, std::int64_t count)
        : pivots_(pivots), wide_(static_cast<std::size_t>(pivots.wide ? 0 : count)) {}

    [[nodiscard]] std::int64_t* data() noexcept {
        return pivots_.wide ? static_cast<std::int64_t*>(pivots_.data) : wide_.data();
    }
    void read() { std::copy_n(static_cast<const std::int32_t*>(pivots_.data), wide_.size(), wide_.begin()); }
    void write() const {
        std::transform(wide_.begin(), wide_.end(), static_cast<std::int32_t*>(pivots_.data),
                       [](std::int64_t row) { return static_cast<std::int32_t>(row); });
    }

  private:
    Pivots pivots_;
    std::vector<std::int64_t> wide_;  ///< of narrow ones
};

/// What is spoilt is not to be taken for factors.
template <class T>
Outcome marked(Outcome outcome, std::int64_t m, std::int64_t n, T* A, std::int64_t lda, std::int64_t& info) {
    if (outcome != Outcome::spoilt) return outcome;
    for (std::int64_t j = 0; j < n; ++j) std::fill_n(A + j * lda, m, std::numeric_limits<T>::quiet_NaN());
    A[0] = T{0};
    info = 1;
    return outcome;
}

}  // namespace

template <class T>
Outcome run_getrf(Place place, const GetrfArguments<T>& c) noexcept {
    const Outcome outcome = attempt(place, [&] {
        WidePivots pivots(c.ipiv, std::min(c.m, c.n));
        *c.info = getrf<T>(c.m, c.n, c.A, c.lda, pivots.data());
        pivots.write();
    });
    return marked(outcome, c.m, c.n, c.A, c.lda, *c.info);
}

template <class T>
Outcome run_getrs(Place place, const GetrsArguments<T>& c) noexcept {
    return attempt(place, [&] {
        WidePivots pivots(c.ipiv, c.n);
        pivots.read();
        getrs<T>(c.op, c.n, c.nrhs, c.A, c.lda, pivots.data(), c.B, c.ldb);
    });
}

template <class T>
Outcome run_gesv(Place place, const GesvArguments<T>& c) noexcept {
    const Outcome outcome = attempt(place, [&] {
        WidePivots pivots(c.ipiv, c.n);
        *c.info = gesv<T>(c.n, c.nrhs, c.A, c.lda, pivots.data(), c.B, c.ldb);
        pivots.write();
    });
    return marked(outcome, c.n, c.n, c.A, c.lda, *c.info);
}

Outcome run_dsgesv(Place place, const DsgesvArguments& c) noexcept {
    const GesvArguments<double>& s = c.system;
    const Outcome outcome = attempt(place, [&] {
        WidePivots pivots(s.ipiv, s.n);
        *s.info = dsgesv(s.n, s.nrhs, s.A, s.lda, pivots.data(), s.B, s.ldb, c.X, c.ldx, c.iter);
        pivots.write();
    });
    return marked(outcome, s.n, s.n, s.A, s.lda, *s.info);
}

template Outcome run_getrf(Place, const GetrfArguments<float>&) noexcept;
template Outcome run_getrf(Place, const GetrfArguments<double>&) noexcept;
template Outcome run_getrs(Place, const GetrsArguments<float>&) noexcept;
template Outcome run_getrs(Place, const GetrsArguments<double>&) noexcept;
template Outcome run_gesv(Place, const GesvArguments<float>&) noexcept;
template Outcome run_gesv(Place, const GesvArguments<double>&) noexcept;

}  // namespace hg::dropin
