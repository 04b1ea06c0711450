#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/peers/peer_calls.hpp"
#include "tools/peers/resident_call.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hgctl {

struct PeerTime {
    double seconds = 0;                      ///< from host memory to host memory, as ours
    std::optional<double> resident_seconds;  ///< the arithmetic alone, matrices on the device
};

/// Another library's routines, to measure against. Loaded at run time, or built in if it has headers alone; hg does not depend
/// on it.
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
    /// Each runs one call with a setting by its position, and times it. Throws hg::Error{device_failed}, also
    /// if the library has no such routine.
    virtual PeerTime multiply(const PeerGemm& call, std::size_t variant = 0);
    virtual PeerTime compute(const PeerLevel3& call, std::size_t variant = 0);
    virtual PeerTime factor(const PeerFactorization& call, std::size_t variant = 0);
    virtual PeerTime apply(const PeerVectors& call);
    /// Seconds of one call of levels 1 and 2 on operands in its memory, from each run. Throws likewise.
    virtual std::vector<double> repeat(const ResidentCall& call);
    /// Forgets what it holds for the matrices of calls so far: they are about to be freed.
    virtual void release() {}
};

/// None.
const std::vector<std::string>& no_peers();
/// The peers that multiply matrices.
const std::vector<std::string>& gemm_peers();
/// Those that have the rest of level 3.
const std::vector<std::string>& level3_peers();
/// Those that have levels 1 and 2, from and to host memory.
const std::vector<std::string>& vector_peers();
/// Those that have them in the memory of what they compute on.
const std::vector<std::string>& resident_peers();
/// Those that factor a matrix.
const std::vector<std::string>& factor_peers();

/// The peer called `name`, on `device` if it takes one. Null if it is not installed or cannot run here;
/// `reason` then says why. Throws hg::Error{invalid_argument} for a name that no peer has.
std::unique_ptr<Peer> load_peer(const std::string& name, const hg::DeviceInfo& device, std::string& reason);

/// The peers of these names that are there; the others are named on standard error, with the reason.
std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device);

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device, std::string& reason);
std::unique_ptr<Peer> load_viennacl(const hg::DeviceInfo& device, std::string& reason);
std::unique_ptr<Peer> load_openblas(std::string& reason);
std::unique_ptr<Peer> load_cublas(std::string& reason);
std::unique_ptr<Peer> load_cublasxt(std::string& reason);
std::unique_ptr<Peer> load_cusolver(std::string& reason);
std::unique_ptr<Peer> load_nvblas(std::string& reason);

}  // namespace hgctl
