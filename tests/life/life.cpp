// Calls at hard moments of a process: life MODE. Exit status 7 where all is as it should be; a wrong result
// or a missing error is another one, a hang or a signal speaks for itself.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "life/cancelled.hpp"
#include "life/problems.hpp"
#include "support/in_threads.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/host_buffer.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/hg.h>
#include <hg/lapack/async.hpp>
#include <hg/lapack/dsgesv.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/getrs.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/distributed_sparse_matrix.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/solvers.hpp>

namespace {

using hg::Op;
constexpr hg::Layout kColumns = hg::Layout::col_major;

constexpr int kGood = 7;
constexpr int kCalls = 6;

/// Every routine.
bool all_routines() {
    System direct(kOrder), steps(kOrder), mixed(kOrder), later(kOrder);
    std::int64_t iter = -99;
    const std::int64_t n = kOrder;
    bool right = multiplies() && multiplies(8);
    right &= hg::dgesv(kColumns, n, 1, direct.a.data(), n, direct.ipiv.data(), direct.b.data(), n) == 0 &&
             System::is_ones(direct.b);
    right &= hg::dgetrf(kColumns, n, n, steps.a.data(), n, steps.ipiv.data()) == 0;
    hg::dgetrs(kColumns, Op::none, n, 1, steps.a.data(), n, steps.ipiv.data(), steps.b.data(), n);
    right &= System::is_ones(steps.b);
    right &= hg::dsgesv(kColumns, n, 1, mixed.a.data(), n, mixed.ipiv.data(), mixed.b.data(), n,
                        mixed.x.data(), n, &iter) == 0 &&
             iter >= 0 && System::is_ones(mixed.x);
    hg::Call call = hg::dgesv_async(kColumns, n, 1, later.a.data(), n, later.ipiv.data(), later.b.data(), n);
    right &= call.wait() == 0 && call.test() && System::is_ones(later.b);
    Product product(kOrder);
    hg::Call first = product.later();
    first.wait();
    return right && product.right();
}

/// Whether `work` throws the error of a process that may not use devices.
bool is_refused(const std::function<void()>& work) {
    try {
        work();
    } catch (const hg::Error& error) {
        return error.code() == hg::ErrorCode::device_lost;
    }
    return false;
}

/// Every routine's error, before anything is touched.
bool all_are_refused() {
    const std::int64_t n = kOrder;
    Product product(n), small(8);
    System s(n);
    const std::vector<double> a = s.a, b = s.b;
    std::int64_t iter = 5;
    bool right =
        is_refused([&] { product.now(); }) && is_refused([&] { small.now(); }) &&
        is_refused([&] { static_cast<void>(product.later()); }) &&
        is_refused([&] { hg::dgetrf(kColumns, n, n, s.a.data(), n, s.ipiv.data()); }) && is_refused([&] {
            static_cast<void>(hg::dgetrf_async(kColumns, n, n, s.a.data(), n, s.ipiv.data()));
        }) &&
        is_refused([&] { hg::dgesv(kColumns, n, 1, s.a.data(), n, s.ipiv.data(), s.b.data(), n); }) &&
        is_refused([&] {
            hg::dsgesv(kColumns, n, 1, s.a.data(), n, s.ipiv.data(), s.b.data(), n, s.x.data(), n, &iter);
        });
    right &= hg_dgetrf(n, n, s.a.data(), n, s.ipiv.data()) == HG_DEVICE_LOST && *hg_last_error() != '\0';
    return right && s.a == a && s.b == b && iter == 5 && std::isnan(product.c.front());
}

/// The time at which the process begins to end, for those who wait for it.
int ending(int status = kGood) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    std::printf("%.6f\n", std::chrono::duration<double>(now).count());
    std::fflush(stdout);
    return status;
}

/// What a destructor of a static variable does, if anything: its failure is the exit status.
struct Late {
    std::function<bool()> work;
    ~Late() {
        if (work && !work()) _exit(3);
    }
};
Late before_use;  // destroyed after all that the first call makes
std::vector<hg::Call> calls_before_use;
std::unique_ptr<hg::Session> session_before_use;
std::optional<hg::HostBuffer<double>> buffer_before_use;

/// Matrices that outlive all calls.
Product& lasting_product(std::int64_t n) {
    return *std::make_unique<Product>(n).release();
}

/// The first call makes the session. What is made after it is destroyed before it ends, and works as ever.
int static_destructors() {
    if (!all_routines()) return 1;
    before_use.work = all_are_refused;
    static Late after_use;
    after_use.work = all_routines;
    std::atexit([] {
        if (!all_routines()) _exit(4);
    });
    session_before_use = std::make_unique<hg::Session>();
    buffer_before_use.emplace(1000);
    static hg::Session session_after_use;
    Product product(kOrder);
    product.now(*session_before_use);
    product.now(session_after_use);
    return product.right() ? ending() : 1;
}

/// The first call of all in a destructor.
int first_call_at_end() {
    before_use.work = [] { return multiplies(); };
    return ending();
}

void submit_calls() {
    static_cast<void>(multiplies());
    for (int i = 0; i < kCalls; ++i) calls_before_use.push_back(lasting_product(kLongOrder).later());
    System& system = *std::make_unique<System>(kLongOrder).release();
    calls_before_use.push_back(hg::dgesv_async(kColumns, system.n, 1, system.a.data(), system.n,
                                               system.ipiv.data(), system.b.data(), system.n));
}

/// Before the modes that end amid these calls, so that their kernels are compiled then: PoCL's compiler, torn
/// down while it works, ends the process by a signal.
int async_calls_end() {
    submit_calls();
    for (hg::Call& call : calls_before_use) call.wait();
    return ending();
}

int exit_amid_async() {
    submit_calls();
    std::exit(ending());
}

/// The handles are static variables.
int return_amid_async() {
    submit_calls();
    return ending();
}

int quick_exit_amid_async() {
    submit_calls();
    std::quick_exit(ending());
}

int underscore_exit_amid_async() {
    submit_calls();
    _exit(ending());
}

/// Calls until it is refused; the first result that is wrong ends the process.
void call_until_refused(std::int64_t n) {
    try {
        for (;;) {
            Product product(n);
            product.now();
            if (!product.right()) _exit(5);
        }
    } catch (const hg::Error& error) {
        if (error.code() != hg::ErrorCode::device_lost) _exit(6);
    }
    for (;;) pause();
}

int exit_amid_calls() {
    static_cast<void>(multiplies());
    for (const std::int64_t n : {kLongOrder, kOrder, std::int64_t{16}})
        std::thread(call_until_refused, n).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::exit(ending());
}

/// While the session is made, and kernels are compiled.
int exit_amid_first_call() {
    std::thread(call_until_refused, kOrder).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(getpid() % 100));
    std::exit(ending());
}

int exit_from_thread() {
    static_cast<void>(multiplies());
    std::thread([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        std::exit(ending());
    }).detach();
    call_until_refused(kLongOrder);
    return 1;
}

/// A device that does not end a command.
struct Stuck final : hg::Observer {
    std::atomic<bool> reached{false};
    void on_begin(std::uint64_t, const hg::Program&) noexcept override {
        reached = true;
        for (;;) pause();
    }
    void on_interval(const hg::Interval&) noexcept override {}
    void on_end(std::uint64_t, double, bool) noexcept override {}
};

/// Calls that are never done: none is waited for any longer than two seconds.
int exit_amid_stuck_calls() {
    static_cast<void>(multiplies());
    static Stuck stuck;
    hg::Session::global().observe(&stuck);
    std::thread(call_until_refused, kOrder).detach();
    for (int i = 0; i < 10; ++i) calls_before_use.push_back(lasting_product(kOrder).later());
    while (!stuck.reached) std::this_thread::yield();
    before_use.work = [] {
        return all_are_refused() && calls_before_use.back().test() &&
               is_refused([] { calls_before_use.back().wait(); });
    };
    std::exit(ending());
}

/// Exit status of a child that does `work`, and ends by exit().
int in_child(const std::function<bool()>& work) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) std::exit(work() ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

bool many_threads() {
    std::atomic<bool> right = true;
    hg::test::in_threads(4, [&](int) {
        if (!all_routines()) right = false;
    });
    return right;
}

int fork_after_use() {
    if (!all_routines()) return 1;
    if (in_child(all_routines) != 0) return 2;
    if (in_child(many_threads) != 0) return 3;
    if (in_child([] { return all_routines() && in_child(all_routines) == 0; }) != 0) return 4;
    if (in_child([] { return in_child(many_threads) == 0; }) != 0) return 5;
    return all_routines() ? ending() : 6;
}

/// A child that starts from nothing has devices of its own.
int fork_before_use() {
    const auto has_devices = [] {
        return all_routines() && hg::Session::global().machine().device_count() > 0;
    };
    if (in_child(has_devices) != 0) return 1;
    return has_devices() && in_child(all_routines) == 0 ? ending() : 2;
}

/// What the parent has made is refused in a child, and can be destroyed there.
int fork_with_objects() {
    auto session = std::make_unique<hg::Session>();
    auto buffer = std::make_unique<hg::HostBuffer<double>>(1000);
    auto machine = std::make_unique<hg::Machine>();
    session_before_use = std::make_unique<hg::Session>();
    buffer_before_use.emplace(1000);
    Product product(kLongOrder);
    hg::Call call = product.later();
    const auto child = [&] {
        Product mine(kOrder);
        const bool refused = is_refused([&] { mine.now(*session); }) && is_refused([&] { call.wait(); }) &&
                             call.test() && is_refused([] { const hg::Machine none; }) &&
                             is_refused([] { const hg::Session none; }) &&
                             is_refused([&] { static_cast<void>(machine->allocate_pinned(100)); }) &&
                             is_refused([] { const hg::HostBuffer<double> none(100); });
        session.reset();
        buffer.reset();
        machine.reset();
        call = hg::Call();
        return refused && all_routines();
    };
    if (in_child(child) != 0) return 1;
    call.wait();
    product.now(*session);
    return product.right() && all_routines() ? ending() : 2;
}

/// Children of a process whose other threads are in calls, or hold locks.
int fork_amid_calls() {
    std::atomic<bool> stop = false, right = true;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&] {
            while (!stop)
                if (!multiplies(60)) right = false;
        });
    // While the session is made. exit() waits for ever where another thread was just registering something
    // for the end of the process.
    for (int i = 0; i < 10; ++i)
        if (in_child([]() -> bool { _exit(multiplies(50) ? 0 : 1); }) != 0) right = false;
    static_cast<void>(multiplies());
    for (int i = 0; i < 4; ++i)
        if (in_child(all_routines) != 0) right = false;
    stop = true;
    for (std::thread& thread : threads) thread.join();
    return right ? ending() : 1;
}

bool on_own_objects() {
    hg::Session session;
    hg::HostBuffer<double> buffer(session, 1000);
    Product product(kOrder);
    product.now(session);
    return product.right() && buffer.size() == 1000;
}

bool by_functions_of_c() {
    System direct(kOrder), later(kOrder);
    const std::int64_t n = kOrder;
    hg_call* call = nullptr;
    bool right = hg_dgesv(n, 1, direct.a.data(), n, direct.ipiv.data(), direct.b.data(), n) == 0 &&
                 System::is_ones(direct.b);
    right &= hg_dgesv_async(n, 1, later.a.data(), n, later.ipiv.data(), later.b.data(), n, &call) == 0 &&
             hg_wait(&call) == 0 && System::is_ones(later.b);
    return right && hg_trim() == 0;
}

bool on_sparse_matrices() {
    const auto A = hg::laplacian<double>(7, 8, 8, 8);
    const std::vector<double> b(512, 1.0);
    std::vector<double> x(512), y(512);
    hg::DistributedSparseMatrix<double>(A).multiply(1, b, 0, y);
    return y[0] > 0 && hg::solve_cg<double>(A, b, x).reason == hg::StopReason::converged;
}

/// The first of them makes the session.
int cancelled_threads() {
    for (bool (*work)() : {all_routines, on_own_objects, by_functions_of_c, on_sparse_matrices})
        if (!Cancelled{work}.ends_after_work()) return 1;
    return all_routines() ? ending() : 2;
}

struct Mode {
    const char* name;
    int (*run)();
};

constexpr Mode kModes[]{{"static_destructors", static_destructors},
                        {"first_call_at_end", first_call_at_end},
                        {"async_calls_end", async_calls_end},
                        {"exit_amid_async", exit_amid_async},
                        {"return_amid_async", return_amid_async},
                        {"quick_exit_amid_async", quick_exit_amid_async},
                        {"_exit_amid_async", underscore_exit_amid_async},
                        {"exit_amid_calls", exit_amid_calls},
                        {"exit_amid_first_call", exit_amid_first_call},
                        {"exit_from_thread", exit_from_thread},
                        {"exit_amid_stuck_calls", exit_amid_stuck_calls},
                        {"fork_after_use", fork_after_use},
                        {"fork_before_use", fork_before_use},
                        {"fork_with_objects", fork_with_objects},
                        {"fork_amid_calls", fork_amid_calls},
                        {"cancelled_threads", cancelled_threads}};

}  // namespace

int main(int argc, char** argv) {
    for (const Mode& mode : kModes)
        if (argc == 2 && std::string_view(argv[1]) == mode.name) return mode.run();
    for (const Mode& mode : kModes) std::printf("%s\n", mode.name);
    return 2;
}
