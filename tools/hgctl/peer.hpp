#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/machine/device.hpp"

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
    bool pinned = false;  ///< the matrices lie in memory that hg has pinned
    int devices = 1;      ///< to use, for libraries that can use several

    [[nodiscard]] std::int64_t lda() const noexcept { return transpose_a ? k : m; }
    [[nodiscard]] std::int64_t ldb() const noexcept { return transpose_b ? n : k; }
    [[nodiscard]] std::int64_t bytes_a() const noexcept { return m * k * hg::size_of(type); }
    [[nodiscard]] std::int64_t bytes_b() const noexcept { return k * n * hg::size_of(type); }
    [[nodiscard]] std::int64_t bytes_c() const noexcept { return m * n * hg::size_of(type); }
};

struct PeerTime {
    double seconds = 0;                      ///< from host memory to host memory, as ours
    std::optional<double> resident_seconds;  ///< the product alone, matrices on the device
};

/// Another library's gemm, to measure against. Loaded at run time; hg does not depend on it.
class Peer {
  public:
    Peer() = default;
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    virtual ~Peer() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    /// What it runs on with so many devices, for reports.
    [[nodiscard]] virtual std::string runs_on(int devices) const = 0;
    /// Its settings of which the best one counts, by name; one without a name where there is nothing to set.
    [[nodiscard]] virtual std::vector<std::string> variants() const { return {""}; }
    /// Runs one call with a setting by its position, and times it. Throws hg::Error{device_failed}.
    virtual PeerTime multiply(const PeerCall& call, std::size_t variant = 0) = 0;
    /// Forgets what it holds for the matrices of calls so far: they are about to be freed.
    virtual void release() {}
};

/// The names of all peers.
const std::vector<std::string>& peer_names();

/// The peer called `name`, on `device` where it takes one. Null where it is not installed or cannot run here;
/// `reason` then says why. Throws hg::Error{invalid_argument} for names that are not among peer_names().
std::unique_ptr<Peer> load_peer(const std::string& name, const hg::DeviceInfo& device, std::string& reason);

/// The peers of these names that are there; the others are named on standard error, with the reason.
std::vector<std::unique_ptr<Peer>> load_peers(const std::vector<std::string>& names,
                                              const hg::DeviceInfo& device);

std::unique_ptr<Peer> load_clblast(const hg::DeviceInfo& device, std::string& reason);
std::unique_ptr<Peer> load_openblas(std::string& reason);
std::unique_ptr<Peer> load_cublas(std::string& reason);
std::unique_ptr<Peer> load_cublasxt(std::string& reason);
std::unique_ptr<Peer> load_nvblas(std::string& reason);

}  // namespace hgctl
