#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "runtime/program/base/environment_variable.hpp"
#include <hg/runtime/machine/share_options.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Reads a nonnegative integer and removes it from the text.
std::optional<int> take_number(std::string_view& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<int> number(std::string_view text) {
    const std::optional<int> value = take_number(text);
    return text.empty() ? value : std::nullopt;
}

/// Returns the number of tasks on node `node` from Slurm's list, such as "4(x2),3" for 4, 4 and 3.
std::optional<int> slurm_tasks(std::string_view list, int node) {
    while (!list.empty()) {
        const std::optional<int> tasks = take_number(list);
        int nodes = 1;
        if (list.starts_with("(x")) {
            list.remove_prefix(2);
            nodes = take_number(list).value_or(0);
            if (!list.starts_with(')')) return std::nullopt;
            list.remove_prefix(1);
        }
        if (!tasks || nodes <= 0) return std::nullopt;
        if (node < nodes) return tasks;
        node -= nodes;
        if (!list.starts_with(',')) return std::nullopt;
        list.remove_prefix(1);
    }
    return std::nullopt;
}

struct LocalRank {
    int rank = -1;
    int ranks = 0;
};

/// A launcher's environment variables: a process's number on its node, and the number of processes there.
struct Launcher {
    const char* rank;
    const char* ranks;
};
constexpr std::array<Launcher, 3> kLaunchers{{
    {"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},  // Open MPI
    {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},                        // Hydra: MPICH, Intel MPI
    {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"},    // MVAPICH
}};

LocalRank checked(std::optional<int> rank, std::optional<int> ranks) {
    if (!rank || !ranks || *rank >= *ranks) return {};
    return {*rank, *ranks};
}

/// Returns this process's place on the node according to the launcher that started it.
LocalRank local_rank() {
    for (const Launcher& launcher : kLaunchers) {
        const LocalRank local = checked(number(environment_variable(launcher.rank)),
                                        number(environment_variable(launcher.ranks)));
        if (local.ranks > 0) return local;
    }
    // Processes that a batch script starts directly are not tasks of a step and have no such list.
    return checked(number(environment_variable("SLURM_LOCALID")),
                   slurm_tasks(environment_variable("SLURM_STEP_TASKS_PER_NODE"),
                               number(environment_variable("SLURM_NODEID")).value_or(0)));
}

[[noreturn]] void refuse(const char* variable, std::string_view text, const std::string& takes) {
    throw Error(ErrorCode::invalid_argument,
                std::string(variable) + " is '" + std::string(text) + "', but must be " + takes);
}

SharePolicy parse_policy(std::string_view text) {
    if (text.empty()) return SharePolicy::automatic;
    if (text == "none") return SharePolicy::none;
    if (text == "exclusive") return SharePolicy::exclusive;
    if (text == "fair") return SharePolicy::fair;
    refuse("HG_SHARE", text, "none, exclusive or fair");
}

/// Values that the user gives replace those of the launcher.
LocalRank given_rank(LocalRank local) {
    const std::string ranks = environment_variable("HG_SHARE_RANKS");
    if (!ranks.empty()) {
        const std::optional<int> value = number(ranks);
        if (!value) refuse("HG_SHARE_RANKS", ranks, "the number of processes, or 0 if it is not known");
        local.ranks = *value;
        if (local.rank >= local.ranks) local.rank = -1;
    }
    const std::string rank = environment_variable("HG_SHARE_RANK");
    if (!rank.empty()) {
        const std::optional<int> value = number(rank);
        if (!value || *value >= local.ranks)
            refuse("HG_SHARE_RANK", rank,
                   "at least 0 and less than the number of processes that share (HG_SHARE_RANKS), which is " +
                       std::to_string(local.ranks));
        local.rank = *value;
    }
    return local;
}

}  // namespace

ShareOptions ShareOptions::from_environment() {
    const LocalRank local = given_rank(local_rank());
    return {.policy = parse_policy(environment_variable("HG_SHARE")),
            .ranks = local.ranks,
            .rank = local.rank,
            .folder = environment_variable("HG_SHARE_DIR")};
}

}  // namespace hg
