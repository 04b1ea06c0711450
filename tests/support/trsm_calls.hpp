#pragma once

#include "blas/level3/triangle/trsm_builder.hpp"
#include "support/trsm_samples.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/blas/trsm_program.hpp>

namespace hg::test {

/// hg::trsm on a sample's matrices; returns X.
template <class T>
Matrix<T> call_trsm(Session& session, const TrsmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b) {
    Matrix<T> x = b;
    trsm<T>(session, s.layout, s.side, s.uplo, s.op, s.diag, s.m, s.n, s.alpha, a.data.data(), a.ld,
            x.data.data(), x.ld);
    return x;
}

/// A plan with all devices of `target` and these sizes: small problems would go to one device at once.
template <class Problem>
TrianglePlan plan_of(const Problem& problem, const Target& target, std::int64_t block, std::int64_t strip) {
    std::vector<RatedDevice> devices;
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        devices.push_back({static_cast<DeviceIndex>(d), 1});
    const std::size_t columns = problem.side == Side::left ? devices.size() : 1;
    return {divide_among(devices, columns, problem.m, problem.n), block, strip};
}

}  // namespace hg::test
