#pragma once

#include <array>
#include <deque>
#include <vector>

#include <hg/runtime/program/command.hpp>

namespace hg {

/// The kernels of a device's two EXEC queues. Each queue's run one after the other, those of both at the same
/// time. If both ask for more compute units than there are, they share them: each takes longer by the same
/// factor.
class ComputeUnits {
  public:
    struct Kernel {
        CommandId command{};
        double ready = 0;     ///< when nothing but its launch and the kernels before it holds it up, seconds
        double launched = 0;  ///< when the host has launched it, seconds
        double gap = 0;       ///< seconds after the kernel before it
        double seconds = 0;   ///< that it runs alone
        double share = 1;     ///< of the compute units that it can use
    };

    /// A kernel joins its queue.
    void launch(QueueKind queue, const Kernel& kernel);
    /// When the next kernel begins or ends; infinity if there is none.
    [[nodiscard]] double next_event() const;
    /// Goes to a time no later than next_event(). Appends the kernels that have ended; `ready` of those is
    /// when their turn had come.
    void advance(double now, std::vector<Kernel>& ended);

  private:
    struct Lane {
        std::deque<Kernel> kernels{};  ///< the first one runs, or is the next to
        bool runs = false;
        double free = 0;  ///< when the last one ended
        double end = 0;   ///< of the one that runs, at the present factor

        [[nodiscard]] double next_event() const;
        [[nodiscard]] double share() const { return runs ? kernels.front().share : 0; }
    };

    void share(double now);

    std::array<Lane, 2> lanes_{};
    double factor_ = 1;  ///< by which kernels take longer at present
};

}  // namespace hg
