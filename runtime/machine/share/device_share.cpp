#include "runtime/machine/share/device_share.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "runtime/machine/log.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

std::string folder_of(const ShareOptions& options) {
    // Not below XDG_RUNTIME_DIR, which a batch job of the same user may lack: all must use the same folder.
    return options.folder.empty() ? "/dev/shm/hg-" + std::to_string(geteuid()) : options.folder;
}

std::string file_name(const std::string& device) {
    std::string name = device;
    for (char& letter : name)
        if (letter == '/' || static_cast<unsigned char>(letter) <= ' ') letter = '_';
    return name;
}

SharePolicy policy_of(const ShareOptions& options, const std::vector<ShareCandidate>& candidates) {
    if (options.policy != SharePolicy::automatic) return options.policy;
    // The operating system shares CPUs and knows to which cores a launcher has bound each rank.
    const bool gpus = std::any_of(candidates.begin(), candidates.end(),
                                  [](const ShareCandidate& device) { return device.is_gpu; });
    return options.ranks > 1 && gpus ? SharePolicy::fair : SharePolicy::none;
}

bool knows_rank(const ShareOptions& options) {
    return options.rank >= 0 && options.rank < options.ranks;
}

/// Returns all candidates, with those in this rank's range first.
std::vector<std::size_t> order_of(const ShareOptions& options, std::size_t count) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    if (knows_rank(options) && count > 0)
        std::rotate(
            order.begin(),
            order.begin() + static_cast<std::ptrdiff_t>(range_of(options.rank, options.ranks, count).first),
            order.end());
    return order;
}

std::size_t whole_devices(const ShareOptions& options, std::size_t count) {
    if (options.ranks <= 0) return 1;
    const auto ranks = static_cast<std::size_t>(options.ranks);
    if (!knows_rank(options) || ranks > count) return std::max<std::size_t>(1, count / ranks);
    const DeviceRange range = range_of(options.rank, options.ranks, count);
    return range.last - range.first;
}

}  // namespace

DeviceRange range_of(int rank, int ranks, std::size_t devices) noexcept {
    const auto r = static_cast<std::size_t>(rank);
    const auto n = static_cast<std::size_t>(ranks);
    if (n <= devices) return {.first = devices * r / n, .last = devices * (r + 1) / n, .sharers = 1};
    // Device d has the ranks from the first with devices r / n = d to that of d + 1.
    const std::size_t device = devices * r / n;
    const auto first_rank = [&](std::size_t d) { return (d * n + devices - 1) / devices; };
    return {.first = device,
            .last = device + 1,
            .sharers = static_cast<int>(first_rank(device + 1) - first_rank(device))};
}

DeviceShare::DeviceShare(const ShareOptions& options, const std::vector<ShareCandidate>& candidates) {
    const SharePolicy policy = policy_of(options, candidates);
    if (policy == SharePolicy::none || candidates.empty()) return;
    shared_ = true;
    if (policy == SharePolicy::exclusive)
        take_whole(options, candidates);
    else
        take_part(options, candidates, options.policy == SharePolicy::fair);
}

/// Returns false if another process uses the candidate in a way that excludes this process. The candidate is
/// released when its last reference is destroyed.
bool DeviceShare::take(const PrivateFolder& folder, const std::vector<ShareCandidate>& candidates,
                       std::size_t i, FileLocks::Use use) {
    std::shared_ptr<SharedDevice> device = SharedDevice::of(folder, file_name(candidates[i].name));
    if (!device->take(use)) return false;
    SharedDevice* const pointer = device.get();
    taken_.emplace_back(pointer, [owner = std::move(device)](SharedDevice*) { owner->release(); });
    chosen_.push_back(i);
    return true;
}

void DeviceShare::take_whole(const ShareOptions& options, const std::vector<ShareCandidate>& candidates) {
    const PrivateFolder folder(folder_of(options));
    const std::size_t wanted = whole_devices(options, candidates.size());
    for (const std::size_t i : order_of(options, candidates.size())) {
        if (chosen_.size() == wanted) break;
        take(folder, candidates, i, FileLocks::Use::whole);
    }
    std::sort(chosen_.begin(), chosen_.end());
    if (chosen_.size() < wanted)
        log(LogLevel::warn, "HG_SHARE=exclusive: " + std::to_string(chosen_.size()) + " of " +
                                std::to_string(wanted) + " devices were free; other processes have the rest");
}

void DeviceShare::take_part(const ShareOptions& options, const std::vector<ShareCandidate>& candidates,
                            bool turns_needed) {
    DeviceRange range{.first = 0, .last = candidates.size(), .sharers = std::max(options.ranks, 1)};
    if (knows_rank(options)) range = range_of(options.rank, options.ranks, candidates.size());
    sharers_ = range.sharers;
    memory_goes_with_turn_ = options.ranks <= 0;
    try {
        const PrivateFolder folder(folder_of(options));
        for (std::size_t i = range.first; i < range.last; ++i)
            if (!take(folder, candidates, i, FileLocks::Use::part))
                log(LogLevel::warn, candidates[i].name + ": another process has it to itself; left out");
        takes_turns_ = true;
    } catch (const Error& error) {
        if (turns_needed) throw;
        log(LogLevel::warn,
            std::string("devices are shared with other ranks without turns: ") + error.what());
        chosen_.clear();
        for (std::size_t i = range.first; i < range.last; ++i) chosen_.push_back(i);
    }
}

RunTurns::RunTurns(const DeviceShare& share, const std::vector<DeviceIndex>& used, GiveBack give_back)
    : share_(share), give_back_(std::move(give_back)) {
    std::vector<DeviceIndex> order;
    for (const DeviceIndex d : used)
        if (share.turns(d) != nullptr) order.push_back(d);
    std::sort(order.begin(), order.end(),
              [&](DeviceIndex a, DeviceIndex b) { return share.turns(a)->name() < share.turns(b)->name(); });
    begun_.reserve(order.size());
    try {
        for (const DeviceIndex d : order) {
            share.turns(d)->begin_turn();
            begun_.push_back(d);
        }
    } catch (...) {
        end();
        throw;
    }
}

RunTurns::~RunTurns() {
    end();
}

void RunTurns::end() noexcept {
    for (auto d = begun_.rbegin(); d != begun_.rend(); ++d)
        share_.turns(*d)->end_turn([&] {
            if (share_.memory_goes_with_turn()) give_back_(*d);
        });
}

}  // namespace hg
