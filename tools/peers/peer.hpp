#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/workload/operands/listed_call.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/sparse/sparse_matrix.hpp>

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
    /// Runs a call with a setting by its position, and times it. Libraries on the CPU make it `chain` times
    /// one after the other, the others once. Throws hg::Error{device_failed}, also if the library has no such
    /// routine.
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

/// y := A x with all in a device's memory: `chain` products one after the other, `runs` times. y becomes the
/// product.
template <hg::Element T>
struct SparseCall {
    const hg::SparseMatrix<T>& A;
    const T* x;
    T* y;
    int chain;
    int runs;
};
using AnySparseCall = std::variant<SparseCall<float>, SparseCall<double>, SparseCall<std::complex<float>>,
                                   SparseCall<std::complex<double>>>;

/// Another library with products of sparse matrices.
class SparsePeer {
  public:
    virtual ~SparsePeer() = default;
    SparsePeer(const SparsePeer&) = delete;
    SparsePeer& operator=(const SparsePeer&) = delete;

    /// As on command lines.
    [[nodiscard]] virtual std::string name() const = 0;
    /// What is timed.
    [[nodiscard]] virtual std::string function() const = 0;
    /// The seconds of one product in each run. Throws hg::Error{device_failed}, and {invalid_argument} for
    /// what the library does not have.
    virtual std::vector<double> run(const AnySparseCall& call) = 0;

  protected:
    SparsePeer() = default;
};

/// An operand of an instruction with its matrix on the host, whose columns are `rows` elements apart.
struct KernelOperand {
    void* data = nullptr;
    hg::Register shape;  ///< on the device
};

/// Seconds of one run of a kernel from host memory and back.
struct KernelTimes {
    double allocation = 0;
    double in = 0;
    double kernel = 0;  ///< from the launch until the host knows of its end
    double out = 0;
    double by_device = 0;  ///< the kernel's by the device's own clock
};

/// Another compiler for hg's own kernels, with the device that it compiles for.
class KernelPeer {
  public:
    KernelPeer() = default;
    KernelPeer(const KernelPeer&) = delete;
    KernelPeer& operator=(const KernelPeer&) = delete;
    virtual ~KernelPeer() = default;

    /// As on command lines: "cuda".
    [[nodiscard]] virtual std::string name() const = 0;
    /// The device and the compiler, for reports.
    [[nodiscard]] virtual std::string runs_on() const = 0;
    /// Compiles the instruction's kernel unless it is compiled. Returns the seconds that this took. Throws
    /// hg::Error{device_failed} with the compiler's log.
    virtual double build(const hg::Instruction& instruction) = 0;
    /// Runs the instruction on its operands, which are copied as its access modes say. Throws likewise.
    virtual KernelTimes run(const hg::Instruction& instruction, const std::vector<KernelOperand>& operands,
                            const std::vector<double>& scalars) = 0;
};

/// Seconds that a library took for a graph of empty tasks.
struct TaskTimes {
    std::optional<double> build;  ///< of the graph, before it runs; none if it is built while it runs
    double run = 0;               ///< from then on until all tasks have ended

    [[nodiscard]] double together() const noexcept { return build.value_or(0) + run; }
};

/// Another library that runs graphs of tasks, with its workers started. Loaded at run time, or built in if it
/// has headers alone; hg does not depend on it. One of a name lives at a time.
class TaskPeer {
  public:
    TaskPeer() = default;
    TaskPeer(const TaskPeer&) = delete;
    TaskPeer& operator=(const TaskPeer&) = delete;
    virtual ~TaskPeer() = default;

    /// With its settings: "starpu", "taskflow".
    [[nodiscard]] virtual std::string name() const = 0;
    /// Builds the graph of for_each_cholesky_task(tiles) with empty tasks, and runs it once. Throws
    /// hg::Error{device_failed}.
    virtual TaskTimes run(std::size_t tiles) = 0;
};

}  // namespace hgctl
