#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/hgctl/peer_loader.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {

/// How a peer did in repeated runs.
struct PeerResult {
    std::string name;
    std::string runs_on;
    std::string variant{};  ///< the setting that was best; empty if there is one alone
    std::string failure{};  ///< why there are no times; empty if there are
    Samples times{};
    std::optional<double> resident_seconds{};  ///< best
    double error = 0;                          ///< of the last run
};

/// The result of a peer; null if it has no times.
const PeerResult* find_peer(const std::vector<PeerResult>& peers, const std::string& name);

/// One peer's turns at one call. In its first turn it runs with each of its settings; the best one stays.
class PeerTurns {
  public:
    /// Makes the peer run the call once, on matrices as the call wants them, with a setting by its position.
    using Run = std::function<PeerTime(Peer& peer, std::size_t variant)>;

    /// `peer` must outlive the turns; what it keeps for the call's matrices is released in the end.
    PeerTurns(Peer& peer, int devices, Run run);
    ~PeerTurns() { peer_.release(); }
    PeerTurns(const PeerTurns&) = delete;
    PeerTurns& operator=(const PeerTurns&) = delete;

    /// Takes a turn; one that does not count is a warm-up. Nothing after a failure, which the result tells.
    void take(bool counts);
    /// True if the matrices hold what the latest turn left in them.
    [[nodiscard]] bool succeeded() const noexcept { return result_.failure.empty(); }
    void set_error(double error) noexcept { result_.error = error; }

    [[nodiscard]] const PeerResult& result() const noexcept { return result_; }

  private:
    PeerTime run(std::size_t variant);
    /// The time of the best variant, which is kept.
    PeerTime try_variants();

    Peer& peer_;
    Run run_;
    std::optional<std::size_t> variant_;
    PeerResult result_;
};

}  // namespace hgctl
