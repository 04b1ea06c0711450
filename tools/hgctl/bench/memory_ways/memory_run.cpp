#include "tools/hgctl/bench/memory_ways/memory_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "kernels/cpu/cpu_blas.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/bench/memory_ways/memory_problem.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/resident/resident_gemm.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// Seconds after which a row is not repeated.
constexpr double kEnough = 2;

int all_threads() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
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

struct Measured {
    MemoryTimes times;
    double device_seconds = 0;
};

/// Keeps the run with the least total, of at most `runs`.
template <class Run>
void repeat(int runs, MemoryRow& row, const Run& run) {
    Stopwatch watch;
    double spent = 0;
    for (row.runs = 0; row.runs < runs && spent < kEnough; ++row.runs) {
        const Measured measured = run();
        if (row.runs == 0 || measured.times.total() < row.times.total()) {
            row.times = measured.times;
            row.device_seconds = measured.device_seconds;
        }
        spent += watch.lap();
    }
}

template <class T>
MemoryRow cpu_row(const MemoryVersion& version, int runs, MemoryProblem<T>& problem) {
    MemoryRow row;
    row.version = version;
    row.n = problem.n();
    row.kernel = "hg's own";
    if (version.way == MemoryWay::cpu_blas && !hg::kernels::cpu_blas().library.empty())
        row.kernel = hg::kernels::cpu_blas().library;
    problem.spoil_c();
    repeat(runs, row, [&] {
        Stopwatch watch;
        if (version.way == MemoryWay::cpu_blas)
            problem.multiply_by_blas();
        else
            problem.multiply_by_hg(version.way == MemoryWay::cpu_one ? 1 : all_threads());
        return Measured{{.kernel = watch.lap()}};
    });
    row.error = problem.error();
    return row;
}

/// One product from host memory and back.
template <class T>
Measured product(ResidentDevice& device, ResidentGemm& gemm, MemoryProblem<T>& problem) {
    gemm.release();
    MemoryTimes times;
    Stopwatch watch;
    gemm.allocate();
    times.allocation = watch.lap();
    device.load(gemm.a().live(), problem.a());
    device.load(gemm.b().live(), problem.b());
    times.in = watch.lap();
    const ChainTimes launch = gemm.multiply(1, 0);
    times.kernel = watch.lap();
    device.store(gemm.c().live(), problem.c().data());
    times.out = watch.lap();
    return {times, launch.device};
}

template <class T>
MemoryRow device_row(const MemoryVersion& version, const hg::kernels::GemmParameters& kernel, int runs,
                     BenchedDevice& device, MemoryProblem<T>& problem) {
    MemoryRow row;
    row.version = version;
    row.n = problem.n();
    row.device = device.position;
    row.kernel = hg::kernels::name(kernel);
    row.left_out = kernel_fault(kernel, device.one.model.traits);
    if (!row.left_out.empty()) return row;
    problem.spoil_c();
    const std::int64_t ld = hg::padded_ld(row.n, kernel.type);
    Stopwatch watch;
    ResidentGemm gemm(device.resident, kernel,
                      {.m = row.n, .n = row.n, .k = row.n, .lda = ld, .ldb = ld, .ldc = ld});
    const double compiling = watch.lap();
    const Measured first = product(device.resident, gemm, problem);
    if (watch.lap() < kEnough)
        repeat(runs, row, [&] { return product(device.resident, gemm, problem); });
    else
        repeat(1, row, [&] { return first; });
    const double start = std::max(0.0, first.times.kernel - row.times.kernel);
    row.times.build = device.builds.emplace(row.kernel, compiling + start).first->second;
    row.error = problem.error();
    return row;
}

template <class T>
NpyMatrix as_npy(const std::vector<T>& c, std::int64_t n) {
    NpyMatrix matrix = make_matrix(hg::element_type_of<T>(), n, n, true);
    std::memcpy(matrix.data.get(), c.data(), c.size() * sizeof(T));
    return matrix;
}

/// The rows of one size.
template <class T>
class SizeRows {
  public:
    SizeRows(MemoryRun& run, std::int64_t n, const MemoryProgress& progress)
        : run_(run), progress_(progress), problem_(n) {
        problem_.multiply_by_blas();
        problem_.keep_as_reference();
    }

    void on_cpu() {
        for (const MemoryVersion& version : run_.plan.versions)
            if (version.on_cpu() && begins(version, "the CPU"))
                run_.rows.push_back(cpu_row(version, run_.plan.runs, problem_));
    }
    void on(BenchedDevice& device, const hg::kernels::Database& database) {
        for (const MemoryVersion& version : run_.plan.versions) {
            if (version.on_cpu() || !begins(version, device.one.listing.info.name)) continue;
            const auto kernel = kernel_of(version, run_.plan.type, problem_.n(), database, device.one.model);
            run_.rows.push_back(device_row(version, kernel, run_.plan.runs, device, problem_));
        }
    }
    void keep_last() {
        if (!run_.rows.empty() && run_.rows.back().n == problem_.n())
            run_.last = as_npy(problem_.c(), problem_.n());
    }

  private:
    bool begins(const MemoryVersion& version, const std::string& where) {
        run_.interrupted = run_.interrupted || progress_.stop();
        if (run_.interrupted) return false;
        progress_.say(version.label() + ", n = " + std::to_string(problem_.n()) + ", " + where);
        return true;
    }

    MemoryRun& run_;
    const MemoryProgress& progress_;
    MemoryProblem<T> problem_;
};

}  // namespace

void require_fits(const MemoryPlan& plan, const OneDevice& device) {
    const std::int64_t element = hg::size_of(plan.type);
    if (!device.model.computes(plan.type))
        throw hg::Error(hg::ErrorCode::invalid_argument, device.listing.info.name + " does not compute in " +
                                                             std::string(hg::name(plan.type)));
    const std::int64_t elements = std::min(device.model.largest_slot, device.model.memory / 3) / element;
    const auto fits = static_cast<std::int64_t>(std::sqrt(static_cast<double>(elements)));
    for (const std::int64_t n : plan.sizes)
        if (hg::padded_ld(n, plan.type) * n > elements)
            throw hg::Error(hg::ErrorCode::invalid_argument,
                            "three matrices of order " + std::to_string(n) + " take " +
                                bytes_text(3 * element * n * n) + "; " + device.listing.info.name + " has " +
                                bytes_text(device.model.memory) + " to use, " +
                                bytes_text(device.model.largest_slot) + " in one piece: n up to about " +
                                std::to_string(fits) + " fits");
}

MemoryRun run_memory(const MemoryPlan& plan, const std::vector<OneDevice>& devices,
                     const hg::kernels::Database& database, const MemoryProgress& progress) {
    MemoryRun run{.plan = plan, .devices = {}, .rows = {}, .last = {}};
    std::vector<std::unique_ptr<BenchedDevice>> benched;
    for (OneDevice device : devices) {
        run.devices.push_back(device.listing.info.name);
        device.options.cache_folder.clear();  // so that builds are timed
        benched.push_back(std::make_unique<BenchedDevice>(device, benched.size()));
    }
    const auto measure = [&](auto zero, std::int64_t n) {
        SizeRows<decltype(zero)> rows(run, n, progress);
        rows.on_cpu();
        for (const auto& device : benched) rows.on(*device, database);
        rows.keep_last();
    };
    for (const std::int64_t n : plan.sizes) {
        if (run.interrupted) break;
        plan.type == hg::ElementType::f64 ? measure(0.0, n) : measure(0.0F, n);
    }
    return run;
}

}  // namespace hgctl
