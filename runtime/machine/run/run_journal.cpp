#include <hg/runtime/machine/run_journal.hpp>

namespace hg {

std::optional<std::int64_t> RunJournal::stored_bytes(CommandId store) const {
    if (index(store) >= stored_.size()) return 0;
    const std::int64_t bytes = stored_[index(store)].load();
    if (bytes == kUnknown) return std::nullopt;
    return bytes;
}

bool RunJournal::failed(DeviceIndex device) const {
    return device < failed_.size() && failed_[device].load();
}

void RunJournal::begin(const Program& program) {
    stored_ = std::vector<std::atomic<std::int64_t>>(program.size());
    failed_ = std::vector<std::atomic<bool>>(program.devices().size());
}

}  // namespace hg
