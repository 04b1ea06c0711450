#pragma once

#include <array>
#include <deque>
#include <vector>

#include <hg/runtime/program/command.hpp>

namespace hg {

/// The kernels of a device's two EXEC queues. Kernels of one queue run one after another, and those of
/// different queues concurrently. If both need more compute units than there are, they share them: each takes
/// longer by the same factor.
class ComputeUnits {
  public:
    struct Kernel {
        CommandId command{};
        double ready = 0;     ///< time from which only its launch and earlier kernels delay it, seconds
        double launched = 0;  ///< time at which the host has launched it, seconds
        double gap = 0;       ///< seconds between the previous kernel and this one
        double seconds = 0;   ///< seconds that it runs alone
        double share = 1;     ///< share of the compute units that it can use
    };

    /// Adds a kernel to its queue.
    void launch(QueueKind queue, const Kernel& kernel);
    /// Returns the time at which the next kernel begins or ends; infinity if there is none.
    [[nodiscard]] double next_event() const;
    /// Advances to a time no later than next_event(). Appends the kernels that have ended; their `ready` is
    /// the time of their turn.
    void advance(double now, std::vector<Kernel>& ended);

  private:
    struct Lane {
        std::deque<Kernel> kernels{};  ///< the first one is running, or is the next to run
        bool runs = false;
        double free = 0;  ///< end of the last kernel
        double end = 0;   ///< end of the running kernel with the present factor

        [[nodiscard]] double next_event() const;
        [[nodiscard]] double share() const { return runs ? kernels.front().share : 0; }
    };

    void share(double now);

    std::array<Lane, 2> lanes_{};
    double factor_ = 1;  ///< by which kernels take longer at present
};

}  // namespace hg
