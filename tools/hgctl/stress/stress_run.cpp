#include "tools/hgctl/stress/stress_run.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <exception>
#include <system_error>
#include <thread>
#include <utility>

#include <hg/blas/registers/gemm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// When the works of all devices begin and end.
class Schedule {
  public:
    Schedule(const StressPlan& plan, std::size_t works, std::size_t devices, DeviceSensors& sensors,
             const StressProgress& progress)
        : plan_(plan),
          works_(works),
          sensors_(sensors),
          progress_(progress),
          gate_(static_cast<std::ptrdiff_t>(devices), Step{this}) {}

    /// Waits for the other devices. Afterwards done(), interrupted() and iteration() are those of the next work.
    void wait() { gate_.arrive_and_wait(); }
    /// A device does not come any more.
    void leave() { gate_.arrive_and_drop(); }

    [[nodiscard]] bool done() const noexcept { return done_; }
    [[nodiscard]] bool interrupted() const noexcept { return interrupted_; }
    [[nodiscard]] int iteration() const noexcept { return static_cast<int>(step_ / works_) + 1; }
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }
    [[nodiscard]] std::optional<SensorReading> reading(const std::string& identity) const {
        return sensors_.of(identity);
    }

  private:
    struct Step {
        Schedule* schedule;
        void operator()() const noexcept { schedule->advance(); }
    };

    /// On one thread, while the others wait.
    void advance() noexcept {
        if (done_) return;
        if (begun_)
            ++step_;
        else
            begin_ = std::chrono::steady_clock::now();
        begun_ = true;
        try {
            interrupted_ = progress_.stop && progress_.stop();
            if (step_ % works_ == 0) begin_iteration();
        } catch (...) {
            interrupted_ = true;  // no memory is left for messages
        }
        done_ = done_ || interrupted_;
    }
    void begin_iteration() {
        sensors_.refresh();
        done_ = iteration() > plan_.iterations || (plan_.seconds && step_ > 0 && seconds() >= *plan_.seconds);
        if (!done_ && progress_.iteration) progress_.iteration(iteration());
    }

    const StressPlan& plan_;
    std::size_t works_;
    DeviceSensors& sensors_;
    const StressProgress& progress_;
    bool begun_ = false;
    bool done_ = false;
    bool interrupted_ = false;
    std::size_t step_ = 0;  ///< works of all iterations before this one
    std::chrono::steady_clock::time_point begin_{};
    std::barrier<Step> gate_;
};

std::string words_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& fault) {
        return fault.what();
    } catch (...) {
        return "something that is no std::exception";
    }
}

/// One device's part of a run, on a thread of its own.
class DeviceRun {
  public:
    DeviceRun(const StressPlan& plan, StressTarget target, const hg::kernels::Database& kernels,
              Schedule& schedule, StressedDevice& found)
        : plan_(plan),
          identity_(target.device->info().identity),
          model_(std::move(target.model)),
          device_(std::move(target.device)),
          kernels_(kernels),
          schedule_(schedule),
          found_(found) {}

    void run() noexcept {
        try {
            make_ready();
            schedule_.wait();
            for (std::size_t next = 0; !schedule_.done(); next = (next + 1) % works_.size()) {
                doing_ = schedule_.iteration();
                if (works_[next]) measure(*works_[next], found_.series[next]);
                schedule_.wait();
            }
        } catch (...) {
            found_.lost = StressLoss{doing_, label_, words_of(std::current_exception())};
        }
        schedule_.leave();
    }

  private:
    void make_ready() {
        for (const std::string& word : plan_.words())
            for (const hg::ElementType type : plan_.types) {
                label_ = StressKind{.word = word, .type = type}.label();
                works_.push_back(nullptr);
                found_.series.push_back({StressKind{.word = word, .type = type}, {}});
                if (!model_.computes(type)) continue;
                works_.back() = make_stress_work(word, type, {device_, model_, kernels_, plan_.n});
                found_.series.back().kind = works_.back()->kind();
                works_.back()->run(plan_.launches);
                works_.back()->keep();
            }
    }
    void measure(StressWork& work, StressSeries& series) {
        label_ = work.kind().label();
        StressSample sample{.iteration = doing_, .at = schedule_.seconds(), .wrong = {}, .sensors = {}};
        const ChainTimes times = work.run(plan_.launches);
        sample.seconds = times.wall;
        sample.device_seconds = times.device;
        sample.rate = work.kind().work * plan_.launches / times.wall;
        sample.wrong = work.compare();
        sample.sensors = schedule_.reading(identity_);
        series.samples.push_back(sample);
    }

    const StressPlan& plan_;
    std::string identity_;
    hg::DeviceModel model_;
    ResidentDevice device_;
    const hg::kernels::Database& kernels_;
    Schedule& schedule_;
    StressedDevice& found_;
    std::vector<std::unique_ptr<StressWork>> works_;  ///< null: this device does not compute in that type
    int doing_ = 0;
    std::string label_;
};

/// A thread for each; those that the system refuses count as lost devices.
void run_all(std::vector<std::unique_ptr<DeviceRun>>& runs, std::vector<StressedDevice>& found,
             Schedule& schedule) {
    std::vector<std::jthread> threads;
    for (std::size_t d = 1; d < runs.size(); ++d) try {
            threads.emplace_back([&run = *runs[d]] { run.run(); });
        } catch (const std::system_error& error) {
            found[d].lost = StressLoss{0, "its thread", error.what()};
            schedule.leave();
        }
    runs.front()->run();
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
    Schedule schedule(result.plan, result.plan.words().size() * plan.types.size(), targets.size(), sensors,
                      progress);
    std::vector<std::unique_ptr<DeviceRun>> runs;
    for (std::size_t d = 0; d < targets.size(); ++d) {
        result.devices[d].name = targets[d].device->info().name;
        runs.push_back(std::make_unique<DeviceRun>(result.plan, std::move(targets[d]), kernels, schedule,
                                                   result.devices[d]));
    }
    run_all(runs, result.devices, schedule);
    result.interrupted = schedule.interrupted();
    return result;
}

}  // namespace hgctl
