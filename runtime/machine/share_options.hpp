#pragma once

#include <string>

namespace hg {

/// How the processes of one node share its devices. Processes of one user that share respect each other's
/// locks. Processes with `none` respect no locks.
enum class SharePolicy {
    automatic,  ///< fair if a launcher such as mpirun started several ranks here and they have GPUs; else
                ///< none
    none,       ///< every process uses all its devices, whoever else uses them
    exclusive,  ///< whole devices for each process, for its life
    fair        ///< devices in turns, each process with a slice of their memory
};

/// This process among those that share the devices of a node.
struct ShareOptions {
    SharePolicy policy = SharePolicy::automatic;  ///< for all devices of the machine
    int ranks = 0;                                ///< processes on this node that share; 0: not known
    int rank = -1;  ///< this process among them, 0 .. ranks - 1; below 0: not known
    /// Folder of the locks, private to the user. Empty: /dev/shm/hg-USERID. Its parent folder must exist.
    std::string folder{};

    /// From HG_SHARE (none, exclusive, fair), HG_SHARE_RANKS, HG_SHARE_RANK, HG_SHARE_DIR. If the ranks are
    /// not given, they are what Open MPI, MPICH and Intel MPI, MVAPICH or Slurm's srun tell their processes.
    /// Throws Error{invalid_argument} with the variable's name if a value cannot be read.
    static ShareOptions from_environment();
};

}  // namespace hg
