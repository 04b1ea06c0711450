#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/policy.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// Builds a Program command by command. Write the commands in the order in which a sequential machine would
/// run them; finish() derives dependencies, slots and releases. Not thread-safe.
///
///     ProgramBuilder b(target);
///     ParameterId a = b.matrix("A", ElementType::f64, m, n);
///     RegisterId r = b.reg(0, ElementType::f64, m, n);
///     b.load(r, {a, 0, 0, m, n});
///     b.exec(scale, {r}, {b.scalar("alpha")});
///     b.store({a, 0, 0, m, n}, r);
///     Program p = std::move(b).finish();
///
/// Every call throws Error{invalid_argument} if its arguments do not fit together. The builder is then
/// unchanged.
class ProgramBuilder {
  public:
    /// Starts an empty program for the devices of `target`. finish() plans their memory by `policy`.
    explicit ProgramBuilder(const Target& target, MemoryPolicy policy = {});

    /// Adds a caller's matrix of rows x cols elements, which is bound at run time. The name must be new.
    ParameterId matrix(const std::string& name, ElementType type, std::int64_t rows, std::int64_t cols);

    /// The same for a matrix that runs bind to pinned memory, such as data that devices exchange: simulations
    /// stage nothing. Other memory gives the same results, but is slower.
    ParameterId pinned_matrix(const std::string& name, ElementType type, std::int64_t rows,
                              std::int64_t cols);
    /// Adds a scalar that is bound at run time. The same name returns the same scalar.
    Scalar scalar(const std::string& name);
    /// Adds a register of rows x cols elements in the memory of `device`. The default of ld is `rows`.
    RegisterId reg(DeviceIndex device, ElementType type, std::int64_t rows, std::int64_t cols,
                   std::int64_t ld = 0);

    /// Adds a register that is a parameter of the program. A run binds its memory by name (an
    /// hg::ResidentMemory of this device) and finds there what earlier runs left. The name must be new. You
    /// use it like any other register; it has a slot of its own. The default of ld is `rows`.
    RegisterId resident(const std::string& name, DeviceIndex device, ElementType type, std::int64_t rows,
                        std::int64_t cols, std::int64_t ld = 0);

    /// Adds a window: the rows x cols elements of `of` that begin at element (row, col). You use it like any
    /// other register. Writing to the window writes to `of`. Commands on overlapping windows of one register
    /// wait for each other.
    ///
    /// The first element must be a multiple of kWindowAlignment bytes from the start of `of`: at a row that
    /// is a multiple of 8 (f64) or 16 (other types). In any column but the first, the leading dimension must
    /// be such a multiple as well. A window of a window is a window of the underlying register.
    RegisterId window(RegisterId of, std::int64_t row, std::int64_t col, std::int64_t rows,
                      std::int64_t cols);

    /// Appends LD: register <- host tile. Shapes and types must agree. The command also waits for the marks
    /// and barriers in `after`.
    CommandId load(RegisterId destination, const HostTile& source, std::span<const CommandId> after = {});
    /// Appends ST: host tile <- register.
    CommandId store(const HostTile& destination, RegisterId source, std::span<const CommandId> after = {});
    /// Appends EXEC: runs an instruction on registers of one device.
    CommandId exec(const InstructionPtr& instruction, std::span<const RegisterId> registers,
                   std::span<const Scalar> scalars = {}, std::span<const CommandId> after = {});
    /// The same with the registers and scalars in braces.
    CommandId exec(const InstructionPtr& instruction, std::initializer_list<RegisterId> registers,
                   std::initializer_list<Scalar> scalars = {}, std::span<const CommandId> after = {}) {
        return exec(instruction, std::span(registers.begin(), registers.size()),
                    std::span(scalars.begin(), scalars.size()), after);
    }
    /// Sets the queue that starts the following EXECs: QueueKind::exec (the default) or QueueKind::exec2.
    /// Returns the previous queue. Kernels of both queues share their device's compute units.
    QueueKind use_queue(QueueKind queue);
    /// Returns the queue that starts the next EXEC.
    [[nodiscard]] QueueKind exec_queue() const noexcept { return exec_queue_; }
    /// Makes runs of the program omit the guards of its instructions (Instruction::guards), which takes less
    /// time. For builders that know the origin of all indices in registers: if an index is out of range,
    /// kernels read and write arbitrary memory. A program's text does not record this setting: parsed
    /// programs are guarded.
    void leave_out_guards() noexcept { parts_.guarded = false; }
    /// Appends MARK: an empty command in `queue` that completes when all commands in `after` have completed.
    /// Other commands can wait for it.
    CommandId mark(const std::string& name, std::span<const CommandId> after = {}, QueueId queue = {});
    /// Appends BAR: waits for every preceding command, in all queues. Every later command waits for it.
    CommandId barrier(const std::string& name = {}, QueueId queue = {});

    /// Returns the number of commands so far.
    [[nodiscard]] std::size_t size() const noexcept { return parts_.commands.size(); }
    /// Returns the shape of a register or window.
    [[nodiscard]] const Register& reg(RegisterId id) const;
    /// Returns true if any command from number `first` (0-based) onward writes to an element of the register
    /// or window. Anything computed from it before may then no longer hold.
    [[nodiscard]] bool is_written_since(RegisterId id, std::size_t first) const;
    /// Returns the devices of the target, by DeviceIndex.
    [[nodiscard]] std::span<const DeviceModel> devices() const noexcept { return parts_.target.devices; }

    /// Plans memory and derives dependencies. Debug builds also verify the result. Afterwards the builder
    /// cannot be used. Throws Error{out_of_memory} if the plan does not fit a device.
    [[nodiscard]] Program finish() &&;

  private:
    /// A command that writes to a register or window.
    struct Write {
        std::size_t command = 0;
        RegisterId target{};
    };

    CommandId append(const Command& command, std::span<const CommandId> after);
    CommandId append_empty(Operation operation, const std::string& name, std::span<const CommandId> after,
                           QueueId queue);
    CommandId transfer(Command command, RegisterId moved, const HostTile& tile,
                       std::span<const CommandId> after);
    /// Notes that the next command writes to `target`.
    void note_write(RegisterId target);
    /// Returns the register that a window is part of, or a register itself.
    [[nodiscard]] RegisterId whole(RegisterId id) const;
    void require_transfer_fits(RegisterId reg, const HostTile& tile) const;
    void require_marks(std::span<const CommandId> after) const;
    void require_scalars_fit(const Instruction& instruction, std::span<const Scalar> scalars) const;
    /// Returns the registers themselves, if they can be the instruction's operands.
    [[nodiscard]] std::vector<Register> fitting_shapes(const Instruction& instruction,
                                                       std::span<const RegisterId> registers) const;
    std::uint32_t instruction_index(const InstructionPtr& instruction);

    ProgramParts parts_;
    MemoryPolicy policy_;
    QueueKind exec_queue_ = QueueKind::exec;
    std::vector<ExplicitEdge> explicit_edges_;
    std::unordered_map<const Instruction*, std::uint32_t> instruction_index_;
    std::unordered_map<RegisterId, std::vector<Write>> writes_;  ///< by whole registers, in program order
    /// The first command after the last barrier, and the queues that have started a command since.
    std::size_t since_barrier_ = 0;
    std::vector<bool> past_barrier_;
    bool has_barrier_ = false;
};

}  // namespace hg
