#include "blas/session/model/performance_model.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace hg {

PerformanceModel::PerformanceModel(Machine& machine, const kernels::Database& kernels,
                                   const MachineOptions& options)
    : machine_(machine),
      kernels_(kernels),
      file_(model_file(options.cache_folder, machine, kernels)),
      host_below_(options.host_below),
      chosen_devices_(!options.devices.empty()),
      transfer_probe_bytes_(options.transfer_probe_bytes) {}

const MachineModel& PerformanceModel::model() {
    std::call_once(measured_, [this] {
        model_ = known(ModelParts{.transfer_bytes = transfer_probe_bytes_});
        target_ = with_rates(model_);
    });
    return model_;
}

const Target& PerformanceModel::target() {
    static_cast<void>(model());
    return target_;
}

const Target& PerformanceModel::division_target() {
    std::call_once(divided_, [this] {
        const ModelParts kernels_alone{.links = false, .kernels = true};
        division_target_ = with_rates(known(devices_differ() ? std::optional(kernels_alone) : std::nullopt));
    });
    return division_target_;
}

LearnedTimes* PerformanceModel::learned_times() {
    std::call_once(learning_, [this] {
        if (!has_choice()) return;
        learned_times_.emplace(file_.load_learned(HG_VERSION),
                               [this](const std::string& kind, const std::vector<double>& by_count) {
                                   file_.save_learned(HG_VERSION, kind, by_count);
                               });
    });
    return learned_times_ ? &*learned_times_ : nullptr;
}

/// On devices of different kinds, another choice could change the bits of results.
bool PerformanceModel::has_choice() const {
    return machine_.device_count() > 1 && !devices_differ() && machine_.device(0).is_gpu;
}

void PerformanceModel::choose() {
    std::call_once(chosen_, [this] {
        if (host_below_) {
            host_choice_ = HostChoice(*host_below_);
        } else {
            const MachineModel model = known();
            std::vector<DeviceModel> devices = with_rates(model).devices;
            if (!chosen_devices_ && std::ranges::none_of(devices, &DeviceModel::is_gpu)) devices.clear();
            host_choice_ = HostChoice(model, devices);
        }
        has_chosen_.store(true, std::memory_order_release);
    });
}

MachineModel PerformanceModel::known(const std::optional<ModelParts>& parts) {
    const std::lock_guard lock(mutex_);
    if (!known_) {
        known_ = file_.load();
        if (known_->staging_threads > 0) machine_.set_staging_threads(known_->staging_threads);
    }
    if (!parts) return *known_;
    MachineModel model = *known_;
    if (complete(model, machine_, kernels_, *parts)) file_.save(model);
    known_ = std::move(model);
    return *known_;
}

Target PerformanceModel::with_rates(const MachineModel& model) const {
    Target target = machine_.target();
    guess_rates(target, kernels_);
    set_rates(target, model);
    return target;
}

bool PerformanceModel::devices_differ() const {
    for (std::size_t d = 1; d < machine_.device_count(); ++d)
        if (kind_of(machine_.device(0)) != kind_of(machine_.device(d))) return true;
    return false;
}

}  // namespace hg
