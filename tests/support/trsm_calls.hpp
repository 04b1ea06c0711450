#pragma once

#include "blas/level3/triangle/trsm_builder.hpp"
#include "blas/level3/triangle/trsm_planner.hpp"
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

/// Calls hg::trsm on random matrices and checks the result against its bound, and that the devices asked for
/// made it: had one failed, others would have finished the call.
template <class T>
testing::AssertionResult trsm_works(Session& session, const TrsmSample<T>& s) {
    const auto a = s.make_a();
    const auto b = s.make_b();
    const std::uint64_t failed_runs = session.statistics().failed_runs;
    const Matrix<T> x = call_trsm(session, s, a, b);
    if (session.statistics().failed_runs != failed_runs)
        return testing::AssertionFailure() << s.text() << ": a device failed";
    return trsm_is_right(s, a, b, x);
}

template <class T>
TrsmProblem problem_of(const TrsmSample<T>& s) {
    return {.type = element_type_of<T>(),
            .side = s.side,
            .uplo = s.uplo,
            .op = s.op,
            .diag = s.diag,
            .m = s.m,
            .n = s.n};
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

/// Runs a program of a solve or a product on a column-major sample's matrices; returns X or the new B.
template <class T>
Matrix<T> run_on(Machine& machine, const Program& program, const TrsmSample<T>& s, const Matrix<T>& a,
                 const Matrix<T>& b) {
    Matrix<T> x = b;
    machine.run(program, Bindings{}
                             .matrix("A", a.data.data(), a.ld)
                             .matrix("B", x.data.data(), x.ld)
                             .scalar("alpha", s.alpha));
    return x;
}

}  // namespace hg::test
