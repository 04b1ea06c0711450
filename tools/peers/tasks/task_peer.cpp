#include "tools/peers/tasks/task_peer.hpp"

#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

std::unique_ptr<TaskPeer> load(const std::string& name, int workers, std::string& reason) {
    if (name == "starpu") return load_starpu(workers, reason);
    if (name == "taskflow") return load_taskflow(workers, reason);
    throw hg::Error(hg::ErrorCode::invalid_argument, "no peer is called '" + name + "'");
}

}  // namespace

const std::vector<std::string>& task_peers() {
    static const std::vector<std::string> names{"starpu", "taskflow"};
    return names;
}

std::vector<std::unique_ptr<TaskPeer>> load_task_peers(const std::vector<std::string>& names, int workers,
                                                       std::vector<std::string>& left_out) {
    std::vector<std::unique_ptr<TaskPeer>> peers;
    for (const std::string& name : names) {
        std::string reason;
        if (auto peer = load(name, workers, reason))
            peers.push_back(std::move(peer));
        else
            left_out.emplace_back(name).append(" is left out: ").append(reason);
    }
    return peers;
}

}  // namespace hgctl
