#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

class WorkQueue;
class HostChoice;
class ProcessGeneration;
struct GemmEquivalent;

/// A machine with the programs built for it so far. Calls without a session use the process-wide one. It is
/// made from the HG_* variables at the first call that devices may do, and it is never destroyed. With
/// HG_TRACE=path a session adds its runs to the process's trace in that file, which grows as runs end. If the
/// file cannot be written, there is a warning in the log and no call fails. Thread-safe.
///
/// When exit() begins, sessions end. Calls under way are waited for, two seconds at most. Later calls throw
/// Error{device_lost}. So do calls on a session of the parent in a child made by fork. If the parent has used
/// devices, the process-wide session of a child has no machine: the CPU's BLAS and LAPACK do its calls.
///
/// A small call that the CPU's BLAS does sooner than one device would is done at once in the calling thread.
/// It waits for no run, and it is no run. The choice uses what the cache folder knows of the machine, and
/// first guesses for the rest. See MachineOptions::host_below.
class Session {
  public:
    /// A session of its own, with a machine of its own. Throws as Machine's constructor does.
    explicit Session(const MachineOptions& options = MachineOptions::from_environment());
    /// A session on a given machine, for tests. The machine does all calls, also small ones. `host_machine`
    /// is the machine of host_machine(); if null, it is made when it is needed.
    explicit Session(std::unique_ptr<Machine> machine, std::unique_ptr<Machine> host_machine = nullptr);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The process-wide session. Throws Error{device_lost} once exit() has begun.
    static Session& global();

    /// How its devices compute the products of calls of this thread: as an ArithmeticScope of the thread says, else
    /// MachineOptions::arithmetic.
    [[nodiscard]] Arithmetic arithmetic() const noexcept;

    /// When it was made, and where.
    [[nodiscard]] const ProcessGeneration& life() const noexcept;

    /// Throws Error{device_lost} if the session has none.
    [[nodiscard]] Machine& machine();
    /// A machine of the host device alone. It finishes calls if all devices are lost. It is made at the first
    /// call of this function.
    [[nodiscard]] Machine& host_machine();
    /// The machine as measured numbers: links, host copies, kernels. At the first call it measures what the
    /// cache folder does not know, which takes seconds, and keeps it there. Equal devices have equal kernel
    /// rates. Throws what Machine::run() throws.
    [[nodiscard]] const Target& target();
    /// The measured figures behind target().
    [[nodiscard]] const MachineModel& model();
    /// The machine as numbers that are good enough to divide work, without measuring: what the cache folder
    /// and this session know at the first call, and first guesses for the rest. Guesses do not suffice if
    /// devices differ in kind. Then kernel rates are measured once, in a second or two, and kept.
    [[nodiscard]] const Target& division_target();

    /// True if the CPU's BLAS does a product of these sizes at once. C is m x n, the depth is k. Such a
    /// product is counted in the statistics. The answer stays the same for the life of the session, and it is
    /// the same for any number of equal devices. `calls`: a device does the work in this number of calls, one after the
    /// other.
    [[nodiscard]] bool runs_on_cpu(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k,
                                   bool reads_c, std::int64_t calls = 1);

    /// The same for a call that costs as much as a product, and the elements that it moves.
    [[nodiscard]] bool runs_on_cpu(ElementType type, const GemmEquivalent& product);

    /// The same for a call of level 1 or 2: its operands are in host memory, which the CPU reads sooner than any link. False
    /// only if the calling thread asks for devices, or MachineOptions::host_below, which is then 0.
    [[nodiscard]] bool vectors_run_on_cpu();
    /// True if a device nevertheless does a call sooner that reads and writes so many bytes of pinned memory, by the
    /// measured rates of its link and of the host's memory.
    [[nodiscard]] bool streams_faster(double read, double written);

    /// True if a program that is `gain` seconds faster than the CPU's BLAS is worth what its first run costs:
    /// its kernels are compiled, or programs of which this was asked in vain have come, with this one, to
    /// as much gain as compilers take. If not, the call is the CPU's, and it is counted in the statistics.
    [[nodiscard]] bool is_worth_compiling(const Program& program, double gain);

    /// What runs_on_cpu() decides by.
    [[nodiscard]] const HostChoice& host_choice();

    /// The tuned kernels: those that ship with the library, and the user's own. The user's own are read from
    /// the cache folder when the session is made. Choosing from them never measures anything. A damaged file
    /// of the user's is ignored with one warning in the log.
    [[nodiscard]] const kernels::Database& kernels() const noexcept;

    /// The program cached under `key`. If there is none yet, `build` builds it. At most 64 programs are kept;
    /// the least recently used ones are dropped.
    [[nodiscard]] Program program(const std::string& key, const std::function<Program()>& build);

    /// Pinned memory of at least `bytes` bytes, for what one run exchanges between devices. It
    /// is the caller's alone as long as he holds it. The largest such memories are kept for
    /// later calls. Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> workspace(std::int64_t bytes);

    /// Runs a program with the session's observer, if any.
    void run(const Program& program, const Bindings& bindings);
    /// The same on one of the session's machines. `journal` is as in Machine::run().
    void run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal);

    /// Gives back all memory that no call uses: device memory and workspaces. The next call takes what it
    /// needs again. Without trim(), a session keeps at most 1.25 times the device memory that the largest
    /// calls of the last minute needed. This rule is applied when a call ends: a session without calls keeps
    /// what its last calls left. Throws Error{device_lost} as calls do.
    void trim();

    /// If devices are lost, tries to get them back. It tries at the first call of this function after the
    /// loss. As long as a driver refuses, it lets 1, 2, 4, ... calls pass before it tries again.
    void recover_devices();

    /// The submitted calls (see blas/async.hpp) that have not ended.
    [[nodiscard]] WorkQueue& calls();

    /// Tells `observer` of all later runs. Null ends that. The observer must live as long as it is used.
    void observe(Observer* observer);

    /// What the session has done so far, in numbers of calls, runs and programs.
    struct Statistics {
        std::uint64_t programs_built = 0;   ///< by program(), for problems that were new
        std::uint64_t programs_reused = 0;  ///< given again by program()
        std::uint64_t runs = 0;             ///< of programs, failed ones too
        std::uint64_t failed_runs = 0;      ///< that threw, also in calls that other devices finished
        std::uint64_t host_calls = 0;       ///< done by the CPU's BLAS at once, since the session was made
    };
    /// The numbers of this moment.
    [[nodiscard]] Statistics statistics() const;

    /// What only the session itself can ask for: one without a machine.
    class CpuAlone {
        friend class Session;
        CpuAlone() = default;
    };
    /// The session of a child whose parent has used devices: it has no machine.
    explicit Session(CpuAlone);

  private:
    static Session& make_global();
    static Session& global_of_child();

    struct State;
    std::unique_ptr<State> state_;
};

/// While it lives, devices compute the products of this thread's calls in this way, whatever the session says. Calls that
/// the thread submits keep it. A scope within another one counts until it ends. It belongs to its thread.
///
///     {
///         const hg::ArithmeticScope scope(hg::Arithmetic::emulated);
///         hg::dgemm(...);  // by products of integers
///     }
///
/// What emulated products are, and how accurate, is in docs/design/emulation.md.
class ArithmeticScope {
  public:
    /// It begins.
    explicit ArithmeticScope(Arithmetic arithmetic) noexcept;
    /// It ends: what held before holds again.
    ~ArithmeticScope();
    ArithmeticScope(const ArithmeticScope&) = delete;
    ArithmeticScope& operator=(const ArithmeticScope&) = delete;

  private:
    std::optional<Arithmetic> before_;
};

}  // namespace hg
