#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

struct PeerTime {
    double seconds = 0;                      ///< of a call from host memory to host memory, as ours
    std::optional<double> resident_seconds;  ///< the arithmetic alone, operands on the device
};

/// Another library with routines of BLAS or LAPACK, to measure against. hg does not depend on it.
class Peer {
  public:
    Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    virtual ~Peer() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    /// What it runs on with `devices` devices, for reports.
    [[nodiscard]] virtual std::string runs_on(int devices) const = 0;
    /// Its settings of which the best one counts, by name; one without a name if there is nothing to set.
    [[nodiscard]] virtual std::vector<std::string> variants() const { return {""}; }
    /// Runs a call with a setting by its position, and times it. Libraries on the CPU make it `chain` times one after the
    /// other, the others once. Throws hg::Error{device_failed}, also if the library has no such routine.
    virtual PeerTime run(const ListedCall& call, std::size_t variant = 0) = 0;
    /// Seconds of one call on operands in its memory, from each of `runs` chains. Throws likewise.
    virtual std::vector<double> repeat(const ListedCall& call) { lacks(call); }
    /// Forgets what it holds for the operands of calls so far: they are about to be freed.
    virtual void release() {}

  protected:
    /// Throws hg::Error{device_failed}: the library has no such routine.
    [[noreturn]] void lacks(const ListedCall& call) const {
        throw hg::Error(hg::ErrorCode::device_failed, name() + " has no " + call.routine);
    }
};

}  // namespace hgctl
