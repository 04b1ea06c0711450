#pragma once

#include <string>

namespace hg {

/// How the processes of one node share its devices. Processes of one user that share devices respect each
/// other's locks. Processes with `none` respect no locks.
enum class SharePolicy {
    /// `fair` if a launcher such as mpirun started several ranks here and they have GPUs; else `none`.
    automatic,
    none,       ///< every process uses all its devices, whoever else uses them
    exclusive,  ///< each process has whole devices for its lifetime
    fair        ///< devices in turns, and a slice of their memory for each process
};

/// The position of this process among those that share the devices of a node.
struct ShareOptions {
    SharePolicy policy = SharePolicy::automatic;  ///< applies to all devices of the machine
    int ranks = 0;                                ///< processes on this node that share; 0: unknown
    int rank = -1;  ///< this process among them, 0 .. ranks - 1; negative: unknown
    /// Folder of the locks, private to the user. Empty: /dev/shm/hg-USERID. Its parent folder must exist.
    std::string folder{};

    /// Reads HG_SHARE (none, exclusive, fair), HG_SHARE_RANKS, HG_SHARE_RANK and HG_SHARE_DIR. If the ranks
    /// are not given, hg takes them from the variables that Open MPI, MPICH and Intel MPI, MVAPICH or Slurm's
    /// srun set. Throws Error{invalid_argument} with the variable's name if a value cannot be read.
    static ShareOptions from_environment();
};

}  // namespace hg
