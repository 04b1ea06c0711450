#include "tools/hgctl/bench/memory_ways/memory_run.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>

#include "host_blas/cpu_blas.hpp"
#include "runtime/threads/available_cores.hpp"
#include "tools/cli/command_line.hpp"
#include "tools/cli/progress_bar.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/bench/memory_ways/plain_product.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/resident/resident_gemm.hpp"
#include <hg/blas/registers/gemm.hpp>

namespace hgctl {
namespace {

/// By the numbers of MemoryWay.
constexpr std::array<const char*, 7> kWords{"cpu-1", "cpu", "blas", "global", "register", "local", "tuned"};

/// Seconds after which a row is not repeated.
constexpr double kEnough = 2;

/// The kernel of a version that is not the CPU's, for matrices of order n.
hg::kernels::GemmParameters kernel_of(const MemoryVersion& version, hg::ElementType type, std::int64_t n,
                                      const hg::kernels::Database& database, const hg::DeviceModel& device) {
    using hg::kernels::GemmFamily;
    hg::kernels::GemmParameters kernel{.family = GemmFamily::global, .type = type};
    if (version.way == MemoryWay::tuned) {
        kernel = database.choose({type, false, false, n, n, n}, device).parameters;
    } else if (version.way == MemoryWay::local) {
        kernel.family = GemmFamily::local;
        kernel.tile_m = kernel.tile_n = kernel.tile_k = version.block;
    } else if (version.way == MemoryWay::global) {
        kernel.variant = 1;
    }
    kernel.overwrite = true;
    return kernel;
}

/// A device, with the seconds that the build of each of its kernels took.
struct BenchedDevice {
    BenchedDevice(const OneDevice& chosen, std::size_t number)
        : position(number), one(chosen), resident(make_device(chosen)) {}

    std::size_t position;
    OneDevice one;
    ResidentDevice resident;
    std::map<std::string, double> builds;
};

/// Random matrices A and B of order n, and C := A B as the latest version computed it.
template <class T>
struct MemoryProblem {
    explicit MemoryProblem(std::int64_t order) : n(order) {
        BenchCase bench;
        bench.routine = &bench_routine(hg::traits_of(hg::element_type_of<T>()).letter + std::string("gemm"));
        bench.m = bench.n = bench.k = n;
        problem = bench.routine->make(nullptr, bench);
        const ListedCall call = problem->listed();
        a = static_cast<T*>(call.operands()[0]->data);
        b = static_cast<T*>(call.operands()[1]->data);
        c = static_cast<T*>(call.operands()[2]->data);
    }

    std::int64_t n;
    std::unique_ptr<BenchProblem> problem;
    T *a, *b, *c;
};

/// By the plain product.
template <class T>
void multiply(MemoryProblem<T>& p, int threads) {
    const auto columns = [&](const tbb::blocked_range<std::int64_t>& range) {
        plain_product<T>(p.n, range.begin(), range.end(), p.a, p.b, p.c);
    };
    tbb::task_arena(std::min(threads, tbb::this_task_arena::max_concurrency())).execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, p.n), columns, tbb::static_partitioner());
    });
}

/// Adds a run to the row's samples.
void add_run(MemoryRow& row, const MemoryTimes& times) {
    if (row.runs++ == 0 || times.total() < row.times.total()) row.times = times;
    row.kernels.seconds.push_back(times.kernel);
    row.totals.seconds.push_back(times.total());
}

/// Warms up and times at most as many runs as planned. A warm-up that takes long is the only run.
template <class Run>
void repeat(const MemoryPlan& plan, int warmup, MemoryRow& row, const Run& run) {
    Stopwatch watch;
    for (int i = 0; i < warmup; ++i) {
        const MemoryTimes times = run();
        if (watch.lap() >= kEnough) return add_run(row, times);
    }
    for (double spent = 0; row.runs < plan.runs && spent < kEnough; spent += watch.lap()) add_run(row, run());
}

template <class T>
MemoryRow cpu_row(const MemoryVersion& version, const MemoryPlan& plan, MemoryProblem<T>& problem) {
    MemoryRow row;
    row.version = version;
    row.n = problem.n;
    row.kernel = version.way == MemoryWay::cpu_blas ? hg::cpu_blas().library : "hg's own";
    problem.problem->restore();
    repeat(plan, plan.warmup, row, [&] {
        Stopwatch watch;
        if (version.way == MemoryWay::cpu_blas)
            hg::cpu_gemm<T>(false, false, row.n, row.n, row.n, T{1}, problem.a, row.n, problem.b, row.n, T{0},
                            problem.c, row.n);
        else
            multiply(problem, version.way == MemoryWay::cpu_one ? 1 : hg::available_cores());
        return MemoryTimes{.kernel = watch.lap()};
    });
    row.error = problem.problem->error().error;
    return row;
}

/// One product from host memory and back.
template <class T>
MemoryTimes product(ResidentDevice& device, ResidentGemm& gemm, MemoryProblem<T>& problem) {
    gemm.release();
    MemoryTimes times;
    Stopwatch watch;
    gemm.allocate();
    times.allocation = watch.lap();
    device.load(gemm.a().live(), problem.a);
    device.load(gemm.b().live(), problem.b);
    times.in = watch.lap();
    times.by_device = gemm.multiply(1, 0).device;
    times.kernel = watch.lap();
    device.store(gemm.c().live(), problem.c);
    times.out = watch.lap();
    return times;
}

template <class T>
MemoryRow device_row(const MemoryVersion& version, const hg::kernels::GemmParameters& kernel,
                     const MemoryPlan& plan, BenchedDevice& device, MemoryProblem<T>& problem) {
    MemoryRow row;
    row.version = version;
    row.n = problem.n;
    row.device = device.position;
    row.kernel = hg::kernels::name(kernel);
    row.left_out = kernel_fault(kernel, device.one.model.traits);
    if (!row.left_out.empty()) return row;
    problem.problem->restore();
    const std::int64_t ld = hg::padded_ld(row.n, kernel.type);
    Stopwatch watch;
    ResidentGemm gemm(device.resident, kernel,
                      {.m = row.n, .n = row.n, .k = row.n, .lda = ld, .ldb = ld, .ldc = ld});
    const double compiling = watch.lap();
    const MemoryTimes first = product(device.resident, gemm, problem);
    // The first product is a warm-up in any case: its launch tells what a build takes.
    if (watch.lap() < kEnough)
        repeat(plan, plan.warmup - 1, row, [&] { return product(device.resident, gemm, problem); });
    else
        add_run(row, first);
    const double start = std::max(0.0, first.kernel - row.times.kernel);
    row.times.build = device.builds.emplace(row.kernel, compiling + start).first->second;
    row.error = problem.problem->error().error;
    return row;
}

/// The same kernel by another compiler.
template <class T>
MemoryRow peer_row(const MemoryVersion& version, const hg::kernels::GemmParameters& kernel,
                   const MemoryPlan& plan, std::size_t position, KernelPeer& peer,
                   MemoryProblem<T>& problem) {
    MemoryRow row;
    row.version = version;
    row.n = problem.n;
    row.device = position;
    row.kernel = hg::kernels::name(kernel);
    const hg::Register shape{
        .type = kernel.type, .rows = row.n, .cols = row.n, .ld = hg::padded_ld(row.n, kernel.type)};
    const hg::InstructionPtr instruction = hg::kernels::gemm(kernel);
    problem.problem->restore();
    try {
        const double build = peer.build(*instruction);
        const auto run = [&] {
            const KernelTimes times =
                peer.run(*instruction, {{problem.a, shape}, {problem.b, shape}, {problem.c, shape}}, {1, 0});
            return MemoryTimes{.allocation = times.allocation,
                               .in = times.in,
                               .build = build,
                               .kernel = times.kernel,
                               .out = times.out,
                               .by_device = times.by_device};
        };
        repeat(plan, plan.warmup, row, run);
    } catch (const hg::Error& error) {
        row.left_out = error.what();
        return row;
    }
    row.error = problem.problem->error().error;
    return row;
}

template <class T>
NpyMatrix as_npy(const MemoryProblem<T>& p) {
    NpyMatrix matrix = make_matrix(hg::element_type_of<T>(), p.n, p.n, true);
    std::memcpy(matrix.data.get(), p.c, static_cast<std::size_t>(p.n * p.n) * sizeof(T));
    return matrix;
}

/// Measures the rows of one size after the other.
class MemoryBench {
  public:
    MemoryBench(MemoryRun& run, const std::vector<OneDevice>& devices, const hg::kernels::Database& database,
                const KernelPeers& peers, const std::function<bool()>& stop)
        : run_(run),
          database_(database),
          peers_(peers),
          stop_(stop),
          bar_("starting", run.plan.sizes.size() * a_size(devices)) {
        for (OneDevice device : devices) {
            run.devices.push_back(device.listing.info.name);
            device.options.cache_folder.clear();  // so that builds are timed
            devices_.push_back(std::make_unique<BenchedDevice>(device, devices_.size()));
        }
        for (const auto& peer : peers) run.devices.push_back(peer->runs_on());
        run.peers = peers.size();
    }

    template <class T>
    void measure(std::int64_t n) {
        MemoryProblem<T> problem(n);
        for (const MemoryVersion& version : run_.plan.versions)
            if (version.on_cpu() && begins(version, n, "the CPU"))
                run_.rows.push_back(cpu_row(version, run_.plan, problem));
        for (const auto& device : devices_)
            for (const MemoryVersion& version : run_.plan.versions) {
                if (version.on_cpu() || !begins(version, n, device->one.listing.info.name)) continue;
                const auto kernel = kernel_of(version, run_.plan.type, n, database_, device->one.model);
                run_.rows.push_back(device_row(version, kernel, run_.plan, *device, problem));
            }
        for (std::size_t p = 0; p < peers_.size(); ++p)
            for (const MemoryVersion& version : run_.plan.versions) {
                if (!version.is_plain() || !begins(version, n, peers_[p]->runs_on())) continue;
                const auto kernel =
                    kernel_of(version, run_.plan.type, n, database_, devices_.front()->one.model);
                run_.rows.push_back(
                    peer_row(version, kernel, run_.plan, devices_.size() + p, *peers_[p], problem));
            }
        if (!run_.rows.empty() && run_.rows.back().n == n) run_.last = as_npy(problem);
    }

  private:
    /// Rows of a size.
    [[nodiscard]] std::size_t a_size(const std::vector<OneDevice>& devices) const {
        std::size_t rows = 0;
        for (const MemoryVersion& version : run_.plan.versions)
            rows += (version.on_cpu() ? 1 : devices.size()) + (version.is_plain() ? peers_.size() : 0);
        return rows;
    }
    bool begins(const MemoryVersion& version, std::int64_t n, const std::string& where) {
        run_.interrupted = run_.interrupted || stop_();
        if (run_.interrupted) return false;
        if (!run_.rows.empty()) bar_.advance();
        bar_.say(version.label() + ", n = " + std::to_string(n) + ", " + where);
        return true;
    }

    MemoryRun& run_;
    const hg::kernels::Database& database_;
    const KernelPeers& peers_;
    const std::function<bool()>& stop_;
    ProgressBar bar_;
    std::vector<std::unique_ptr<BenchedDevice>> devices_{};
};

}  // namespace

std::string MemoryVersion::word() const {
    return kWords[static_cast<std::size_t>(way)];
}

std::string MemoryVersion::label() const {
    return way == MemoryWay::local ? word() + " " + std::to_string(block) : word();
}

std::vector<std::string> memory_version_words() {
    return {kWords.begin(), kWords.end()};
}

std::vector<MemoryVersion> memory_versions(const std::vector<std::string>& words,
                                           const std::vector<int>& blocks) {
    std::vector<MemoryVersion> versions;
    for (std::size_t i = 0; i < kWords.size(); ++i) {
        if (std::find(words.begin(), words.end(), kWords[i]) == words.end()) continue;
        const auto way = static_cast<MemoryWay>(i);
        if (way != MemoryWay::local)
            versions.push_back({way});
        else
            for (const int block : blocks) versions.push_back({way, block});
    }
    return versions;
}

void require_fits(const MemoryPlan& plan, const OneDevice& device) {
    const std::int64_t element = hg::size_of(plan.type);
    if (!device.model.computes(plan.type))
        refuse(device.listing.info.name + " does not support " + std::string(hg::name(plan.type)));
    const std::int64_t elements = std::min(device.model.largest_slot, device.model.memory / 3) / element;
    const auto fits = static_cast<std::int64_t>(std::sqrt(static_cast<double>(elements)));
    for (const std::int64_t n : plan.sizes)
        if (hg::padded_ld(n, plan.type) * n > elements)
            refuse("three matrices of order " + std::to_string(n) + " take " +
                   bytes_text(3 * element * n * n) + "; " + device.listing.info.name + " has " +
                   bytes_text(device.model.memory) + " to use, " + bytes_text(device.model.largest_slot) +
                   " in one piece: n up to about " + std::to_string(fits) + " fits");
}

MemoryRun run_memory(const MemoryPlan& plan, const std::vector<OneDevice>& devices,
                     const hg::kernels::Database& database, const KernelPeers& peers,
                     const std::function<bool()>& stop) {
    MemoryRun run{.plan = plan, .devices = {}, .rows = {}, .last = {}};
    MemoryBench bench(run, devices, database, peers, stop);
    for (const std::int64_t n : plan.sizes) {
        if (run.interrupted) break;
        plan.type == hg::ElementType::f64 ? bench.measure<double>(n) : bench.measure<float>(n);
    }
    return run;
}

}  // namespace hgctl
