#include "runtime/machine/opencl/kernel_launcher.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl/compile_time.hpp"
#include "runtime/machine/opencl/opencl_api.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/pocl.hpp"
#include "runtime/program/check/kernel_signature.hpp"
#include "runtime/threads/parallel_for.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg {
namespace {

std::string of_instruction(const Instruction& instruction) {
    return "kernel " + instruction.entry + " of instruction " + instruction.name;
}

/// Returns a fact about an argument. Throws cl::Error if the driver does not report it.
template <cl_kernel_arg_info What>
std::string text_of(const cl::Kernel& kernel, cl_uint position) {
    std::string text = kernel.getArgInfo<What>(position);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\0'; });
    return text;
}

std::string space_of(const cl::Kernel& kernel, cl_uint position) {
    switch (kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(position)) {
        case CL_KERNEL_ARG_ADDRESS_GLOBAL:
            return "global";
        case CL_KERNEL_ARG_ADDRESS_CONSTANT:
            return "constant";
        case CL_KERNEL_ARG_ADDRESS_LOCAL:
            return "local";
        default:
            return {};
    }
}

/// Returns the arguments as the driver reports them. None if it does not.
std::optional<std::vector<KernelArgument>> reported_arguments(const cl::Kernel& kernel, std::size_t count) {
    std::vector<KernelArgument> list;
    try {
        for (cl_uint i = 0; i < count; ++i) {
            const bool is_const =
                (kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(i) & CL_KERNEL_ARG_TYPE_CONST) != 0;
            list.push_back({text_of<CL_KERNEL_ARG_NAME>(kernel, i),
                            text_of<CL_KERNEL_ARG_TYPE_NAME>(kernel, i), space_of(kernel, i), is_const});
        }
    } catch (const cl::Error&) {
        return std::nullopt;
    }
    return list;
}

/// Checks a kernel's arguments: their number, and their types as the driver reports them or as the source
/// declares them. Throws Error{build_failed} with the number and the name of the first wrong argument.
void require_arguments(const cl::Kernel& kernel, const Instruction& instruction) {
    const std::size_t wanted = kernel_argument_count(instruction);
    const std::size_t takes = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    const std::optional<KernelSignature> written = signature_in_source(instruction);
    ErrorContext context{.file = instruction.origin.file, .line = written ? written->line : 0};
    if (takes != wanted)
        throw Error(ErrorCode::build_failed,
                    of_instruction(instruction) + " takes " + std::to_string(takes) +
                        " arguments, but its operands and scalars need " + std::to_string(wanted) +
                        " (pointer, first, rows, cols, ld for each operand, then the scalars)",
                    std::move(context));
    std::optional<std::vector<KernelArgument>> arguments = reported_arguments(kernel, takes);
    if (!arguments && written) arguments = written->arguments;
    if (!arguments) return;
    if (const std::string fault = signature_fault(instruction, *arguments); !fault.empty())
        throw Error(ErrorCode::build_failed, fault, std::move(context));
}

/// Makes a kernel of a program. Throws Error{build_failed} that lists the program's kernels if it has none of
/// that name.
cl::Kernel kernel_of(const cl::Program& program, const Instruction& instruction) {
    try {
        return {program, instruction.entry.c_str()};
    } catch (const cl::Error& error) {
        if (error.err() != CL_INVALID_KERNEL_NAME) throw;
        std::string names = program.getInfo<CL_PROGRAM_KERNEL_NAMES>();
        std::ranges::replace(names, ';', ' ');
        throw Error(ErrorCode::build_failed,
                    "there is no " + of_instruction(instruction) +
                        " in its source, which has: " + (names.empty() ? "none" : names),
                    {.file = instruction.origin.file, .opencl_error = opencl_error_name(error.err())});
    }
}

/// Beyond this number, kernels of instructions that no longer exist are released.
constexpr std::size_t kMostPrepared = 1024;

bool has_double_operands(const Instruction& instruction) {
    const auto is_double = [](const auto& operand) { return needs_f64(operand.type); };
    return std::any_of(instruction.operands.begin(), instruction.operands.end(), is_double) ||
           std::any_of(instruction.scalars.begin(), instruction.scalars.end(), is_double);
}

std::string extent(const std::array<std::size_t, 3>& size) {
    return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
}

cl::NDRange range(const std::array<std::size_t, 3>& size) {
    return {size[0], size[1], size[2]};
}

/// Process-wide, because PoCL's table of kernels is: see pocl::launches_take_turns().
std::mutex& turn_on_pocl() {
    static std::mutex turn;
    return turn;
}

}  // namespace

KernelLauncher::KernelLauncher(const cl::Context& context, const cl::Device& device, const DeviceInfo& info,
                               std::string folder, std::int64_t work_group_limit)
    : device_(device),
      has_f64_(info.has_f64),
      traits_(info.traits),
      cache_(context, device, info, std::move(folder)) {
    if (work_group_limit > 0) traits_.max_work_group = std::min(traits_.max_work_group, work_group_limit);
    const std::vector<std::size_t> sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    std::copy_n(sizes.begin(), std::min<std::size_t>(sizes.size(), 3), device_limit_.of_dimension.begin());
    device_limit_.work_items = work_group_limit > 0 ? static_cast<std::size_t>(work_group_limit)
                                                    : std::numeric_limits<std::size_t>::max();
}

void KernelLauncher::prepare(std::span<const Instruction* const> instructions) {
    std::vector<const Instruction*> wanted;
    for (const Instruction* const instruction : instructions) {
        require_runs_here(*instruction);
        if (!is_prepared(*instruction)) wanted.push_back(instruction);
    }
    if (wanted.empty()) return;
    const CompileTime time;
    if (compiles_one_by_one()) {
        for (const Instruction* const instruction : wanted) static_cast<void>(prepared(*instruction));
        return;
    }
    std::vector<std::exception_ptr> errors(wanted.size());
    parallel_for(static_cast<std::int64_t>(wanted.size()),
                 [&](std::int64_t first, std::int64_t last) noexcept {
                     for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
                         try {
                             static_cast<void>(prepared(*wanted[i]));
                         } catch (...) {
                             errors[i] = std::current_exception();
                         }
                 });
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

bool KernelLauncher::compiles_one_by_one() const {
    return pocl::has_one_compiler(traits_);
}

std::shared_ptr<KernelLauncher::Prepared> KernelLauncher::prepared(const Instruction& instruction) {
    require_runs_here(instruction);
    std::unique_lock making(making_, std::defer_lock);
    if (compiles_one_by_one()) making.lock();
    if (std::shared_ptr<Prepared> known = find(instruction); known && known->is_of(instruction)) return known;
    const DriverAtWork at_work;
    auto made = std::make_shared<Prepared>(make(instruction));
    const std::lock_guard lock(mutex_);
    if (prepared_.size() >= kMostPrepared) prepared_.clear();
    prepared_.insert_or_assign(&instruction, made);
    return made;
}

bool KernelLauncher::is_prepared(const Instruction& instruction) {
    const std::shared_ptr<Prepared> known = find(instruction);
    return known && known->is_of(instruction);
}

bool KernelLauncher::is_compiled(const Instruction& instruction) {
    return find(instruction) || cache_.has(instruction);
}

/// Another instruction may have the address of one that no longer exists.
bool KernelLauncher::Prepared::is_of(const Instruction& instruction) const {
    return entry == instruction.entry && options == instruction.build_options && source == instruction.source;
}

std::shared_ptr<KernelLauncher::Prepared> KernelLauncher::find(const Instruction& instruction) {
    const std::lock_guard lock(mutex_);
    const auto known = prepared_.find(&instruction);
    return known == prepared_.end() ? nullptr : known->second;
}

void KernelLauncher::require_runs_here(const Instruction& instruction) const {
    if (instruction.source.empty())
        throw Error(ErrorCode::device_failed,
                    "instruction " + instruction.name + " has no OpenCL kernel, only a host implementation");
    if (has_double_operands(instruction) && !has_f64_)
        throw Error(ErrorCode::device_failed,
                    "instruction " + instruction.name +
                        " needs double precision (f64), which this device does not have");
    // With fewer work-items, a kernel may need less of what make() looks after.
    KernelNeeds needs = instruction.needs;
    if (instruction.with_fewer) needs.work_group = needs.local_memory = 0;
    const std::string unmet = unmet_need(needs, traits_);
    if (!unmet.empty())
        throw Error(ErrorCode::device_failed, "instruction " + instruction.name + " " + unmet);
}

/// Builds the instruction, or those with fewer and fewer work-items in a work-group, until the compiler's
/// limits are met: what a kernel needs is known only after its compilation.
KernelLauncher::Prepared KernelLauncher::make(const Instruction& instruction) {
    Prepared made{
        .source = instruction.source, .entry = instruction.entry, .options = instruction.build_options};
    for (const Instruction* form = &instruction;;) {
        std::int64_t most = traits_.max_work_group;
        std::string fault = unmet_need(form->needs, traits_);
        if (fault.empty()) {
            build(*form, made);
            most = static_cast<std::int64_t>(made.limit.work_items);
            fault = misfit(*form, made);
        }
        if (fault.empty()) return made;
        const std::int64_t fewer = std::min(most, form->needs.work_group - 1);
        InstructionPtr next = instruction.with_fewer && fewer > 0 ? instruction.with_fewer(fewer) : nullptr;
        if (!next || next->needs.work_group > fewer)
            throw Error(ErrorCode::device_failed, "instruction " + form->name + " " + fault);
        log(LogLevel::info, "instruction " + form->name + " " + fault + ": it runs as " + next->name);
        made.form = std::move(next);
        form = made.form.get();
    }
}

void KernelLauncher::build(const Instruction& form, Prepared& made) {
    const cl::Program program = cache_.program(form);
    const std::string what = "making kernel " + form.entry + " of instruction " + form.name;
    translating(OpenClStage::start, what.c_str(), [&] {
        for (LaunchedKernel& launched : made.kernels) launched.kernel = kernel_of(program, form);
        const cl::Kernel& kernel = made.kernels.front().kernel;
        made.limit = device_limit_;
        made.limit.multiple = std::max<std::size_t>(
            1, kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device_));
        const std::size_t most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device_);
        // A kernel made for one work-group size runs with it, whatever NVIDIA's driver reports about other
        // sizes.
        const auto made_for = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device_);
        made.limit.work_items =
            std::min(device_limit_.work_items, std::max(most, made_for[0] * made_for[1] * made_for[2]));
    });
    require_arguments(made.kernels.front().kernel, form);
}

std::string KernelLauncher::misfit(const Instruction& form, const Prepared& made) const {
    if (form.needs.work_group > static_cast<std::int64_t>(made.limit.work_items))
        return "takes work-groups of " + std::to_string(form.needs.work_group) +
               " work-items, the device runs this kernel with at most " +
               std::to_string(made.limit.work_items);
    cl_ulong bytes = made.kernels.front().kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device_);
    if (traits_.vendor.starts_with("Mesa")) bytes /= 2;  // rusticl 22.3 counts each local array twice
    if (bytes <= static_cast<cl_ulong>(traits_.local_memory)) return {};
    return "takes " + std::to_string(bytes) + " bytes of local memory as compiled, the device has " +
           std::to_string(traits_.local_memory);
}

void KernelLauncher::launch(const cl::CommandQueue& queue, const ExecCall& call,
                            const std::vector<cl::Event>& after, cl::Event* event) {
    const std::string& name = call.instruction->name;
    std::shared_ptr<Prepared> known = find(*call.instruction);
    // It may have been released for another run, which may release it again at once.
    if (!known) known = prepared(*call.instruction);
    LaunchedKernel& launched = known->kernels[call.queue == QueueKind::exec2 ? 1 : 0];
    const Geometry items =
        fitted(geometry(known->form ? *known->form : *call.instruction, call), known->limit);
    if (std::find(items.global.begin(), items.global.end(), 0U) != items.global.end()) {
        // There are no work-items and thus no work, but the order must be kept.
        queue.enqueueMarkerWithWaitList(after.empty() ? nullptr : &after, event);
        return;
    }
    if (const std::string fault = work_group_fault(items.local, known->limit); !fault.empty())
        throw Error(ErrorCode::device_failed, "instruction " + name + " asks for work-groups of " +
                                                  extent(items.local) + " work-items; " + fault);
    set_arguments(launched, call);
    const bool driver_chooses = items.local == std::array<std::size_t, 3>{0, 0, 0};
    std::unique_lock turn(turn_on_pocl(), std::defer_lock);
    if (pocl::launches_take_turns(traits_)) turn.lock();
    const DriverAtWork at_work;
    queue.enqueueNDRangeKernel(launched.kernel, cl::NullRange, range(items.global),
                               driver_chooses ? cl::NDRange(cl::NullRange) : range(items.local),
                               after.empty() ? nullptr : &after, event);
    if (turn.owns_lock()) queue.finish();
}

Geometry KernelLauncher::geometry(const Instruction& form, const ExecCall& call) {
    thread_local std::vector<Register> shapes;  // kept to avoid further allocations
    shapes.clear();
    for (const LiveRegister& reg : call.registers) shapes.push_back(reg.shape);
    return form.geometry({shapes, call.scalars});
}

/// Sets only the arguments that have changed, because each takes the driver a third of a microsecond. Always
/// sets buffers, because a new buffer may have the address of one that no longer exists.
void KernelLauncher::set_arguments(LaunchedKernel& launched, const ExecCall& call) {
    cl::Kernel& kernel = launched.kernel;
    const bool is_first = launched.numbers.empty();
    std::vector<std::uint64_t> numbers = std::move(launched.numbers);  // empty if something throws
    std::size_t next = 0;
    cl_uint position = 0;
    const auto is_new = [&](std::uint64_t number) {
        if (is_first) return numbers.push_back(number), true;
        return std::exchange(numbers[next++], number) != number;
    };
    const auto set_number = [&](std::int64_t value, auto argument) {
        if (is_new(static_cast<std::uint64_t>(value))) kernel.setArg(position, argument);
        ++position;
    };
    for (const LiveRegister& reg : call.registers) {
        kernel.setArg(position++, buffer_of(reg));
        set_number(reg.shape.offset, static_cast<cl_long>(reg.shape.offset));
        set_number(reg.shape.rows, static_cast<cl_int>(reg.shape.rows));
        set_number(reg.shape.cols, static_cast<cl_int>(reg.shape.cols));
        set_number(reg.shape.ld, static_cast<cl_int>(reg.shape.ld));
    }
    for (std::size_t i = 0; i < call.scalars.size(); ++i, ++position) {
        const ScalarValue& value = call.scalars[i];
        const bool real = is_new(std::bit_cast<std::uint64_t>(value.real));
        const bool imag = is_new(std::bit_cast<std::uint64_t>(value.imag));
        if (real || imag)
            with_element_type(call.instruction->scalars[i].type,
                              [&]<class T>() { kernel.setArg(position, value.as<T>()); });
    }
    launched.numbers = std::move(numbers);
}

}  // namespace hg
