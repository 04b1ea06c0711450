#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "blas/level3/product/gemm_builder.hpp"
#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/session.hpp>

namespace hg::test {

/// hg::gemm on a sample's matrices; returns the new C.
template <class T>
Matrix<T> call_gemm(Session& session, const GemmSample<T>& s, const Matrix<T>& a, const Matrix<T>& b,
                    const Matrix<T>& c) {
    Matrix<T> result = c;
    gemm<T>(session, s.layout, s.op_a, s.op_b, s.m, s.n, s.k, s.alpha, a.data.data(), a.ld, b.data.data(),
            b.ld, s.beta, result.data.data(), result.ld);
    return result;
}

/// Calls hg::gemm on random matrices and checks the result against its bound, and that the devices asked for
/// made it: had one failed, others would have finished the call.
template <class T>
testing::AssertionResult gemm_works(Session& session, const GemmSample<T>& s) {
    const auto a = s.make_a();
    const auto b = s.make_b();
    const auto c = s.make_c();
    const std::uint64_t failed_runs = session.statistics().failed_runs;
    const Matrix<T> got = call_gemm(session, s, a, b, c);
    if (session.statistics().failed_runs != failed_runs)
        return testing::AssertionFailure() << s.text() << ": a device failed";
    return gemm_is_right(s, a, b, c, got);
}

/// How many of `calls` calls of works(thread, call) on each of several threads at the same time are right.
template <class Works>
int right_on_threads(unsigned threads, unsigned calls, const Works& works) {
    std::atomic<int> right = 0;
    std::vector<std::thread> all;
    for (unsigned t = 0; t < threads; ++t)
        all.emplace_back([&, t] {
            for (unsigned i = 0; i < calls; ++i) right += works(t, i) ? 1 : 0;
        });
    for (std::thread& thread : all) thread.join();
    return right;
}

/// The problem of a column-major sample, in blocks of `block`.
template <class T>
GemmProblem problem_of(const GemmSample<T>& s, std::int64_t block) {
    return {.type = element_type_of<T>(),
            .op_a = s.op_a,
            .op_b = s.op_b,
            .m = s.m,
            .n = s.n,
            .k = s.k,
            .product = s.alpha != T{0} && s.k > 0,
            .reads_c = s.beta != T{0},
            .block = block};
}

/// Runs a program of problem_of() on a column-major sample's matrices; returns the new C.
template <class T>
Matrix<T> run_gemm(Machine& machine, const Program& program, const GemmSample<T>& s, const Matrix<T>& a,
                   const Matrix<T>& b, const Matrix<T>& c) {
    Matrix<T> result = c;
    Bindings bindings;
    bindings.matrix("C", result.data.data(), result.ld);
    if (s.beta != T{0}) bindings.scalar("beta", s.beta);
    if (s.alpha != T{0} && s.k > 0)
        bindings.matrix("A", a.data.data(), a.ld).matrix("B", b.data.data(), b.ld).scalar("alpha", s.alpha);
    machine.run(program, bindings);
    return result;
}

/// The machine as numbers with the kinds of its devices, the first `devices` of them.
inline Target first_devices(const Machine& machine, std::size_t devices) {
    Target target = machine.target();
    for (std::size_t d = 0; d < machine.device_count(); ++d)
        target.devices[d].is_gpu = machine.device(d).is_gpu;
    target.devices.resize(devices);
    return target;
}

/// The program of a product on all devices of `target`, in a grid of `grid_columns` columns: small
/// problems would go to one device alone. Blocks and windows are those of one device.
inline Program gemm_on_grid(const GemmProblem& problem, const Target& target, std::size_t grid_columns,
                            const kernels::Database& database = kernels::Database::shipped()) {
    Target first = target;
    first.devices.resize(1);
    GemmPlan plan = plan_gemm(problem, first, database).candidate;
    std::vector<RatedDevice> devices;
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        devices.push_back({static_cast<DeviceIndex>(d), 1});
    plan.parts = divide_among(devices, grid_columns, problem.m, problem.n);
    return gemm_program(problem, plan, target, database);
}

}  // namespace hg::test
