#include "runtime/program/simulate/shared_staging.hpp"

#include <algorithm>
#include <cstddef>

#include "runtime/program/simulate/host_delays.hpp"
#include <hg/runtime/program/shared_loads.hpp>

namespace hg {

SharedStaging::SharedStaging(const Program& program, const Target& target)
    : program_(program), capacity_(kept_bytes(target)), left_(program.shared_load_count()) {
    for (std::uint32_t group = 0; group < left_.size(); ++group)
        left_[group] = static_cast<std::uint32_t>(program.shared_load_users(group).size());
}

bool SharedStaging::copies(CommandId load, const LinkNetwork& links) {
    if (!program_.is_staged(load)) return false;
    const std::uint32_t group = program_.shared_load(load);
    if (group == kNotShared) return true;
    double staged = 0;  // since the copy of a tile began
    for (std::size_t i = kept_.size(); i-- > 0;) {
        staged += links.share_moved(kept_[i].load) * kept_[i].bytes;
        if (staged > capacity_) {
            kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            break;
        }
        if (kept_[i].group == group) return false;
    }
    kept_.push_back({group, load, static_cast<double>(program_.transfer_bytes(load))});
    return true;
}

void SharedStaging::completed(CommandId load) {
    const std::uint32_t group = program_.shared_load(load);
    if (group == kNotShared || --left_[group] > 0) return;
    std::erase_if(kept_, [&](const Kept& kept) { return kept.group == group; });
}

}  // namespace hg
