#include "kernels/emulated/emulated_gemm.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/emulated/emulated_host.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kItems = 64;
constexpr std::int64_t kWork = 4;  ///< WORK
constexpr std::size_t kGroupRows = 16;
constexpr std::size_t kGroupCols = 4;

const Operand kRefused{"refused", Access::read, ElementType::i32};

std::int64_t lines_of(const Register& x, bool lines_are_rows) {
    return lines_are_rows ? x.rows : x.cols;
}

std::int64_t depth_of(const Register& x, bool lines_are_rows) {
    return lines_are_rows ? x.cols : x.rows;
}

bool is_column(const Register& r, std::int64_t rows) {
    return r.rows == rows && r.cols == 1;
}

std::string suffix(int moduli) {
    return "_n" + std::to_string(moduli);
}

void require_type_and_moduli(ElementType type, int moduli, const char* instruction) {
    require_real(type, instruction);
    if (moduli < kLeastModuli || moduli > kMostModuli)
        throw Error(ErrorCode::invalid_argument, std::string(instruction) + ": moduli is " +
                                                     std::to_string(moduli) + ", it must lie between " +
                                                     std::to_string(kLeastModuli) + " and " +
                                                     std::to_string(kMostModuli));
}

std::string operand_options(ElementType type, bool lines_are_rows) {
    return real_option(type) + define("LINES_ARE_ROWS", lines_are_rows);
}

Instruction make_exponents(ElementType type, bool lines_are_rows, const std::string& name) {
    Instruction i;
    i.name = name;
    i.entry = "emulated_exponents";
    i.operands = {{"X", Access::read, type},
                  {"exponents", Access::write, ElementType::i32},
                  {"refused", Access::read_write, ElementType::i32}};
    i.scalars = {{"norm", ElementType::f64}};
    i.source = moduli_source(kLeastModuli) + std::string(embedded_source("emulated_operand.cl"));
    i.build_options = operand_options(type, lines_are_rows);
    i.geometry = [lines_are_rows](const ExecShape& shape) {
        const std::int64_t lines = lines_of(shape.registers[0], lines_are_rows);
        return groups_in_a_row((lines + kItems - 1) / kItems, kItems);
    };
    i.cost = [](const ExecShape& shape) {
        return Cost{.bytes = 2 * static_cast<double>(shape.registers[0].bytes()), .seconds = 5e-6};
    };
    i.check = [name, lines_are_rows](const ExecShape& shape) {
        require_shapes(is_column(shape.registers[1], lines_of(shape.registers[0], lines_are_rows)) &&
                           is_column(shape.registers[2], 1),
                       name, shape, "exponents must be lines x 1, refused 1 x 1");
    };
    i.host = for_real_type(type, [&](auto zero) -> std::function<void(const HostCall&)> {
        return [lines_are_rows](const HostCall& call) {
            emulated_exponents_on_host<decltype(zero)>(call, lines_are_rows);
        };
    });
    return i;
}

Instruction make_residues(ElementType type, bool lines_are_rows, int moduli, const std::string& name) {
    Instruction i;
    i.name = name;
    i.entry = "emulated_residues";
    i.operands = {{"X", Access::read, type},
                  {"exponents", Access::read, ElementType::i32},
                  kRefused,
                  {"residues", Access::write, ElementType::i32}};
    i.source = moduli_source(moduli) + std::string(embedded_source("emulated_operand.cl"));
    i.build_options = operand_options(type, lines_are_rows);
    i.geometry = [lines_are_rows](const ExecShape& shape) {
        const std::int64_t bytes = shape.registers[3].rows * kResiduesOfElement;
        const std::int64_t lines = lines_of(shape.registers[0], lines_are_rows);
        return Geometry{{round_up(bytes, kItems), static_cast<std::size_t>(lines), 1}, {kItems, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        return Cost{.bytes = static_cast<double>(shape.registers[0].bytes() + shape.registers[3].bytes()),
                    .seconds = 5e-6};
    };
    i.check = [=](const ExecShape& shape) {
        const Register& x = shape.registers[0];
        const std::int64_t lines = lines_of(x, lines_are_rows);
        require_shapes(is_column(shape.registers[1], lines) && is_column(shape.registers[2], 1) &&
                           shape.registers[3].rows == packed(depth_of(x, lines_are_rows)) &&
                           shape.registers[3].cols == lines * moduli,
                       name, shape,
                       "exponents must be lines x 1, refused 1 x 1, residues ceil(k / 4) x (lines moduli)");
    };
    i.host = for_real_type(type, [&](auto zero) -> std::function<void(const HostCall&)> {
        return [lines_are_rows, moduli](const HostCall& call) {
            emulated_residues_on_host<decltype(zero)>(call, lines_are_rows, moduli);
        };
    });
    return i;
}

Instruction make_product(int moduli, const std::string& name) {
    Instruction i;
    i.name = name;
    i.entry = "emulated_product";
    i.operands = {
        {"A", Access::read, ElementType::i32},         {"B", Access::read, ElementType::i32},
        {"A_refused", Access::read, ElementType::i32}, {"B_refused", Access::read, ElementType::i32},
        {"U", Access::write, ElementType::i32},        {"refused", Access::write, ElementType::i32}};
    i.source = moduli_source(moduli) + std::string(embedded_source("emulated_product.cl"));
    i.build_options = define("WORK", kWork).substr(1);
    i.geometry = [moduli](const ExecShape& shape) {
        const auto blocks = [&](const Register& r) { return (r.cols / moduli + kWork - 1) / kWork; };
        return Geometry{{round_up(blocks(shape.registers[0]), kGroupRows),
                         round_up(blocks(shape.registers[1]), kGroupCols), static_cast<std::size_t>(moduli)},
                        {kGroupRows, kGroupCols, 1}};
    };
    // Reals count what the product is worth, so that rates compare.
    i.cost = [moduli](const ExecShape& shape) {
        const auto k = static_cast<double>(shape.registers[0].rows * kResiduesOfElement);
        const auto elements = static_cast<double>(shape.registers[0].cols / moduli) *
                              static_cast<double>(shape.registers[1].cols / moduli);
        return Cost{.flops = 2 * elements * k, .bytes = elements * moduli, .seconds = 5e-6};
    };
    i.check = [=](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        const Register& b = shape.registers[1];
        const Register& u = shape.registers[4];
        require_shapes(a.rows == b.rows && a.rows * kResiduesOfElement <= kDeepestEmulated + 1 &&
                           a.cols % moduli == 0 && b.cols % moduli == 0 &&
                           u.rows == packed(a.cols / moduli) && u.cols == b.cols &&
                           is_column(shape.registers[2], 1) && is_column(shape.registers[3], 1) &&
                           is_column(shape.registers[5], 1),
                       name, shape,
                       "A must be ceil(k / 4) x (m moduli), B ceil(k / 4) x (n moduli), all refused 1 x 1, U "
                       "ceil(m / 4) x (n moduli), k below 2^17");
    };
    i.host = [moduli](const HostCall& call) { emulated_product_on_host(call, moduli); };
    return i;
}

Instruction make_sum(ElementType type, int moduli, bool overwrite, const std::string& name) {
    Instruction i;
    i.name = name;
    i.entry = "emulated_sum";
    i.operands = {{"U", Access::read, ElementType::i32},
                  {"rows", Access::read, ElementType::i32},
                  {"cols", Access::read, ElementType::i32},
                  kRefused,
                  {"C", overwrite ? Access::write : Access::read_write, type}};
    i.scalars = {{"alpha", type}, {"beta", type}};
    i.source = moduli_source(moduli) + std::string(embedded_source("emulated_sum.cl"));
    i.build_options = real_option(type) + define("OVERWRITE", overwrite);
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[4]); };
    i.cost = [](const ExecShape& shape) {
        return Cost{.bytes = static_cast<double>(shape.registers[0].bytes() + 2 * shape.registers[4].bytes()),
                    .seconds = 5e-6};
    };
    i.check = [=](const ExecShape& shape) {
        const Register& c = shape.registers[4];
        require_shapes(
            shape.registers[0].rows == packed(c.rows) && shape.registers[0].cols == c.cols * moduli &&
                is_column(shape.registers[1], c.rows) && is_column(shape.registers[2], c.cols) &&
                is_column(shape.registers[3], 1),
            name, shape, "U must be ceil(m / 4) x (n moduli), rows m x 1, cols n x 1, refused 1 x 1");
    };
    i.host = for_real_type(type, [&](auto zero) -> std::function<void(const HostCall&)> {
        return [moduli, overwrite](const HostCall& call) {
            emulated_sum_on_host<decltype(zero)>(call, moduli, overwrite);
        };
    });
    return i;
}

}  // namespace

InstructionPtr emulated_exponents(ElementType type, bool lines_are_rows) {
    require_type_and_moduli(type, kLeastModuli, "emulated_exponents");
    const std::string name =
        "emulated_exponents_" + std::string(hg::name(type)) + (lines_are_rows ? "_rows" : "_cols");
    return made_once(name, [&] { return finished(make_exponents(type, lines_are_rows, name)); });
}

InstructionPtr emulated_residues(ElementType type, bool lines_are_rows, int moduli) {
    require_type_and_moduli(type, moduli, "emulated_residues");
    const std::string name = "emulated_residues_" + std::string(hg::name(type)) +
                             (lines_are_rows ? "_rows" : "_cols") + suffix(moduli);
    return made_once(name, [&] { return finished(make_residues(type, lines_are_rows, moduli, name)); });
}

InstructionPtr emulated_product(int moduli) {
    require_type_and_moduli(ElementType::f64, moduli, "emulated_product");
    const std::string name = "emulated_product" + suffix(moduli);
    return made_once(name, [&] { return finished(make_product(moduli, name)); });
}

InstructionPtr emulated_sum(ElementType type, int moduli, bool overwrite) {
    require_type_and_moduli(type, moduli, "emulated_sum");
    const std::string name =
        "emulated_sum_" + std::string(hg::name(type)) + (overwrite ? "_set" : "") + suffix(moduli);
    return made_once(name, [&] { return finished(make_sum(type, moduli, overwrite, name)); });
}

namespace {

/// All for this number of moduli.
std::vector<InstructionPtr> instructions(int moduli) {
    std::vector<InstructionPtr> all{emulated_product(moduli)};
    for (const ElementType type : kRealTypes)
        for (const bool flag : {false, true}) {
            all.push_back(emulated_exponents(type, flag));
            all.push_back(emulated_residues(type, flag, moduli));
            all.push_back(emulated_sum(type, moduli, flag));
        }
    return all;
}

}  // namespace

InstructionPtr find_emulated(std::string_view name) {
    NameReader reader(name);
    if (!reader.take("emulated_")) return nullptr;
    int moduli = kLeastModuli;
    if (const std::size_t mark = name.rfind("_n"); mark != std::string_view::npos) {
        NameReader number(name.substr(mark + 2));
        if (!number.take_number(moduli) || moduli < kLeastModuli || moduli > kMostModuli) return nullptr;
    }
    for (InstructionPtr& instruction : instructions(moduli))
        if (instruction->name == name) return std::move(instruction);
    return nullptr;
}

std::vector<std::string> emulated_names() {
    std::vector<std::string> names;
    for (const ElementType type : kRealTypes)
        for (const InstructionPtr& instruction : instructions(moduli_for(type)))
            if (std::ranges::find(names, instruction->name) == names.end())
                names.push_back(instruction->name);
    return names;
}

}  // namespace hg::kernels
