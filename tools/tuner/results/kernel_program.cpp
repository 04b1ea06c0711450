#include "tools/tuner/results/kernel_program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <sstream>

#include "tools/tuner/results/expected_elements.hpp"
#include "tools/tuner/results/kernel_program_body.hpp"

namespace hgctl {
namespace {

using hg::kernels::ExampleContents;
using hg::kernels::KernelExample;

const char* type_word(hg::ElementType type) {
    switch (type) {
        case hg::ElementType::f32:
            return "F32";
        case hg::ElementType::f64:
            return "F64";
        case hg::ElementType::i32:
            return "I32";
        case hg::ElementType::c32:
        case hg::ElementType::c64:
            break;  // programs of kernels are for those that are tuned
    }
    return "?";
}

const char* contents_word(ExampleContents contents) {
    if (contents == ExampleContents::triangle) return "TRIANGLE";
    return contents == ExampleContents::bits ? "BITS" : "NUMBERS";
}

std::string number(double value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.17g", value);
    return buffer.data();
}

std::string range_initializer(const std::array<std::size_t, 3>& range) {
    return "{" + std::to_string(range[0]) + ", " + std::to_string(range[1]) + ", " +
           std::to_string(range[2]) + "}";
}

/// "{1, 2, 0}"; C has no empty lists.
template <class List, class Text>
std::string list_text(const List& list, const Text& text) {
    std::string all;
    for (const auto& element : list) all.append(all.empty() ? "" : ", ").append(text(element));
    return "{" + (all.empty() ? "0" : all) + "}";
}

/// The number of a launch as a macro of its compiler: " -DLAUNCH=2"; none if it is the only one.
std::string launch_option(std::size_t launch, std::size_t count) {
    return count == 1 ? "" : " -DLAUNCH=" + std::to_string(launch + 1);
}

/// What the last launch that has an operand calls it.
std::string operand_name(const ProgramOfKernel& kernel, std::size_t operand) {
    std::string name = "?";
    for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
        const std::vector<std::size_t>& of_launch = kernel.checked.launches[i].registers;
        const auto place = std::ranges::find(of_launch, operand);
        if (place != of_launch.end())
            name = kernel.instructions[i]->operands[static_cast<std::size_t>(place - of_launch.begin())].name;
    }
    return name;
}

void write_operands(std::ostream& text, const ProgramOfKernel& kernel, const KernelExample& example) {
    text << "    {";
    for (std::size_t i = 0; i < example.registers.size(); ++i) {
        const hg::Register& reg = example.registers[i].shape;
        text << "{\"" << operand_name(kernel, i) << "\", " << type_word(reg.type) << ", " << reg.rows << ", "
             << reg.cols << ", " << reg.ld << ", " << contents_word(example.registers[i].contents) << "}, ";
    }
    text << "},\n";
}

hg::Geometry geometry(const ProgramOfKernel& kernel, const KernelExample& example, std::size_t launch) {
    const std::vector<hg::Register> operands = example.operands(launch);
    return kernel.instructions[launch]->geometry({operands, example.launches[launch].scalars});
}

void write_launch(std::ostream& text, const ProgramOfKernel& kernel, std::size_t launch) {
    const hg::Instruction& instruction = *kernel.instructions[launch];
    const auto& [operands, scalars] = kernel.checked.launches[launch];
    const hg::Geometry small = geometry(kernel, kernel.checked, launch);
    const hg::Geometry large = geometry(kernel, kernel.timed, launch);
    text << "    {\"" << instruction.entry << "\", \"" << source_options(instruction).others
         << launch_option(launch, kernel.instructions.size()) << "\",\n     "
         << list_text(operands, [](std::size_t operand) { return std::to_string(operand); }) << ", "
         << operands.size() << ", "
         << list_text(instruction.scalars, [](const hg::ScalarOperand& s) { return type_word(s.type); })
         << ", " << list_text(scalars, [](const hg::ScalarValue& scalar) { return number(scalar.real); })
         << ", " << scalars.size() << ",\n     {" << range_initializer(small.global) << ", "
         << range_initializer(large.global) << "}, {" << range_initializer(small.local) << ", "
         << range_initializer(large.local) << "}},\n";
}

/// How many operands, or scalars, a launch has at most; 1 at least.
template <class Of>
std::size_t most(const KernelExample& example, const Of& of) {
    std::size_t found = 1;
    for (const hg::kernels::ExampleLaunch& launch : example.launches)
        found = std::max(found, (launch.*of).size());
    return found;
}

/// The operands of both problems, what is checked and what is timed, and the launches.
void write_problems(std::ostream& text, const ProgramOfKernel& kernel) {
    using hg::kernels::ExampleLaunch;
    text << "enum { F32, F64, I32 };\n"
         << "enum { NUMBERS, TRIANGLE, BITS };\n"
         << "struct operand { const char* name; int type; long rows, cols, ld; int contents; };\n"
         << "struct element { int operand; long row, col; double value; };\n"
         << "struct launch {\n    const char* entry;\n    const char* options;\n    int operands["
         << most(kernel.checked, &ExampleLaunch::registers) << "], operand_count;\n    int scalar_types["
         << most(kernel.checked, &ExampleLaunch::scalars) << "];\n    double scalars["
         << most(kernel.checked, &ExampleLaunch::scalars) << "];\n    int scalar_count;\n"
         << "    size_t global_size[2][3], local_size[2][3];\n};\n\n"
         << "/* Two problems: a small one that is checked, and one that is timed. Column-major; columns "
            "begin ld apart. */\n"
         << "static const struct operand operands[2][OPERANDS] = {\n";
    write_operands(text, kernel, kernel.checked);
    write_operands(text, kernel, kernel.timed);
    text << "};\n/* Operands and scalars, and for both problems the work-items and those of a work-group; "
            "zeros: as the "
            "driver likes. */\n"
         << "static const struct launch launches[LAUNCHES] = {\n";
    for (std::size_t i = 0; i < kernel.instructions.size(); ++i) write_launch(text, kernel, i);
    text << "};\n\n";
}

void write_expected(std::ostream& text, const std::vector<ExpectedElement>& expected) {
    text << "/* Of the small problem: operand, row, column, and what the element must be after the launches. "
            "*/\n"
         << "static const struct element expected[EXPECTED + 1] = {\n";
    for (const ExpectedElement& e : expected)
        text << "    {" << e.operand << ", " << e.row << ", " << e.col << ", " << number(e.value) << "},\n";
    text << "    {0, 0, 0, 0}};\n";
}

void check(const ProgramOfKernel& kernel) {
    for (const KernelExample* example : {&kernel.checked, &kernel.timed})
        for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
            const std::vector<hg::Register> operands = example->operands(i);
            if (kernel.instructions[i]->check)
                kernel.instructions[i]->check({operands, example->launches[i].scalars});
        }
}

}  // namespace

SourceOptions source_options(const hg::Instruction& instruction) {
    SourceOptions result;
    std::istringstream words(instruction.newer_ptx ? instruction.newer_ptx->options_without
                                                   : instruction.build_options);
    for (std::string word; words >> word;) {
        if (word == "-D") {
            words >> word;
            word.insert(0, "-D");
        }
        if (!word.starts_with("-D")) {
            result.others += (result.others.empty() ? "" : " ") + word;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string value = equals == std::string::npos ? "1" : word.substr(equals + 1);
        result.defines += "#define " + word.substr(2, equals - 2) + " " + value + "\n";
    }
    return result;
}

std::string kernel_source(const std::vector<hg::InstructionPtr>& instructions) {
    const auto source = [](const hg::Instruction& instruction) {
        return source_options(instruction).defines + '\n' + instruction.source;
    };
    if (instructions.size() == 1) return source(*instructions[0]);
    std::string text = "#ifndef LAUNCH\n#define LAUNCH 1\n#endif\n";
    for (std::size_t i = 0; i < instructions.size(); ++i)
        text.append("\n#if LAUNCH == " + std::to_string(i + 1) + "\n")
            .append(source(*instructions[i]))
            .append("\n#endif  // LAUNCH == " + std::to_string(i + 1) + "\n");
    return text;
}

std::string kernel_program(const ProgramOfKernel& kernel) {
    check(kernel);
    const std::vector<ExpectedElement> expected = expected_elements(kernel.instructions, kernel.checked);
    std::ostringstream text;
    text << "/* Builds the kernel in " << kernel.source_file
         << ", runs it on random numbers, compares a few elements with\n"
         << "   what they must be, and prints its rate. Run it in the folder of that file:\n\n"
         << "       cc PROGRAM.c -o PROGRAM -lOpenCL\n"
         << "       ./PROGRAM [PART OF THE DEVICE'S NAME]\n*/\n"
         << "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n#include "
            "<stdlib.h>\n"
         << "#include <string.h>\n\n#define KERNEL \"" << kernel.name << "\"\n#define SOURCE_FILE \""
         << kernel.source_file << "\"\n#define AMOUNT " << number(kernel.amount) << "\n#define UNIT \""
         << kernel.unit << "\"\n#define OPERANDS " << kernel.checked.registers.size() << "\n#define LAUNCHES "
         << kernel.instructions.size() << "\n#define EXPECTED " << expected.size() << "\n\n";
    write_problems(text, kernel);
    write_expected(text, expected);
    text << kKernelProgramBody;
    return text.str();
}

}  // namespace hgctl
