#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blas/cost/memory_bound.hpp"
#include "tools/cli/command_line.hpp"
#include "tools/hgctl/bench/bench_columns.hpp"
#include "tools/hgctl/bench/roofline.hpp"
#include "tools/hgctl/bench/routines/call_form.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/report/json.hpp"
#include "tools/workload/operands/call_settings.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/getrf.hpp>

namespace hgctl {

struct BenchRoutine;

/// One row of `hgctl bench`: a call from host memory to host memory. A routine looks at those of its fields
/// that it has.
struct BenchCase : CallSettings {
    const BenchRoutine* routine = nullptr;
    std::int64_t block = 0;  ///< 0: the library's choice
    bool refine = false;
    bool pinned = false;
    /// Calls of one run, if the routine is chained; 0: as many as take a twentieth of a second.
    int chain = 0;
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
    /// Makes the call, on hg or on a peer. Throws hg::Error{device_failed} if a peer lacks the routine.
    virtual void run() = 0;
    virtual PeerTime run(Peer& peer, std::size_t variant) = 0;
    /// The call on operands that it writes where it reads them.
    [[nodiscard]] virtual ListedCall listed() const = 0;
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

/// A routine that `hgctl bench` can time, from its row: all that is its own. What is null or empty it does
/// not have.
struct BenchRoutine {
    /// Without a session hg makes no calls.
    using Make = std::unique_ptr<BenchProblem>(hg::Session* session, const BenchCase& bench);

    std::string name;  ///< with the letters of its type
    hg::ElementType type = {};
    std::string help;
    std::string row = {};  ///< its name without letters
    int level = 3;         ///< of BLAS; 3 for LAPACK
    bool is_lapack = false;
    CallForm form = {};
    std::vector<BenchSize> sizes = {};  ///< in the order of --sizes; n is among them
    const std::vector<std::string>* peers = &kNoPeers;
    std::string residual = {};       ///< the name of BenchError::residual; empty if there is none
    std::string residual_help = {};  ///< what it is
    /// What is added to the random diagonal of A; null: nothing.
    double (*diagonal)(const BenchCase& bench) = nullptr;
    /// The operands of a case, without addresses.
    std::vector<ListedOperand> (*operands)(const BenchCase& bench) = nullptr;
    double (*flops)(const CallSettings& settings) = nullptr;  ///< real ones
    Make* make = nullptr;
    Make* refined = nullptr;        ///< with refinement
    std::string refined_help = {};  ///< what that does

    /// Levels 1 and 2 take the time of their traffic, so rates count bytes. Their calls may be so short that
    /// several are timed together; they go to the CPU's BLAS if those of users do, and rows say who did them.
    [[nodiscard]] bool moves_memory() const noexcept { return level < 3; }
    [[nodiscard]] const RateWords& words() const noexcept {
        return moves_memory() ? kBytesWords : kFlopsWords;
    }
    /// "C := A A^T + beta C", what the case computes.
    [[nodiscard]] std::string title(const BenchCase& bench) const;
    /// Of level 1 or 2: the bytes that a call must move at least.
    [[nodiscard]] hg::Traffic traffic(const CallSettings& settings) const;
    /// What rates count.
    [[nodiscard]] double amount(const CallSettings& settings) const;
    /// The least that a case takes.
    [[nodiscard]] double host_bytes(const BenchCase& bench) const;
    [[nodiscard]] Roofline roofline(const BenchCase& bench, const hg::Target& target,
                                    const hg::HostRates& host) const;
};

/// What an option says of a routine's calls, beside their sizes.
struct BenchSetting {
    std::string name;
    std::function<void(Command& command, BenchCase& bench)> add_option;
    std::function<Json(const BenchCase& bench)> value;  ///< for reports; empty: they do not tell it
};

/// Those that a routine has.
std::vector<BenchSetting> settings_of(const BenchRoutine& routine);

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

// From their rows, in each of their types.
std::vector<BenchRoutine> blas_benches();
std::vector<BenchRoutine> lapack_benches();

/// All of them, in each of their types: "dgemm", "sgemm", ...
const std::vector<BenchRoutine>& bench_routines();
/// The one of this name.
const BenchRoutine& bench_routine(const std::string& name);

/// "4096" if all sizes follow from n, else "100 x 200 x 300"; and what that is: "n" or "m x n x k".
std::string size_text(const BenchCase& bench);
std::string size_name(const BenchCase& bench);

/// "dgemm n = 4096, 2 devices, pageable".
std::string title(const BenchCase& bench);

}  // namespace hgctl
