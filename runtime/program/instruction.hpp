#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/device_traits.hpp>
#include <hg/runtime/program/location.hpp>
#include <hg/runtime/program/scalar_value.hpp>

namespace hg {

/// What an instruction does to a register operand.
enum class Access : std::uint8_t {
    read,       ///< its elements are inputs only
    write,      ///< its elements are outputs only: their previous contents are lost
    read_write  ///< both
};

/// Returns true unless the previous contents are irrelevant.
constexpr bool reads(Access access) noexcept {
    return access != Access::write;
}
/// Returns true unless the contents remain unchanged.
constexpr bool writes(Access access) noexcept {
    return access != Access::read;
}

/// Returns the name in a program's text: "read", "write" or "read_write".
constexpr std::string_view name(Access access) noexcept {
    return name_at(std::array<std::string_view, 3>{"read", "write", "read_write"}, access);
}

/// One register operand of an instruction.
struct Operand {
    std::string name;                     ///< for messages, for example "A"
    Access access = Access::read;         ///< determines the dependencies
    ElementType type = ElementType::f64;  ///< the type that registers must have
    /// The kernel requires the first element at a multiple of this many bytes, or of its own size if that is
    /// more. If the caller's memory is not aligned like this, devices that share it copy it.
    std::int64_t alignment{kWindowAlignment};
};

/// One scalar operand. The kernel receives it in its own type (i32: int).
struct ScalarOperand {
    std::string name;                     ///< for messages, for example "alpha"
    ElementType type = ElementType::f64;  ///< the type that the kernel receives
};

/// Work-items of a launch. If the local size is all zeros, the driver chooses the work-group size.
struct Geometry {
    std::array<std::size_t, 3> global{1, 1, 1};  ///< all work-items, in each dimension
    std::array<std::size_t, 3> local{0, 0, 0};   ///< the work-items of one work-group
    /// The kernel computes the same in work-groups of any size: `local` is only the best one. If the device
    /// runs the kernel in smaller work-groups only, hg takes divisors of `local`.
    bool any_local = false;
};

/// Cost of one execution, for the simulator and for reports.
struct Cost {
    double flops = 0;  ///< real operations
    double bytes = 0;  ///< minimum traffic to device memory
    /// Seconds on a GPU that no rate shortens: steps that wait for each other.
    double seconds = 0;
    /// The share of a GPU's rate that the kernel reaches at best, in (0, 1].
    double efficiency = 1;
    /// The work-groups that have work, if not all of the geometry have.
    double work_groups = 0;
};

/// The registers (shapes only) and scalars of one EXEC.
struct ExecShape {
    std::span<const Register> registers;   ///< one for each operand, in order
    std::span<const ScalarValue> scalars;  ///< one for each scalar operand, in order
};

/// One operand as a host implementation sees it: column-major, in ordinary memory.
struct HostOperand {
    void* data = nullptr;   ///< the first element
    std::int64_t rows = 0;  ///< elements
    std::int64_t cols = 0;  ///< elements
    std::int64_t ld = 0;    ///< elements between consecutive columns

    /// Returns the first element as the operand's C++ type. The type is not checked.
    template <class T>
    [[nodiscard]] T* as() const noexcept {
        return static_cast<T*>(data);
    }
};

/// The operands and scalars of a host implementation.
struct HostCall {
    std::span<const HostOperand> operands;  ///< in the instruction's order
    std::span<const ScalarValue> scalars;   ///< in the instruction's order
};

/// What a kernel requires of a device. hg checks this before it compiles or launches the kernel.
struct KernelNeeds {
    std::int64_t local_memory = 0;   ///< bytes of static local memory
    std::int64_t work_group = 1;     ///< work-items in a work-group
    int nvidia_capability = 0;       ///< minimum 10 major + minor; 0: devices of any vendor
    std::int64_t compute_units = 1;  ///< work-groups that must run at the same time
    /// The architectures that have the kernel's instructions, such as "gfx90a gfx942", which must outlive the
    /// instruction. Empty: any.
    std::string_view architectures{};
};

/// Returns the requirement that a device does not meet, in words that continue the kernel's name: "takes
/// 98304 bytes of local memory, the device has 49152". Empty if it meets all. The host device runs any
/// instruction.
std::string unmet_need(const KernelNeeds& needs, const DeviceTraits& device);

/// A kernel that a driver compiled from an instruction's source and build options. It saves compilation on
/// devices of the same kind with a driver of the same kind; other devices compile the source.
struct CompiledKernel {
    std::string kind;         ///< architecture and branch of the driver, such as "sm_90 driver 580"
    std::string_view binary;  ///< must outlive the instruction
};

/// NVIDIA instructions that the OpenCL C compiler refuses because it compiles for an older target. The
/// kernel's inline assembly contains them in PTX comments, with each line after `//HG `. A kernel that
/// compiles without an error is PTX text, in which hg turns these comments into instructions.
struct NewerPtx {
    std::string target;  ///< target that has these instructions, such as "sm_90a" if the compiler has sm_90
    /// Build options of a variant of the kernel without them, with the same geometry. For drivers whose
    /// compiled kernels are not PTX text.
    std::string options_without;
};

/// The declaration in a program's text of an instruction whose kernel is in a file, as
/// docs/reference/program-text.md describes it: instruction NAME from "file" declaration host "host". Text
/// that contains quotes, backslashes or line ends cannot be written.
struct InstructionOrigin {
    std::string file;         ///< file of the kernel. If empty, the text names only the instruction
    std::string declaration;  ///< operands, scalars and clauses: `(X: read f32; a: f32) geometry (rows(X))`
    std::string host;         ///< the library of the host implementation; may be empty
};

struct Instruction;

/// A condition that must hold before a kernel may use numbers in registers, such as indices, as positions in
/// other registers. The machine checks it before each EXEC of a guarded program (Program::is_guarded()), so
/// no data can make a kernel access memory outside its operands.
struct Guard {
    /// The OpenCL side: an instruction on some operands of the guarded instruction. If `host` is given, it
    /// has one additional operand at the end: `fault` (i32, 1x1), which the kernel sets to 1 if a number is
    /// out of range. The guarded kernel is then not launched. Without `host`, the kernel prepares memory in
    /// which the guarded kernel expects certain numbers.
    std::shared_ptr<const Instruction> kernel;
    /// Operands of the guarded instruction that the kernel takes, in this order.
    std::vector<std::size_t> operands;
    /// Returns the kernel's scalars for operands of these shapes.
    std::function<std::vector<ScalarValue>(const ExecShape&)> scalars;
    /// The same check on the host, with all operands of the guarded instruction; of operands that are not i32
    /// it uses only the shapes. Throws Error{invalid_argument} with the operand, the element and the
    /// requirement.
    std::function<void(const HostCall&)> host;
};

/// A compute kernel: what it reads and writes, its OpenCL source, its geometry and its cost. Its host
/// implementation computes the same: the host device runs it, and tests compare against it.
///
/// Calling convention of the OpenCL kernel: for each operand, in order, `global T* p, long first, int rows,
/// int cols, int ld`; then the scalars, in order. Element (i, j) is at p[first + i + j * ld]. The offset
/// `first` is a multiple of kWindowAlignment bytes.
struct Instruction {
    std::string name;                    ///< unique; letters, digits, '_', '.', '-'
    std::vector<Operand> operands;       ///< registers, in the order of the kernel's arguments
    std::vector<ScalarOperand> scalars;  ///< the scalars, which follow the registers
    std::string source;                  ///< OpenCL C
    std::string entry;                   ///< the kernel's name in the source
    std::string build_options;           ///< passed to the OpenCL compiler
    /// Optional: compiled kernels, which save compilation.
    std::vector<CompiledKernel> compiled{};
    /// Optional: device instructions that the source contains in comments.
    std::optional<NewerPtx> newer_ptx{};
    KernelNeeds needs;  ///< requirements on a device; the defaults suit any device
    /// Returns the work-items of a launch for these operands. Required if there is a kernel.
    std::function<Geometry(const ExecShape&)> geometry;
    /// Optional: returns an instruction with the same operands and scalars that computes the same, whose
    /// kernel has at most `work_items` (1 or more) in a work-group; the order of sums may differ. If a
    /// device does not run this kernel's work-groups or lacks the local memory, the device runs that kernel
    /// instead. Null: there is none.
    std::function<std::shared_ptr<const Instruction>(std::int64_t work_items)> with_fewer{};
    /// Optional: returns the cost of one execution. Without it, plans and reports count nothing.
    std::function<Cost(const ExecShape&)> cost;
    /// The host implementation. Optional if there is a kernel; without it, the host device refuses the
    /// instruction.
    std::function<void(const HostCall&)> host;
    /// Optional: throws Error{invalid_program} if the operands' shapes do not fit together.
    std::function<void(const ExecShape&)> check;
    /// Conditions on the operands' contents. Required if the kernel uses numbers in a register as positions
    /// in another one.
    std::vector<Guard> guards{};
    /// Optional: the declaration in a program's text, for readers that do not know the instruction.
    InstructionOrigin origin{};
    /// Optional: a note in the reports of runs that execute it, such as the accuracy of its results.
    std::string note{};
};

/// Programs share their instructions, which are immutable.
using InstructionPtr = std::shared_ptr<const Instruction>;

/// Finds an instruction by name when a program's text is parsed. Returns null if there is none.
using InstructionLookup = std::function<InstructionPtr(std::string_view name)>;

/// Returns true if `text` can be the name of a parameter: at least one character, only letters, digits and
/// '_'.
bool is_identifier(std::string_view text) noexcept;

/// Returns the reason why `value` cannot be the scalar at `position`: "scalar alpha of gemm is real (f64),
/// not (2,-1)". Empty if it can. An instruction for complex elements accepts any number, others accept real
/// numbers.
std::string unfit_scalar(const Instruction& instruction, std::size_t position, const ScalarValue& value);

/// Throws Error{invalid_argument} if the name, the operands or a needed function is missing or wrong.
void check_instruction(const Instruction& instruction);

}  // namespace hg
