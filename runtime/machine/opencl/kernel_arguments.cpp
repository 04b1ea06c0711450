#include "runtime/machine/opencl/kernel_arguments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// An argument as OpenCL C spells it.
struct Argument {
    std::string what;          ///< "rows of operand X"
    std::string_view element;  ///< "float"
    bool is_pointer = false;

    [[nodiscard]] std::string type() const { return std::string(element) + (is_pointer ? "*" : ""); }
};

std::string_view opencl_name(ElementType type) {
    switch (type) {
        case ElementType::f32:
            return "float";
        case ElementType::f64:
            return "double";
        case ElementType::i32:
            return "int";
        case ElementType::c32:
            return "float2";
        case ElementType::c64:
            return "double2";
    }
    return "";
}

std::vector<Argument> arguments_of(const Instruction& instruction) {
    std::vector<Argument> list;
    for (const Operand& operand : instruction.operands) {
        const std::string of = " of operand " + operand.name;
        list.push_back({"the elements" + of, opencl_name(operand.type), true});
        list.push_back({"the first element" + of, "long"});
        for (const char* const extent : {"rows", "cols", "ld"}) list.push_back({extent + of, "int"});
    }
    for (const ScalarOperand& scalar : instruction.scalars)
        list.push_back({"scalar " + scalar.name, opencl_name(scalar.type)});
    return list;
}

/// The type of an argument without qualifiers and spaces: "float4*". None if the driver does not tell.
std::optional<std::string> declared_type(const cl::Kernel& kernel, cl_uint position) {
    try {
        std::string name = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(position);
        std::erase_if(name, [](char c) { return c == ' ' || c == '\0'; });
        return name;
    } catch (const cl::Error&) {
        return {};
    }
}

std::string declared_name(const cl::Kernel& kernel, cl_uint position) {
    try {
        std::string name = kernel.getArgInfo<CL_KERNEL_ARG_NAME>(position);
        std::erase(name, '\0');
        return name;
    } catch (const cl::Error&) {
        return {};
    }
}

/// A type of OpenCL C that numbers are passed as. A name of the source's own may stand for any type.
bool is_known(std::string_view type) {
    constexpr std::array<std::string_view, 11> kTypes{"char", "uchar", "short", "ushort", "int",   "uint",
                                                      "long", "ulong", "half",  "float",  "double"};
    return std::ranges::find(kTypes, type) != kTypes.end();
}

/// "float" of "float4".
std::string_view part_of(std::string_view type) {
    while (!type.empty() && type.back() >= '0' && type.back() <= '9') type.remove_suffix(1);
    return type;
}

/// Vectors count as their elements if a pointer leads to them, unsigned integers as signed ones.
bool is_like(std::string_view type, const Argument& wanted) {
    const bool is_pointer = type.ends_with('*');
    if (is_pointer) type.remove_suffix(1);
    const std::string_view part = part_of(type);
    if (!is_known(part)) return true;
    if (is_pointer != wanted.is_pointer) return false;
    // Words of another kind may be how a kernel looks at elements: those of numbers are what callers mix up.
    if (is_pointer)
        return part == part_of(wanted.element) || !(part == "float" || part == "double" || part == "int");
    return type.substr(type.front() == 'u' ? 1 : 0) == wanted.element;
}

std::string of_instruction(const Instruction& instruction) {
    return "kernel " + instruction.entry + " of instruction " + instruction.name;
}

}  // namespace

void require_arguments(const cl::Kernel& kernel, const Instruction& instruction) {
    const std::vector<Argument> wanted = arguments_of(instruction);
    const std::size_t takes = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    if (takes != wanted.size())
        throw Error(ErrorCode::build_failed,
                    of_instruction(instruction) + " takes " + std::to_string(takes) +
                        " arguments; its operands and scalars make " + std::to_string(wanted.size()) +
                        " (pointer, first, rows, cols, ld for each operand, then the scalars)");
    for (cl_uint position = 0; position < wanted.size(); ++position) {
        const std::optional<std::string> type = declared_type(kernel, position);
        if (!type) return;
        if (is_like(*type, wanted[position])) continue;
        const std::string name = declared_name(kernel, position);
        throw Error(ErrorCode::build_failed, "argument " + std::to_string(position + 1) +
                                                 (name.empty() ? "" : " (" + name + ")") + " of " +
                                                 of_instruction(instruction) + " is " + *type + "; " +
                                                 wanted[position].what + " is " + wanted[position].type());
    }
}

}  // namespace hg
