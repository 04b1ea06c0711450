#include "tools/tuner/results/kernel_program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "tools/tuner/problem/kernel_example.hpp"
#include "tools/tuner/results/kernel_program_body.hpp"
#include <hg/runtime/program/instruction.hpp>

namespace hgctl {
namespace {

/// What an element of an operand must be after the launches.
struct ExpectedElement {
    std::size_t operand = 0;  ///< position among the example's registers
    std::int64_t row = 0;
    std::int64_t col = 0;
    double value = 0;
};

using hg::ElementType;
using hg::kernels::ExampleContents;
using hg::kernels::ExampleRegister;
using hg::kernels::KernelExample;

std::size_t elements(const hg::Register& reg) {
    return static_cast<std::size_t>(reg.ld * reg.cols);
}

/// An operand's elements in ordinary memory.
class OperandElements {
  public:
    /// Filled as fill() of kKernelProgramBody fills them.
    OperandElements(const ExampleRegister& operand, std::size_t position)
        : reg_(operand.shape),
          bytes_(elements(reg_) * static_cast<std::size_t>(hg::size_of(operand.shape.type))) {
        const auto ld = static_cast<std::size_t>(reg_.ld);
        std::uint64_t state = position + 1;
        for (std::size_t i = 0; i < elements(reg_); ++i) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            double value = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
            if (operand.contents == ExampleContents::triangle)
                value = i % ld == i / ld ? 1 + std::fabs(value) : 2 * value / static_cast<double>(reg_.rows);
            put(i, value);
            if (operand.contents == ExampleContents::bits)
                put_as<std::int32_t>(i, static_cast<std::int32_t>(state >> 32));
        }
    }

    [[nodiscard]] hg::HostOperand operand() { return {bytes_.data(), reg_.rows, reg_.cols, reg_.ld}; }
    [[nodiscard]] double at(std::int64_t row, std::int64_t col) const {
        const auto place = static_cast<std::size_t>(row + col * reg_.ld);
        if (reg_.type == ElementType::f64) return get<double>(place);
        return reg_.type == ElementType::f32 ? double{get<float>(place)} : get<std::int32_t>(place);
    }

  private:
    void put(std::size_t place, double value) {
        if (reg_.type == ElementType::f64) put_as<double>(place, value);
        if (reg_.type == ElementType::f32) put_as<float>(place, static_cast<float>(value));
        if (reg_.type == ElementType::i32) put_as<std::int32_t>(place, 0);
    }
    template <class T>
    void put_as(std::size_t place, T value) {
        std::memcpy(bytes_.data() + place * sizeof(T), &value, sizeof(T));
    }
    template <class T>
    [[nodiscard]] T get(std::size_t place) const {
        T value;
        std::memcpy(&value, bytes_.data() + place * sizeof(T), sizeof(T));
        return value;
    }

    hg::Register reg_;
    std::vector<std::byte> bytes_;
};

/// The operands that a program looks at.
std::set<std::size_t> results(const std::vector<hg::InstructionPtr>& instructions,
                              const KernelExample& example) {
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const std::vector<std::size_t>& operands = example.launches.at(i).registers;
        for (std::size_t o = 0; o < operands.size(); ++o)
            if (hg::writes(instructions[i]->operands.at(o).access) &&
                example.registers.at(operands[o]).contents != ExampleContents::temporary)
                found.insert(operands[o]);
    }
    return found;
}

void run_on_host(const std::vector<hg::InstructionPtr>& instructions, const KernelExample& example,
                 std::vector<OperandElements>& memory) {
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        std::vector<hg::HostOperand> operands;
        for (const std::size_t position : example.launches.at(i).registers)
            operands.push_back(memory.at(position).operand());
        instructions[i]->host({operands, example.launches[i].scalars});
    }
}

/// A few elements of each operand that the launches write and that is not temporary, by the host
/// implementations. Operands are filled as programs fill them. None if an instruction has no host
/// implementation.
std::vector<ExpectedElement> expected_elements(const std::vector<hg::InstructionPtr>& instructions,
                                               const KernelExample& example) {
    if (!std::ranges::all_of(instructions, [](const hg::InstructionPtr& i) { return bool{i->host}; }))
        return {};
    std::vector<OperandElements> memory;
    for (std::size_t i = 0; i < example.registers.size(); ++i) memory.emplace_back(example.registers[i], i);
    run_on_host(instructions, example, memory);
    std::vector<ExpectedElement> found;
    for (const std::size_t operand : results(instructions, example)) {
        const hg::Register& reg = example.registers[operand].shape;
        const std::array places{std::pair{std::int64_t{0}, std::int64_t{0}},
                                std::pair{reg.rows / 2, reg.cols / 3}, std::pair{reg.rows / 3, reg.cols - 1},
                                std::pair{reg.rows - 1, reg.cols - 1}};
        for (const auto& [row, col] : places)
            found.push_back({operand, row, col, memory[operand].at(row, col)});
    }
    return found;
}

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
