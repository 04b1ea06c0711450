#pragma once

#include <cstdint>
#include <optional>

#include "runtime/machine/process_life.hpp"
#include <hg/blas/session.hpp>

namespace hg {

/// A routine's call on a session. exit() waits for it, and refuses none of the calls of which it consists.
class SessionCall {
  public:
    /// Throws Error{device_lost} as described at Session.
    explicit SessionCall(const Session& session) { in_flight_.emplace(session.life()); }
    /// For a call that costs as much as a product of these sizes. Cheap calls are not counted, because they
    /// complete before exit() continues and counting would cost too much.
    SessionCall(const Session& session, std::int64_t m, std::int64_t n, std::int64_t k)
        : SessionCall(session.life(), m, n, k) {}
    /// The same for a call without a session, in the given process generation.
    SessionCall(const ProcessGeneration& life, std::int64_t m, std::int64_t n, std::int64_t k) {
        if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) >= kWorthCounting)
            in_flight_.emplace(life);
    }

  private:
    static constexpr double kWorthCounting = 5e4;

    std::optional<InFlight> in_flight_;
};

}  // namespace hg
