#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"
#include "tools/hgctl/bench/roofline.hpp"
#include "tools/hgctl/bench/routines/call_form.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/report/json.hpp"
#include "tools/report/rate_unit.hpp"
#include "tools/workload/operands/call_settings.hpp"
#include <hg/blas/session.hpp>
#include <hg/blas/types.hpp>
#include <hg/lapack/getrf.hpp>

namespace hgctl {

struct BenchRoutine;

/// One row of `hgctl bench`: a call from host memory to host memory. A routine looks at those of its fields
/// that it has.
struct BenchCase : CallSettings {
    const BenchRoutine* routine = nullptr;
    std::int64_t block = 0;  ///< 0: the library's choice
    hg::Pivoting pivoting = hg::Pivoting::partial;
    bool refine = false;
    bool pinned = false;
    int chain =
        0;  ///< calls of one run, if the routine is chained; 0: as many as take a twentieth of a second
    int warmup = 1;
    int repeat = 5;
    std::optional<int> peer_repeat = {};  ///< turns of each peer, all of which count; else as many as ours
    int devices = 1;                      ///< of the session; also for peers that can use several
};

/// How right a result is.
struct BenchError {
    double error = 0;                ///< in units of its bound: good up to 1
    std::optional<double> residual;  ///< as BenchRoutine::residual says
};

/// The matrices of one case, and what is done with them.
class BenchProblem {
  public:
    BenchProblem() = default;
    BenchProblem(const BenchProblem&) = delete;
    BenchProblem& operator=(const BenchProblem&) = delete;
    virtual ~BenchProblem() = default;

    /// Fills what a call overwrites, as it is before the call.
    virtual void restore() = 0;
    /// Makes the call, on hg or on a peer. Throws hg::Error{device_failed} if no peer has the routine.
    virtual void run() = 0;
    virtual PeerTime run(Peer& peer, std::size_t variant);
    /// Of what the latest call left.
    [[nodiscard]] virtual BenchError error() const = 0;
    /// Of its bits: equal for equal results.
    [[nodiscard]] virtual std::uint64_t fingerprint() const = 0;

    /// Calls that are timed together, one after the other.
    [[nodiscard]] int chain() const noexcept { return chain_; }
    void set_chain(int calls) noexcept { chain_ = calls; }

  private:
    int chain_ = 1;
};

/// One of a routine's sizes.
struct BenchSize {
    std::string name;
    std::int64_t BenchCase::*value;
    std::string help;
    std::optional<std::int64_t> otherwise;  ///< if it is not given; nothing: n
};

/// What of an operand a device needs that computes some of the result's rows and columns.
enum class Needed {
    all,
    rows,     ///< as large a part of it as the device has of the rows
    cols,     ///< likewise of the columns
    factors,  ///< the operand is both factors of a product: half of each of the two
};

/// A matrix of a call.
struct BenchOperand {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    bool is_triangle = false;  ///< one triangle counts
    bool read = true;
    Needed needed = Needed::all;  ///< of the result itself: the part that the device computes
};

/// How reports say what rates count.
struct RateWords {
    const char* key;     ///< of 1e9 a second, in JSON
    const char* unit;    ///< of the same, in tables
    const char* limits;  ///< what T* is
};
const RateWords& words_of(hg::kernels::RateUnit unit);

/// A routine that `hgctl bench` can time: all that is its own. What is null or empty it does not have.
struct BenchRoutine {
    using Operands = std::vector<BenchOperand>;

    using Make = std::unique_ptr<BenchProblem>(hg::Session& session, const BenchCase& bench);

    std::string name;  ///< with the letters of its type
    hg::ElementType type = {};
    std::string help;
    std::string row = {};  ///< its name without letters
    bool is_lapack = false;
    CallForm form = {};
    std::vector<BenchSize> sizes;  ///< in the order of --sizes; n is among them
    const std::vector<std::string>* peers = &no_peers();
    std::string residual = {};       ///< the name of BenchError::residual; empty if there is none
    std::string residual_help = {};  ///< what it is
    /// Calls go to the CPU's BLAS if those of users do, and rows say who did them; else that is so beside
    /// GPUs alone.
    bool may_be_hosts = false;
    bool chained = false;  ///< calls may be so short that several are timed together
    double alpha = 1;      ///< by which repeated calls neither grow nor shrink much
    /// Options of this routine alone.
    void (*add_options)(Command& command, BenchCase& bench) = nullptr;
    /// What they are, for reports.
    Json (*settings)(const BenchCase& bench) = nullptr;
    std::string (*title)(const BenchCase& bench) = nullptr;
    /// What is added to the random diagonal of A; null: nothing.
    double (*diagonal)(const BenchCase& bench) = nullptr;
    /// What it reads, then what it writes.
    Operands (*operands)(const BenchCase& bench) = nullptr;
    /// A call of the case, its operands without addresses.
    ListedCall (*listed)(const BenchCase& bench) = nullptr;
    hg::kernels::RateUnit unit = hg::kernels::RateUnit::flops;
    double (*amount)(const BenchCase& bench) = nullptr;  ///< what rates count: flops are real ones
    /// T*; null: that of the flops and the operands.
    Roofline (*special_roofline)(const BenchCase& bench, const hg::Target& target,
                                 const hg::HostRates& host) = nullptr;
    Make* make = nullptr;
    Make* refined = nullptr;  ///< with refinement

    /// Of the operands: the least that a case takes.
    [[nodiscard]] double host_bytes(const BenchCase& bench) const;
    [[nodiscard]] Roofline roofline(const BenchCase& bench, const hg::Target& target,
                                    const hg::HostRates& host) const;
};

/// A call of a case with these arguments, for peers.
template <class Arguments>
ListedCall listed_case(const BenchCase& bench, const Arguments& arguments) {
    ListedCall call = listed_call(bench.routine->name, arguments);
    // No beta says so, but copy does not read what it writes.
    if (call.routine == "copy") call.operands().back()->read = false;
    call.is_lapack = bench.routine->is_lapack;
    call.pinned = bench.pinned;
    call.devices = bench.devices;
    return call;
}

// From their rows, in each of their types: level 3, LAPACK, and levels 1 and 2.
std::vector<BenchRoutine> level3_benches();
std::vector<BenchRoutine> lapack_benches();
std::vector<BenchRoutine> vector_benches();

/// All of them, in each of their types: "dgemm", "sgemm", ...
const std::vector<BenchRoutine>& bench_routines();

/// "4096" if all sizes follow from n, else "100 x 200 x 300"; and what that is: "n" or "m x n x k".
std::string size_text(const BenchCase& bench);
std::string size_name(const BenchCase& bench);

/// "dgemm n = 4096, 2 devices, pageable".
std::string title(const BenchCase& bench);

}  // namespace hgctl
