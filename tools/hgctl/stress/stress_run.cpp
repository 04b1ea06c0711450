#include "tools/hgctl/stress/stress_run.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <exception>
#include <future>
#include <optional>
#include <utility>

#include <hg/blas/registers/gemm.hpp>

namespace hgctl {
namespace {

/// One device's part of a run.
class DeviceRun {
  public:
    DeviceRun(const StressPlan& plan, StressTarget target, const hg::kernels::Database& kernels,
              StressedDevice& found)
        : plan_(plan),
          identity_(target.device->info().identity),
          model_(std::move(target.model)),
          device_(std::move(target.device)),
          kernels_(kernels),
          found_(found) {}

    [[nodiscard]] bool is_lost() const noexcept { return found_.lost.has_value(); }

    /// Does something on the device. If that fails, the device is lost.
    template <class Part>
    void attempt(const Part& part) noexcept {
        try {
            part(*this);
        } catch (const std::exception& fault) {
            found_.lost = StressLoss{doing_, label_, fault.what()};
        }
    }
    void make_ready() {
        for (const std::string& word : plan_.words())
            for (const hg::ElementType type : plan_.types) {
                const StressKind kind{.word = word, .type = type};
                label_ = kind.label();
                works_.emplace_back();
                found_.series.push_back({kind, {}});
                if (!model_.computes(type)) continue;
                const StressWork& work =
                    works_.back().emplace(make_stress_work(word, type, {device_, model_, kernels_, plan_.n}));
                found_.series.back().kind = work.kind;
                work.run(plan_.launches);
                work.keep();
            }
    }
    /// Does a work of an iteration that begins `at` seconds after the run.
    void measure(std::size_t number, int iteration, double at, const DeviceSensors& sensors) {
        doing_ = iteration;
        if (!works_[number]) return;
        const StressWork& work = *works_[number];
        label_ = work.kind.label();
        StressSample sample{.iteration = iteration, .at = at, .wrong = {}, .sensors = {}};
        const ChainTimes times = work.run(plan_.launches);
        sample.seconds = times.wall;
        sample.device_seconds = times.device;
        sample.rate = work.kind.work * plan_.launches / times.wall;
        sample.wrong = work.compare();
        sample.sensors = sensors.of(identity_);
        found_.series[number].samples.push_back(sample);
    }

  private:
    const StressPlan& plan_;
    std::string identity_;
    hg::DeviceModel model_;
    ResidentDevice device_;
    const hg::kernels::Database& kernels_;
    StressedDevice& found_;
    std::vector<std::optional<StressWork>> works_;  ///< none: this device does not compute in that type
    int doing_ = 0;
    std::string label_ = "its thread";
};

/// Does a part of the run on all devices at once that are not lost, and waits for all. Each has a thread of
/// its own, which TBB does not promise; a device whose thread the system refuses is lost. False if all
/// devices are lost.
template <class Part>
bool on_all(std::deque<DeviceRun>& runs, const Part& part) {
    std::vector<std::future<void>> parts;
    for (DeviceRun& run : runs)
        if (!run.is_lost())
            run.attempt([&](DeviceRun& its) {
                parts.push_back(std::async(std::launch::async, [&] { its.attempt(part); }));
            });
    parts.clear();
    return !std::ranges::all_of(runs, &DeviceRun::is_lost);
}

/// Iterations until the plan is done, true, or an interruption is asked for.
bool run_iterations(const StressPlan& plan, std::deque<DeviceRun>& runs, DeviceSensors& sensors,
                    const StressProgress& progress) {
    const std::size_t works = plan.words().size() * plan.types.size();
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    for (int iteration = 1; iteration <= plan.iterations; ++iteration) {
        sensors.refresh();
        if (plan.seconds && iteration > 1 && seconds() >= *plan.seconds) return true;
        if (progress.iteration) progress.iteration(iteration);
        for (std::size_t work = 0; work < works; ++work) {
            if (progress.stop && progress.stop()) return false;
            const double at = seconds();
            if (!on_all(runs, [&](DeviceRun& run) { run.measure(work, iteration, at, sensors); }))
                return true;
        }
    }
    return true;
}

}  // namespace

std::vector<std::string> StressPlan::words() const {
    std::vector<std::string> all = kernels;
    if (links) all.emplace_back(kLinksWord);
    return all;
}

double StressPlan::device_bytes(std::int64_t order) const {
    double bytes = 0;
    for (const std::string& word : words())
        for (const hg::ElementType type : types)
            bytes += static_cast<double>(matrices_of(word)) *
                     static_cast<double>(hg::padded_ld(order, type) * order * hg::size_of(type));
    return bytes;
}

std::int64_t StressPlan::largest_piece(std::int64_t order) const {
    if (device_bytes(order) == 0) return 0;
    std::int64_t bytes = 0;
    for (const hg::ElementType type : types)
        bytes = std::max(bytes, hg::padded_ld(order, type) * order * hg::size_of(type));
    return bytes;
}

StressResult run_stress(const StressPlan& plan, std::vector<StressTarget> targets,
                        const hg::kernels::Database& kernels, DeviceSensors& sensors,
                        const StressProgress& progress) {
    StressResult result{.plan = plan, .devices = std::vector<StressedDevice>(targets.size())};
    std::deque<DeviceRun> runs;
    for (std::size_t d = 0; d < targets.size(); ++d) {
        result.devices[d].name = targets[d].device->info().name;
        runs.emplace_back(result.plan, std::move(targets[d]), kernels, result.devices[d]);
    }
    if (on_all(runs, [](DeviceRun& run) { run.make_ready(); }))
        result.interrupted = !run_iterations(result.plan, runs, sensors, progress);
    return result;
}

}  // namespace hgctl
