#include <optional>
#include <utility>
#include <vector>

#include "blas/call/call_devices.hpp"
#include "blas/call/call_policy.hpp"
#include "blas/call/call_queue.hpp"
#include "blas/call/call_regions.hpp"
#include "blas/call/check.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/level3/product/gemm_arguments.hpp"
#include "blas/level3/product/host_gemm.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

template <class T>
constexpr const char* routine_name() {
    return sizeof(T) == 8 ? "dgemm" : "sgemm";
}

template <class T>
void check_arguments(Layout layout, const GemmArguments<T>& c) {
    const char* routine = routine_name<T>();
    check_layout(routine, 1, layout);
    check_op(routine, 2, "op_a", c.op_a);
    check_op(routine, 3, "op_b", c.op_b);
    check_size(routine, 4, "m", c.m);
    check_size(routine, 5, "n", c.n);
    check_size(routine, 6, "k", c.k);
    const bool reads = c.alpha != T{0} && c.m > 0 && c.n > 0;
    const bool a_as_is = c.op_a == Op::none;
    const bool b_as_is = c.op_b == Op::none;
    constexpr std::int64_t size = sizeof(T);
    check_matrix(routine, layout,
                 {"A", 8, "lda", 9, c.A, c.lda, a_as_is ? c.m : c.k, a_as_is ? c.k : c.m, reads}, size);
    check_matrix(routine, layout,
                 {"B", 10, "ldb", 11, c.B, c.ldb, b_as_is ? c.k : c.n, b_as_is ? c.n : c.k, reads}, size);
    check_matrix(routine, layout, {"C", 13, "ldc", 14, c.C, c.ldc, c.m, c.n}, size);
}

template <class T>
GemmArguments<T> column_major(Layout layout, const GemmArguments<T>& c) {
    return layout == Layout::col_major ? c : transposed(c);
}

/// What the program of a call depends on.
template <class T>
GemmProblem problem_of(const GemmArguments<T>& c) {
    GemmProblem problem{
        .type = element_type_of<T>(), .op_a = c.op_a, .op_b = c.op_b, .m = c.m, .n = c.n, .k = c.k};
    problem.product = c.alpha != T{0} && c.k > 0;
    problem.reads_c = c.beta != T{0};
    if (!problem.product) problem.k = 0;
    return problem;
}

template <class T>
Bindings bindings_of(const GemmProblem& problem, const GemmArguments<T>& c) {
    Bindings bindings;
    bindings.matrix("C", c.C, c.ldc);
    if (problem.reads_c) bindings.scalar("beta", c.beta);
    if (problem.product) bindings.matrix("A", c.A, c.lda).matrix("B", c.B, c.ldb).scalar("alpha", c.alpha);
    return bindings;
}

template <class T>
bool lie_in_pinned_memory(const CallDevices& devices, const GemmProblem& problem, const GemmArguments<T>& c) {
    if (!devices.is_pinned(c.C, c.ldc, c.m, c.n)) return false;
    if (!problem.product) return true;
    const bool a_as_is = c.op_a == Op::none;
    const bool b_as_is = c.op_b == Op::none;
    return devices.is_pinned(c.A, c.lda, a_as_is ? c.m : c.k, a_as_is ? c.k : c.m) &&
           devices.is_pinned(c.B, c.ldb, b_as_is ? c.k : c.n, b_as_is ? c.n : c.k);
}

/// The product for a rectangle of C alone.
template <class T>
GemmArguments<T> part(GemmArguments<T> c, const HostTile& tile) {
    if (c.A != nullptr) c.A += tile.row * (c.op_a == Op::none ? 1 : c.lda);
    if (c.B != nullptr) c.B += tile.col * (c.op_b == Op::none ? c.ldb : 1);
    c.C += tile.row + tile.col * c.ldc;
    c.m = tile.rows;
    c.n = tile.cols;
    return c;
}

/// Runs the product once. What devices that fail leave undone, the others are to do: `rest` gets it. Or the
/// CPU's BLAS does it, which takes no memory, as there may be none.
template <class T>
void run_once(Session& session, CallDevices& devices, const GemmArguments<T>& c,
              std::vector<GemmArguments<T>>& rest) {
    GemmProblem problem = problem_of(c);
    problem.pinned = lie_in_pinned_memory(devices, problem, c);
    Unfinished left;
    RunJournal journal;
    std::optional<Program> running;
    try {
        const Program program = devices.program(problem.key(), [&](const Target& target) {
            return gemm_program(problem, target, session.kernels());
        });
        left.tiles.reserve(most_unfinished(program));
        rest.reserve(rest.size() + most_unfinished(program));
        const Bindings bindings = bindings_of(problem, c);
        running = program;
        devices.run(program, bindings, "C", journal);
    } catch (...) {
        const Error error = current_error();
        const bool others = devices.others_go_on(journal, error, host_gemm_takes(c));
        const auto finish = [&](const GemmArguments<T>& undone) {
            if (others)
                rest.push_back(undone);
            else
                host_gemm(undone);
        };
        if (!running) return finish(c);
        find_unfinished(*running, journal, left);
        if (left.unknown && c.beta != T{0})
            throw spoilt(error,
                         "transfers into pinned memory were under way: some elements of C hold their old "
                         "and some their final values, not known which");
        for (const HostTile& tile : left.tiles) finish(part(c, tile));
    }
}

template <class T>
void run_on_devices(Session& session, const GemmArguments<T>& c) {
    CallDevices devices(session, element_type_of<T>());
    std::vector<GemmArguments<T>> parts{c};
    while (!parts.empty()) {
        const GemmArguments<T> next = parts.back();
        parts.pop_back();
        run_once(session, devices, next, parts);
    }
}

template <class T>
void run(Session& session, const GemmArguments<T>& c) {
    session.calls().wait_for([&] { return regions_of(c); });
    const GemmProblem problem = problem_of(c);
    if (c.m == 0 || c.n == 0 || (!problem.product && c.beta == T{1})) return;
    const SessionCall call(session, c.m, c.n, problem.k);
    const OutputChanges changes;
    try {
        if (!host_gemm_takes(c) || !session.is_hosts(problem.type, c.m, c.n, problem.k, problem.reads_c))
            return run_on_devices(session, c);
    } catch (...) {
        if (changes.any() || !CallPolicy::current().cpu_finishes || !host_gemm_takes(c)) throw;
    }
    OutputChanges::note();
    host_gemm(c);
}

/// Checks come first: a wrong argument is found before the session makes a machine.
template <class T, class SessionSource>
void checked_gemm(SessionSource session, Layout layout, const GemmArguments<T>& call) {
    throwing_errors_only([&] {
        check_arguments(layout, call);
        run(session(), column_major(layout, call));
    });
}

template <class T, class SessionSource>
Call checked_gemm_async(SessionSource source, Layout layout, const GemmArguments<T>& call) {
    return throwing_errors_only([&] {
        check_arguments(layout, call);
        const GemmArguments<T> c = column_major(layout, call);
        Session& session = source();
        return session.calls().submit(regions_of(c), [&session, c] {
            throwing_errors_only([&] { run(session, c); });
            return std::int64_t{0};
        });
    });
}

}  // namespace

template <class T>
void gemm(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
          T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C,
          std::int64_t ldc) {
    checked_gemm<T>([&]() -> Session& { return session; }, layout,
                    {op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc});
}

template <class T>
void gemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
          const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc) {
    checked_gemm<T>(Session::global, layout, {op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc});
}

template <class T>
Call gemm_async(Session& session, Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n,
                std::int64_t k, T alpha, const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta,
                T* C, std::int64_t ldc) {
    return checked_gemm_async<T>([&]() -> Session& { return session; }, layout,
                                 {op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc});
}

template <class T>
Call gemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, T alpha,
                const T* A, std::int64_t lda, const T* B, std::int64_t ldb, T beta, T* C, std::int64_t ldc) {
    return checked_gemm_async<T>(Session::global, layout,
                                 {op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc});
}

template void gemm<float>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float,
                          const float*, std::int64_t, const float*, std::int64_t, float, float*,
                          std::int64_t);
template void gemm<double>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double,
                           const double*, std::int64_t, const double*, std::int64_t, double, double*,
                           std::int64_t);
template void gemm<float>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                          std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
template void gemm<double>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double, const double*,
                           std::int64_t, const double*, std::int64_t, double, double*, std::int64_t);

template Call gemm_async<float>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float,
                                const float*, std::int64_t, const float*, std::int64_t, float, float*,
                                std::int64_t);
template Call gemm_async<double>(Session&, Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, const double*, std::int64_t, double, double*,
                                 std::int64_t);
template Call gemm_async<float>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                                std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
template Call gemm_async<double>(Layout, Op, Op, std::int64_t, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, const double*, std::int64_t, double, double*,
                                 std::int64_t);

void dgemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
           const double* A, std::int64_t lda, const double* B, std::int64_t ldb, double beta, double* C,
           std::int64_t ldc) {
    gemm<double>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void sgemm(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
           const float* A, std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C,
           std::int64_t ldc) {
    gemm<float>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

Call dgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k,
                 double alpha, const double* A, std::int64_t lda, const double* B, std::int64_t ldb,
                 double beta, double* C, std::int64_t ldc) {
    return gemm_async<double>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

Call sgemm_async(Layout layout, Op op_a, Op op_b, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
                 const float* A, std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C,
                 std::int64_t ldc) {
    return gemm_async<float>(layout, op_a, op_b, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

}  // namespace hg
