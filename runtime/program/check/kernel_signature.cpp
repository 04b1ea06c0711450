#include "runtime/program/check/kernel_signature.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace hg {
namespace {

/// An argument as the calling convention wants it.
struct WantedArgument {
    std::string what;                  ///< "rows of operand X"
    std::string_view element;          ///< "float"
    const Operand* operand = nullptr;  ///< of a pointer

    [[nodiscard]] std::string type() const { return std::string(element) + (operand ? "*" : ""); }
};

std::string_view opencl_name(ElementType type) {
    constexpr std::array kNames{"float", "double", "int", "float2",
                                "double2"};  // in the order of ElementType
    return kNames[static_cast<std::size_t>(type)];
}

std::vector<WantedArgument> arguments_of(const Instruction& instruction) {
    std::vector<WantedArgument> list;
    for (const Operand& operand : instruction.operands) {
        const std::string of = " of operand " + operand.name;
        list.push_back({"elements" + of, opencl_name(operand.type), &operand});
        list.push_back({"first element" + of, "long"});
        for (const char* const extent : {"rows", "cols", "ld"}) list.push_back({extent + of, "int"});
    }
    for (const ScalarOperand& scalar : instruction.scalars)
        list.push_back({"scalar " + scalar.name, opencl_name(scalar.type)});
    return list;
}

/// Returns true for a type of OpenCL C in which numbers are passed. A name that the source defines could mean
/// any type.
bool is_known(std::string_view type) {
    constexpr std::array<std::string_view, 11> kTypes{"char", "uchar", "short", "ushort", "int",   "uint",
                                                      "long", "ulong", "half",  "float",  "double"};
    return std::ranges::find(kTypes, type) != kTypes.end();
}

/// Returns the element type of a vector type: "float" for "float4".
std::string_view part_of(std::string_view type) {
    while (!type.empty() && type.back() >= '0' && type.back() <= '9') type.remove_suffix(1);
    return type;
}

/// Treats pointers to vectors like pointers to their elements, and unsigned integers like signed ones.
bool is_like(std::string_view type, const WantedArgument& wanted) {
    const bool is_pointer = type.ends_with('*');
    if (is_pointer) type.remove_suffix(1);
    const std::string_view part = part_of(type);
    if (!is_known(part)) return true;
    if (is_pointer != (wanted.operand != nullptr)) return false;
    // A kernel may access elements as another kind of type, such as char. The types that callers confuse are
    // float, double and int.
    if (is_pointer)
        return part == part_of(wanted.element) || !(part == "float" || part == "double" || part == "int");
    return type.substr(type.front() == 'u' ? 1 : 0) == wanted.element;
}

/// Returns what is wrong with a pointer's address space or const, or an empty string.
std::string pointer_fault(const KernelArgument& argument, const Operand& operand) {
    const std::string declared =
        "operand " + operand.name + " is declared " + std::string(name(operand.access));
    if (argument.space == "local") return "is a local pointer; registers are in global memory";
    if (writes(operand.access) && argument.space == "constant")
        return "points to constant memory; " + declared;
    if (writes(operand.access) && argument.is_const) return "is a pointer to const; " + declared;
    if (!writes(operand.access) && !argument.is_const && argument.space != "constant")
        return "is a pointer through which the kernel can write; " + declared +
               ": make it const, or declare the operand read_write";
    return {};
}

constexpr bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct SourceToken {
    std::string_view text;
    int line = 0;
};

/// Returns the words and signs of a source without comments, directives and literals.
class SourceTokens {
  public:
    explicit SourceTokens(std::string_view source) : rest_(source) {}

    /// Returns an empty text at the end.
    SourceToken next() {
        skip();
        if (rest_.empty()) return {{}, line_};
        std::size_t length = 0;
        while (length < rest_.size() && is_word_character(rest_[length])) ++length;
        at_line_start_ = false;
        return {take(std::max<std::size_t>(length, 1)), line_};
    }

  private:
    std::string_view take(std::size_t length) {
        const std::string_view taken = rest_.substr(0, length);
        line_ += static_cast<int>(std::ranges::count(taken, '\n'));
        rest_.remove_prefix(taken.size());
        return taken;
    }

    void skip_through(std::string_view end) {
        const std::size_t found = rest_.find(end);
        take(found == std::string_view::npos ? rest_.size() : found + end.size());
    }

    void skip_directive() {
        while (!rest_.empty()) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            const bool goes_on = rest_.substr(0, end).ends_with('\\');
            take(end + (goes_on ? 1 : 0));
            if (!goes_on) return;
        }
    }

    void skip() {
        while (!rest_.empty()) {
            const char c = rest_.front();
            if (c == '\n') at_line_start_ = true;
            if (rest_.starts_with("//"))
                take(std::min(rest_.find('\n'), rest_.size()));
            else if (rest_.starts_with("/*"))
                skip_through("*/");
            else if (c == '#' && at_line_start_)
                skip_directive();
            else if (c == '"')
                take(1), skip_through("\"");
            else if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
                take(1);
            else
                return;
        }
    }

    std::string_view rest_;
    int line_ = 1;
    bool at_line_start_ = true;
};

/// "global" for "__global" and "global".
std::string_view without_underscores(std::string_view word) {
    return word.starts_with("__") ? word.substr(2) : word;
}

/// Returns an argument declared by these tokens.
KernelArgument argument_of(const std::vector<std::string_view>& tokens) {
    constexpr std::array<std::string_view, 3> kSpaces{"global", "constant", "local"};
    constexpr std::array<std::string_view, 5> kSkipped{"restrict", "volatile", "private", "signed", "const"};
    KernelArgument argument;
    std::string stars;
    bool is_unsigned = false;
    for (const std::string_view token : tokens) {
        const std::string_view word = without_underscores(token);
        if (token == "*") stars += '*';
        if (word == "const" && stars.empty()) argument.is_const = true;
        if (word == "unsigned") is_unsigned = true;
        if (std::ranges::find(kSpaces, word) != kSpaces.end()) {
            argument.space = word;
        } else if (is_word_character(token.front()) && word != "unsigned" &&
                   std::ranges::find(kSkipped, word) == kSkipped.end()) {
            argument.type += argument.name;
            argument.name = token;
        }
    }
    if (is_unsigned) argument.type = "u" + (argument.type.empty() ? "int" : argument.type);
    argument.type += stars;
    argument.is_const = argument.is_const && !stars.empty();
    return argument;
}

/// Reads the arguments of a kernel after the opening parenthesis.
std::vector<KernelArgument> read_arguments(SourceTokens& tokens) {
    std::vector<KernelArgument> arguments;
    std::vector<std::string_view> current;
    int depth = 1;
    while (true) {
        const std::string_view text = tokens.next().text;
        depth += text == "(" ? 1 : text == ")" ? -1 : 0;
        if (text.empty() || depth == 0 || (text == "," && depth == 1)) {
            if (!current.empty()) arguments.push_back(argument_of(current));
            current.clear();
            if (text != ",") return arguments;
        } else {
            current.push_back(text);
        }
    }
}

}  // namespace

std::vector<KernelSignature> kernel_signatures(std::string_view source) {
    std::vector<KernelSignature> found;
    SourceTokens tokens(source);
    bool in_head = false;  // after the word kernel, before the parenthesis of its arguments
    int attribute = 0;     // depth of parentheses in an attribute
    SourceToken last;
    for (SourceToken token = tokens.next(); !token.text.empty(); token = tokens.next()) {
        if (without_underscores(token.text) == "kernel") in_head = true;
        if (!in_head) continue;
        if (token.text == "(" && (attribute > 0 || last.text == "__attribute__")) {
            ++attribute;
        } else if (token.text == ")" && attribute > 0) {
            --attribute;
        } else if (token.text == "(") {
            KernelSignature kernel{std::string(last.text), last.line};
            kernel.arguments = read_arguments(tokens);
            if (tokens.next().text == "{") found.push_back(std::move(kernel));
            in_head = false;
        } else if (token.text == ";" || token.text == "{") {
            in_head = false;
        }
        last = token;
    }
    return found;
}

std::optional<KernelSignature> signature_in_source(const Instruction& instruction) {
    std::optional<KernelSignature> found;
    for (KernelSignature& kernel : kernel_signatures(instruction.source)) {
        if (kernel.name != instruction.entry) continue;
        if (found) return std::nullopt;
        found = std::move(kernel);
    }
    if (found && found->arguments.size() != kernel_argument_count(instruction)) return std::nullopt;
    return found;
}

std::size_t kernel_argument_count(const Instruction& instruction) {
    constexpr std::size_t kArgumentsOfOperand = 5;
    return kArgumentsOfOperand * instruction.operands.size() + instruction.scalars.size();
}

std::string signature_fault(const Instruction& instruction, const std::vector<KernelArgument>& arguments) {
    const std::vector<WantedArgument> wanted = arguments_of(instruction);
    for (std::size_t i = 0; i < wanted.size() && i < arguments.size(); ++i) {
        const KernelArgument& argument = arguments[i];
        std::string fault;
        if (!is_like(argument.type, wanted[i]))
            fault = "is " + argument.type + ", not " + wanted[i].type() + " (" + wanted[i].what + ")";
        else if (wanted[i].operand != nullptr && argument.type.ends_with('*') &&
                 !instruction.origin.file.empty())
            fault = pointer_fault(argument, *wanted[i].operand);
        if (!fault.empty())
            return "argument " + std::to_string(i + 1) +
                   (argument.name.empty() ? "" : " (" + argument.name + ")") + " of kernel " +
                   instruction.entry + " of instruction " + instruction.name + " " + fault;
    }
    return {};
}

}  // namespace hg
