#include "blas/trsm.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "blas/async.hpp"
#include "blas/call_devices.hpp"
#include "blas/call_queue.hpp"
#include "blas/call_regions.hpp"
#include "blas/check.hpp"
#include "blas/equivalent_product.hpp"
#include "blas/gemm.hpp"
#include "blas/host_trsm.hpp"
#include "blas/session.hpp"
#include "blas/trsm_arguments.hpp"
#include "blas/trsm_program.hpp"
#include "blas/trsm_shape.hpp"
#include "blas/unfinished.hpp"
#include "runtime/program/error.hpp"

namespace hg {
namespace {

template <class T>
void check_arguments(Layout layout, const TrsmArguments<T>& c) {
    const char* routine = sizeof(T) == 8 ? "dtrsm" : "strsm";
    check_layout(routine, 1, layout);
    check_side(routine, 2, c.side);
    check_uplo(routine, 3, c.uplo);
    check_op(routine, 4, "op", c.op);
    check_diag(routine, 5, c.diag);
    check_size(routine, 6, "m", c.m);
    check_size(routine, 7, "n", c.n);
    constexpr std::int64_t size = sizeof(T);
    const bool reads = c.alpha != T{0} && c.m > 0 && c.n > 0;
    check_matrix(routine, layout, {"A", 9, "lda", 10, c.A, c.lda, c.order(), c.order(), reads}, size);
    check_matrix(routine, layout, {"B", 11, "ldb", 12, c.B, c.ldb, c.m, c.n}, size);
}

template <class T>
TrsmArguments<T> column_major(Layout layout, const TrsmArguments<T>& c) {
    return layout == Layout::col_major ? c : transposed(c);
}

template <class T>
TrsmProblem problem_of(const TrsmArguments<T>& c) {
    return {.type = element_type_of<T>(),
            .side = c.side,
            .uplo = c.uplo,
            .op = c.op,
            .diag = c.diag,
            .m = c.m,
            .n = c.n};
}

template <class T>
bool lie_in_pinned_memory(const CallDevices& devices, const TrsmArguments<T>& c) {
    return devices.is_pinned(c.B, c.ldb, c.m, c.n) && devices.is_pinned(c.A, c.lda, c.order(), c.order());
}

/// What a run left undone: rectangles of B that hold what they held before it, in the order in which they
/// can be solved for.
std::vector<HostTile> in_order(std::vector<HostTile> tiles, const TrsmShape& shape) {
    std::sort(tiles.begin(), tiles.end(), [&](const HostTile& a, const HostTile& b) {
        const std::int64_t first = shape.left() ? a.row : a.col;
        const std::int64_t second = shape.left() ? b.row : b.col;
        return shape.forward() ? first < second : first > second;
    });
    return tiles;
}

/// B := alpha B - what the solutions before a rectangle of B enter it with; then only the triangle of the
/// rectangle itself is left to solve with, for 1 B.
template <class T>
TrsmArguments<T> rest_of(Session& session, const TrsmArguments<T>& c, const HostTile& tile) {
    const TrsmShape shape(problem_of(c));
    const Span along =
        shape.left() ? Span{tile.row, tile.row + tile.rows} : Span{tile.col, tile.col + tile.cols};
    const Span across =
        shape.left() ? Span{tile.col, tile.col + tile.cols} : Span{tile.row, tile.row + tile.rows};
    const Span before = shape.before(along);
    T* const B = c.B + tile.row + tile.col * c.ldb;
    TrsmArguments<T> rest = c;
    rest.A += along.begin * (c.lda + 1);
    rest.B = B;
    rest.m = tile.rows;
    rest.n = tile.cols;
    if (before.empty()) return rest;
    const HostTile a = shape.tile_of_a({}, along, before);
    const HostTile x = shape.tile_of_b({}, before, across);
    const T* const A = c.A + a.row + a.col * c.lda;
    const T* const X = c.B + x.row + x.col * c.ldb;
    if (shape.left())
        gemm<T>(session, Layout::col_major, c.op, Op::none, tile.rows, tile.cols, before.size(), T{-1}, A,
                c.lda, X, c.ldb, c.alpha, B, c.ldb);
    else
        gemm<T>(session, Layout::col_major, Op::none, c.op, tile.rows, tile.cols, before.size(), T{-1}, X,
                c.ldb, A, c.lda, c.alpha, B, c.ldb);
    rest.alpha = T{1};
    return rest;
}

/// What a failed run left to solve for, in order; `program` has no value where there was no run.
template <class T>
std::vector<HostTile> left_of(const TrsmArguments<T>& c, const std::optional<Program>& program,
                              const RunJournal& journal, const Error& error) {
    if (!program) return {{{}, 0, 0, c.m, c.n}};
    const Unfinished left = unfinished(*program, journal);
    if (left.unknown)
        throw spoilt(
            error,
            "transfers into pinned memory were under way: some elements of B hold their old and some "
            "their final values, not known which");
    return in_order(left.tiles, TrsmShape(problem_of(c)));
}

/// Solves on the devices, while there are any. Where some fail in it, they are left out, and the others do
/// what these left undone; or the CPU's BLAS.
template <class T>
void solve_on(Session& session, CallDevices& devices, bool& any_devices, const TrsmArguments<T>& c) {
    if (!any_devices) return host_trsm(c);
    TrsmProblem problem = problem_of(c);
    problem.pinned = lie_in_pinned_memory(devices, c);
    std::optional<Program> program;
    RunJournal journal;
    try {
        program = devices.program(problem.key(), [&](const Target& target) {
            return trsm_program(problem, target, session.kernels());
        });
        devices.run(*program,
                    Bindings{}.matrix("A", c.A, c.lda).matrix("B", c.B, c.ldb).scalar("alpha", c.alpha),
                    journal);
    } catch (const Error& error) {
        any_devices = devices.others_go_on(journal, error, host_trsm_takes(c));
        for (const HostTile& tile : left_of(c, program, journal, error))
            solve_on(session, devices, any_devices, rest_of(session, c, tile));
    }
}

template <class T>
void run(Session& session, const TrsmArguments<T>& c) {
    session.calls().wait_for([&] { return regions_of(c); });
    if (c.m == 0 || c.n == 0) return;
    if (c.alpha == T{0})
        return gemm<T>(session, Layout::col_major, Op::none, Op::none, c.m, c.n, 0, T{0}, nullptr, c.m,
                       nullptr, 1, T{0}, c.B, c.ldb);
    const EquivalentProduct weight = trsm_product(c.m, c.n, c.order());
    if (host_trsm_takes(c) && session.is_hosts(element_type_of<T>(), weight.m, weight.n, weight.k, true))
        return host_trsm(c);
    CallDevices devices(session, element_type_of<T>());
    bool any_devices = true;
    solve_on(session, devices, any_devices, c);
}

/// Checks come first: a wrong argument is found before the session makes a machine.
template <class T, class SessionSource>
void checked_trsm(SessionSource session, Layout layout, const TrsmArguments<T>& call) {
    check_arguments(layout, call);
    run(session(), column_major(layout, call));
}

template <class T, class SessionSource>
Call checked_trsm_async(SessionSource source, Layout layout, const TrsmArguments<T>& call) {
    check_arguments(layout, call);
    const TrsmArguments<T> c = column_major(layout, call);
    Session& session = source();
    return session.calls().submit(regions_of(c), [&session, c] {
        run(session, c);
        return std::int64_t{0};
    });
}

}  // namespace

template <class T>
void trsm(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
          std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    checked_trsm<T>([&]() -> Session& { return session; }, layout,
                    {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template <class T>
void trsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n, T alpha,
          const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    checked_trsm<T>(Session::global, layout, {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template <class T>
Call trsm_async(Session& session, Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m,
                std::int64_t n, T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    return checked_trsm_async<T>([&]() -> Session& { return session; }, layout,
                                 {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template <class T>
Call trsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                T alpha, const T* A, std::int64_t lda, T* B, std::int64_t ldb) {
    return checked_trsm_async<T>(Session::global, layout,
                                 {side, uplo, op, diag, m, n, alpha, A, lda, B, ldb});
}

template void trsm<float>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float,
                          const float*, std::int64_t, float*, std::int64_t);
template void trsm<double>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                           const double*, std::int64_t, double*, std::int64_t);
template void trsm<float>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float, const float*,
                          std::int64_t, float*, std::int64_t);
template void trsm<double>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double, const double*,
                           std::int64_t, double*, std::int64_t);

template Call trsm_async<float>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float,
                                const float*, std::int64_t, float*, std::int64_t);
template Call trsm_async<double>(Session&, Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, double*, std::int64_t);
template Call trsm_async<float>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, float, const float*,
                                std::int64_t, float*, std::int64_t);
template Call trsm_async<double>(Layout, Side, Uplo, Op, Diag, std::int64_t, std::int64_t, double,
                                 const double*, std::int64_t, double*, std::int64_t);

void dtrsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
           double alpha, const double* A, std::int64_t lda, double* B, std::int64_t ldb) {
    trsm<double>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

void strsm(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n, float alpha,
           const float* A, std::int64_t lda, float* B, std::int64_t ldb) {
    trsm<float>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

Call dtrsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                 double alpha, const double* A, std::int64_t lda, double* B, std::int64_t ldb) {
    return trsm_async<double>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

Call strsm_async(Layout layout, Side side, Uplo uplo, Op op, Diag diag, std::int64_t m, std::int64_t n,
                 float alpha, const float* A, std::int64_t lda, float* B, std::int64_t ldb) {
    return trsm_async<float>(layout, side, uplo, op, diag, m, n, alpha, A, lda, B, ldb);
}

}  // namespace hg
