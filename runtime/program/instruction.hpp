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
    read,       ///< its elements are inputs alone
    write,      ///< elements are outputs alone: what they held before is lost
    read_write  ///< both
};

/// True unless the old contents do not matter.
constexpr bool reads(Access access) noexcept {
    return access != Access::write;
}
/// True unless the contents stay as they are.
constexpr bool writes(Access access) noexcept {
    return access != Access::read;
}

/// As in a program's text: "read", "write" or "read_write".
constexpr std::string_view name(Access access) noexcept {
    return name_at(std::array<std::string_view, 3>{"read", "write", "read_write"}, access);
}

/// One register operand of an instruction.
struct Operand {
    std::string name;                     ///< for messages, for example "A"
    Access access = Access::read;         ///< dependencies follow from it
    ElementType type = ElementType::f64;  ///< that registers must have
};

/// One scalar operand. The kernel receives it as its own type (i32: int).
struct ScalarOperand {
    std::string name;                     ///< for messages, for example "alpha"
    ElementType type = ElementType::f64;  ///< that the kernel receives
};

/// Work-items of a launch. If the local size is all zeros, the driver chooses it.
struct Geometry {
    std::array<std::size_t, 3> global{1, 1, 1};  ///< all work-items, in each dimension
    std::array<std::size_t, 3> local{0, 0, 0};   ///< those of one work-group
};

/// What one execution costs, for the simulator and for reports.
struct Cost {
    double flops = 0;  ///< real operations
    double bytes = 0;  ///< least traffic to device memory
    /// Seconds on a GPU that no rate shortens: steps that wait for each other.
    double seconds = 0;
    /// The share of a GPU's rate that the kernel reaches at best, in (0, 1].
    double efficiency = 1;
};

/// The registers (shapes only) and scalars of one EXEC.
struct ExecShape {
    std::span<const Register> registers;   ///< one for each operand, in order
    std::span<const ScalarValue> scalars;  ///< likewise for scalar operands
};

/// One operand as a host implementation sees it: column-major, in ordinary memory.
struct HostOperand {
    void* data = nullptr;   ///< the first element
    std::int64_t rows = 0;  ///< elements
    std::int64_t cols = 0;  ///< elements
    std::int64_t ld = 0;    ///< elements from one column to the next

    /// The first element as the operand's type in C++, which is not checked.
    template <class T>
    [[nodiscard]] T* as() const noexcept {
        return static_cast<T*>(data);
    }
};

/// What a host implementation works on.
struct HostCall {
    std::span<const HostOperand> operands;  ///< in the instruction's order
    std::span<const ScalarValue> scalars;   ///< likewise
};

/// What a device must have to run a kernel. It is checked before the kernel is compiled or launched.
struct KernelNeeds {
    std::int64_t local_memory = 0;   ///< bytes of static local memory
    std::int64_t work_group = 1;     ///< work-items in a work-group
    int nvidia_capability = 0;       ///< at least this 10 major + minor; 0: any maker's device
    std::int64_t compute_units = 1;  ///< work-groups that must run at once
};

/// What a device lacks of `needs`, in words that follow the kernel's name: "takes 98304 bytes of local
/// memory, the device has 49152". Empty if it lacks nothing. The host device runs any instruction.
std::string unmet_need(const KernelNeeds& needs, const DeviceTraits& device);

/// A kernel as a driver compiled it of an instruction's source and build options. It saves the compiler's time
/// on devices of the same kind with a driver of the same kind; others compile the source.
struct CompiledKernel {
    std::string kind;         ///< architecture and branch of the driver, such as "sm_90 driver 580"
    std::string_view binary;  ///< must outlive the instruction
};

/// Instructions of NVIDIA's devices that the compiler for OpenCL C refuses, since it compiles for an older target. The
/// kernel's inline assembly has them in PTX comments, each line behind `//HG `. A kernel compiled without an error is PTX
/// text, in which these comments become instructions.
struct NewerPtx {
    std::string target;  ///< that has these instructions, such as "sm_90a" if the compiler has sm_90
    /// Build options of a form of the kernel without them, with the same geometry. It is for drivers whose compiled
    /// kernels are no such text.
    std::string options_without;
};

/// How a program's text declares an instruction whose kernel stands in a file, as docs/reference/program-text.md describes it:
/// instruction NAME from "file" declaration host "host". What holds quotes, backslashes or line ends can't be written.
struct InstructionOrigin {
    std::string file;         ///< of the kernel. If it is empty, the text names the instruction alone
    std::string declaration;  ///< operands, scalars and clauses: `(X: read f32; a: f32) geometry (rows(X))`
    std::string host;         ///< the library of the host implementation; may be empty
};

struct Instruction;

/// What must hold before a kernel may take numbers in registers, such as indices, for places in other registers. The machine
/// looks before each EXEC of a guarded program (Program::is_guarded()), so that no data makes a kernel leave its operands.
struct Guard {
    /// The OpenCL side: an instruction on some operands of the guarded one. If `host` is given, it has one operand more, the
    /// last: `fault` (i32, 1x1), which the kernel sets to 1 if a number does not fit. Then the guarded kernel is not launched.
    /// Without `host` the kernel makes memory ready in which the guarded one expects certain numbers.
    std::shared_ptr<const Instruction> kernel;
    std::vector<std::size_t> operands;  ///< of the guarded instruction, which the kernel takes in this order
    /// The kernel's scalars for operands of these shapes.
    std::function<std::vector<ScalarValue>(const ExecShape&)> scalars;
    /// The same on the host, with all operands of the guarded instruction; of those that are not i32 it uses the shapes
    /// alone. Throws Error{invalid_argument} with the operand, the element and what it must be.
    std::function<void(const HostCall&)> host;
};

/// A compute kernel: what it reads and writes, its OpenCL source, its geometry and cost. Its host
/// implementation computes the same: the host device runs it, and tests compare with it.
///
/// Calling convention of the OpenCL kernel: for each operand, in order, `global T* p, long first, int rows,
/// int cols, int ld`; then the scalars, in order. Element (i, j) lies at p[first + i + j * ld]. The offset
/// `first` is a multiple of kWindowAlignment bytes.
struct Instruction {
    std::string name;                    ///< unique; letters, digits, '_', '.', '-'
    std::vector<Operand> operands;       ///< registers, in the order of the kernel's arguments
    std::vector<ScalarOperand> scalars;  ///< what follows them
    std::string source;                  ///< OpenCL C
    std::string entry;                   ///< the kernel's name in the source
    std::string build_options;           ///< passed to the OpenCL compiler
    /// Optional: kernels that save the compiler's time.
    std::vector<CompiledKernel> compiled{};
    /// Optional: instructions of the device that the source holds in comments.
    std::optional<NewerPtx> newer_ptx{};
    KernelNeeds needs;  ///< what a device must have; the defaults suit any device
    /// The work-items of a launch for these operands. Needed if there is a kernel.
    std::function<Geometry(const ExecShape&)> geometry;
    /// Optional: what one execution costs. Without it, plans and reports count nothing.
    std::function<Cost(const ExecShape&)> cost;
    /// The host implementation. Optional if there is a kernel: the host device then refuses the instruction.
    std::function<void(const HostCall&)> host;
    /// Optional: throws Error{invalid_program} if the operands' shapes do not fit together.
    std::function<void(const ExecShape&)> check;
    /// What must hold of the operands' contents. Needed if the kernel takes numbers in a register for places in another one.
    std::vector<Guard> guards{};
    /// Optional: what a program's text says, so that it can be read by those who do not know the instruction.
    InstructionOrigin origin{};
    /// Optional: what reports of runs that execute it say, such as how accurate its results are.
    std::string note{};
};

/// Programs share their instructions, which nobody changes.
using InstructionPtr = std::shared_ptr<const Instruction>;

/// Finds an instruction by name when a program's text is parsed. Null if there is none.
using InstructionLookup = std::function<InstructionPtr(std::string_view name)>;

/// True if `text` can be the name of a parameter: letters, digits and '_', at least one.
bool is_identifier(std::string_view text) noexcept;

/// What keeps `value` from being the scalar at `position`: "scalar alpha of gemm is real (f64), not (2,-1)". Empty
/// if nothing does: an instruction for complex elements takes any number, others take real ones.
std::string unfit_scalar(const Instruction& instruction, std::size_t position, const ScalarValue& value);

/// Throws Error{invalid_argument} if the name, the operands or a needed function is missing or wrong.
void check_instruction(const Instruction& instruction);

}  // namespace hg
