#include "runtime/machine/trace/trace_path.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/environment_variable.hpp"

namespace hg {
namespace {

/// A launcher's environment variables: a process's number in the whole job, and the number of processes.
struct Launcher {
    const char* rank;
    const char* ranks;
};
constexpr std::array<Launcher, 4> kLaunchers{{
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},  // Open MPI
    {"PMI_RANK", "PMI_SIZE"},                          // Hydra: MPICH, Intel MPI
    {"MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},    // MVAPICH
    {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"},          // srun
}};

bool is_number(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Returns this process's number among several ranks; empty if it is alone.
std::string rank_in_job() {
    for (const Launcher& launcher : kLaunchers) {
        const std::string rank = environment_variable(launcher.rank);
        const std::string ranks = environment_variable(launcher.ranks);
        if (is_number(rank) && is_number(ranks)) return ranks == "1" ? "" : rank;
    }
    return "";
}

/// Returns true in a child that a process with hg loaded has made by fork(), and in that child's children.
bool is_made_by_fork() noexcept {
    return life::generation.load() > 1;
}

/// Puts a word before the extension of the file's name.
std::string with_word(const std::string& path, const std::string& word) {
    const std::size_t name = path.rfind('/') + 1;
    std::size_t dot = path.rfind('.');
    if (dot == std::string::npos || dot <= name) dot = path.size();
    return path.substr(0, dot) + "." + word + path.substr(dot);
}

}  // namespace

std::string with_process_number(const std::string& path) {
    return with_word(path, std::to_string(getpid()));
}

std::string trace_path_of_environment() {
    std::string path = environment_variable("HG_TRACE");
    const std::string process = std::to_string(getpid());
    std::size_t at = path.find("%p");
    if (path.empty() || at == std::string::npos) {
        if (path.empty()) return path;
        if (const std::string rank = rank_in_job(); !rank.empty()) return with_word(path, "rank" + rank);
        return is_made_by_fork() ? with_process_number(path) : path;
    }
    for (; at != std::string::npos; at = path.find("%p", at + process.size())) path.replace(at, 2, process);
    return path;
}

}  // namespace hg
