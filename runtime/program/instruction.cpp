#include <algorithm>

#include "runtime/program/base/opencl_words.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/instruction.hpp>

namespace hg {
namespace {

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
}

void require(bool holds, const std::string& condition) {
    if (!holds) throw Error(ErrorCode::invalid_argument, condition);
}

/// Returns true if the value, truncated to an integer, fits into an int.
bool is_int32(double value) {
    return value > -2147483649.0 && value < 2147483648.0;
}

/// Returns true if the words, with spaces between them, include `word`.
bool is_word_of(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

/// Converts a compute capability such as 90 to "9.0".
std::string version(int capability) {
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

}  // namespace

bool is_identifier(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](char c) { return is_name_character(c) && c != '.' && c != '-'; });
}

std::string unmet_need(const KernelNeeds& needs, const DeviceTraits& device) {
    if (device.is_host) return {};
    if (needs.nvidia_capability > device.nvidia_capability) {
        const std::string product = device.product.empty() ? "this" : device.product;
        return "needs compute capability " + version(needs.nvidia_capability) + "; " +
               (device.nvidia_capability == 0 ? product + " is no NVIDIA device"
                                              : product + " has " + version(device.nvidia_capability));
    }
    if (!needs.architectures.empty() && !is_word_of(needs.architectures, device.architecture))
        return "needs one of the architectures " + std::string(needs.architectures) + "; " +
               (device.product.empty() ? "this" : device.product) + " is none of them";
    if (needs.local_memory > device.local_memory)
        return "takes " + std::to_string(needs.local_memory) + " bytes of local memory, the device has " +
               std::to_string(device.local_memory);
    if (needs.work_group > device.max_work_group)
        return "takes work-groups of " + std::to_string(needs.work_group) +
               " work-items, the device runs at most " + std::to_string(device.max_work_group);
    if (needs.compute_units > device.compute_units)
        return "takes " + std::to_string(needs.compute_units) + " compute units at once, the device has " +
               std::to_string(device.compute_units);
    return {};
}

std::string unfit_scalar(const Instruction& instruction, std::size_t position, const ScalarValue& value) {
    const ScalarOperand& scalar = instruction.scalars[position];
    if (scalar.type == ElementType::i32 && value.is_real() && !is_int32(value.real))
        return "scalar " + scalar.name + " of " + instruction.name + " is an integer of 32 bits, not " +
               print(value);
    if (value.is_real() || traits_of(scalar.type).kind == NumberKind::complex) return {};
    return "scalar " + scalar.name + " of " + instruction.name + " is real (" +
           std::string(name(scalar.type)) + "), not " + print(value);
}

void check_instruction(const Instruction& i) {
    require(!i.name.empty() && std::all_of(i.name.begin(), i.name.end(), is_name_character),
            "an instruction's name must consist of letters, digits, '_', '.' and '-': '" + i.name + "'");
    require(!i.operands.empty(), "instruction " + i.name + " has no register operand");
    require(std::ranges::all_of(i.operands, [](const Operand& o) { return o.alignment > 0; }),
            "instruction " + i.name + " has an operand whose alignment is not positive");
    require(static_cast<bool>(i.geometry) || i.source.empty(),
            "instruction " + i.name + " has a kernel but no geometry");
    require(static_cast<bool>(i.host) || !i.source.empty(),
            "instruction " + i.name + " has neither a kernel nor a host implementation");
    require(i.source.empty() || !i.entry.empty(), "instruction " + i.name + " does not name its kernel");
    require(i.source.empty() || !is_opencl_word(i.entry),
            "instruction " + i.name + ": its kernel cannot be called " + i.entry +
                ", which OpenCL C itself defines; rename the kernel, and name it with `entry`");
    for (const std::string& file : {i.origin.file, i.origin.host})
        require(file.find_first_of("\"\\\r\n") == std::string::npos,
                "instruction " + i.name + ": a file name must not contain quotes, backslashes or line ends");
}

}  // namespace hg
