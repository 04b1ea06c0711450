#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/machine/device.hpp"
#include "samples.hpp"

namespace hgctl {

/// C := alpha op(A) op(B) + beta C, column-major without gaps, in host memory.
struct PeerCall {
    hg::ElementType type = hg::ElementType::f64;
    bool transpose_a = false;
    bool transpose_b = false;
    std::int64_t m = 0, n = 0, k = 0;
    double alpha = 1;
    double beta = 0;
    const void* a = nullptr;
    const void* b = nullptr;
    void* c = nullptr;

    [[nodiscard]] std::int64_t lda() const noexcept { return transpose_a ? k : m; }
    [[nodiscard]] std::int64_t ldb() const noexcept { return transpose_b ? n : k; }
};

struct PeerTime {
    double seconds = 0;                      ///< from host memory to host memory, as ours
    std::optional<double> resident_seconds;  ///< the product alone, matrices on the device
};

/// How a peer did in repeated runs.
struct PeerResult {
    std::string name;
    std::string runs_on;
    Samples times;
    std::optional<double> resident_seconds;  ///< best
    double error = 0;

    void add(const PeerTime& time);
};

/// Another library's gemm, to measure against. Loaded at run time; hg does not depend on it.
class Peer {
  public:
    Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    virtual ~Peer() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    /// What it runs on, for reports.
    [[nodiscard]] virtual std::string runs_on() const = 0;
    /// Runs one call and times it. Throws hg::Error{device_failed}.
    virtual PeerTime multiply(const PeerCall& call) = 0;
};

/// The peer called `name` ("clblast", "openblas"), on `device` where it takes one. Null where it is not
/// installed or cannot run here; `reason` then says why. Throws hg::Error{invalid_argument} for other names.
std::unique_ptr<Peer> load_peer(const std::string& name, const hg::DeviceInfo& device, std::string& reason);

/// The peers of these names that are there; the others are named on standard error, with the reason.
std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device);

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device, std::string& reason);
std::unique_ptr<Peer> load_openblas(std::string& reason);

}  // namespace hgctl
