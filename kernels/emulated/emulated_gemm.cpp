#include "kernels/emulated/emulated_gemm.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/emulated/emulated_host.hpp"
#include "kernels/emulated/emulated_product.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/name_reader.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

/// Of emulated_operand.cl.
constexpr std::int64_t kItems = 256;
constexpr std::int64_t kLinesOfGroup = 32;  ///< if lines are rows
/// Of emulated_sum.cl.
constexpr std::int64_t kSumItems = 256;
constexpr std::int64_t kSumCols = 32;

const Operand kRefused{"refused", Access::read, ElementType::i32};

std::int64_t lines_of(const Register& x, bool lines_are_rows) {
    return lines_are_rows ? x.rows : x.cols;
}

std::int64_t depth_of(const Register& x, bool lines_are_rows) {
    return lines_are_rows ? x.cols : x.rows;
}

/// What a kernel reads or writes of a register, of which a window is a part of each column.
double bytes_of(const Register& r) {
    return static_cast<double>(r.rows * r.cols * size_of(r.type));
}

bool is_column(const Register& r, std::int64_t rows) {
    return r.rows == rows && r.cols == 1;
}

std::string suffix(int moduli) {
    return "_n" + std::to_string(moduli);
}

void require_type_and_moduli(ElementType type, int moduli, const char* instruction) {
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument,
                    std::string(instruction) + " supports f32, f64, c32 and c64 only");
    if (moduli < kLeastModuli || moduli > kMostModuli)
        throw Error(ErrorCode::invalid_argument, std::string(instruction) + ": moduli is " +
                                                     std::to_string(moduli) + ", it must lie between " +
                                                     std::to_string(kLeastModuli) + " and " +
                                                     std::to_string(kMostModuli));
}

/// A source with what stands before it.
std::string source_with_moduli(int moduli, std::string_view name) {
    return moduli_source(moduli) + std::string(embedded_source("residue_layout.cl")) +
           source_for_elements(name);
}

std::string operand_options(ElementType type, bool lines_are_rows) {
    return element_options(type) + define("LINES_ARE_ROWS", lines_are_rows);
}

Instruction make_exponents(ElementType type, bool lines_are_rows, const std::string& name) {
    Instruction i;
    i.name = name;
    i.entry = "emulated_exponents";
    i.operands = {{"X", Access::read, type},
                  {"exponents", Access::write, ElementType::i32},
                  {"refused", Access::read_write, ElementType::i32}};
    i.scalars = {{"norm", ElementType::f64}};
    i.source = source_with_moduli(kLeastModuli, "emulated_operand.cl");
    i.build_options = operand_options(type, lines_are_rows);
    i.geometry = [lines_are_rows](const ExecShape& shape) {
        const std::int64_t lines = lines_of(shape.registers[0], lines_are_rows);
        return groups_in_a_row(blocks_of(lines, lines_are_rows ? kLinesOfGroup : 1), kItems);
    };
    i.cost = [](const ExecShape& shape) {
        return Cost{.bytes = bytes_of(shape.registers[0]), .seconds = 5e-6};
    };
    i.check = [name, lines_are_rows](const ExecShape& shape) {
        require_shapes(is_column(shape.registers[1], lines_of(shape.registers[0], lines_are_rows)) &&
                           is_column(shape.registers[2], 1),
                       name, shape, "exponents must be lines x 1, refused 1 x 1");
    };
    i.host = host_for_type(
        type, [=]<class T>(const HostCall& call) { emulated_exponents_on_host<T>(call, lines_are_rows); });
    i.needs.work_group = kItems;
    i.with_fewer = [=, base = i](std::int64_t most) {
        const std::int64_t items = power_of_two_in(most);
        Instruction fewer = with_items(base, items, Kept::work_groups);
        if (!lines_are_rows || items >= kLinesOfGroup) return finished(std::move(fewer));
        const std::string_view lines_of_group = "LINES_OF_GROUP 32";
        fewer.source.replace(fewer.source.find(lines_of_group), lines_of_group.size(),
                             "LINES_OF_GROUP ITEMS");
        fewer.geometry = [items](const ExecShape& shape) {
            return groups_in_a_row(blocks_of(shape.registers[0].rows, items), items);
        };
        return finished(std::move(fewer));
    };
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
    if (is_complex(type)) i.scalars = {{"conjugated", ElementType::i32}};
    i.source = source_with_moduli(moduli, "emulated_operand.cl");
    i.build_options = operand_options(type, lines_are_rows);
    i.geometry = [lines_are_rows](const ExecShape& shape) {
        const std::int64_t along = blocks_of(depth_of(shape.registers[0], lines_are_rows), kBlockDepth);
        return Geometry{
            {static_cast<std::size_t>(along * kItems), static_cast<std::size_t>(shape.registers[3].cols), 1},
            {kItems, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        return Cost{.bytes = bytes_of(shape.registers[0]) + bytes_of(shape.registers[3]), .seconds = 5e-6};
    };
    i.check = [=](const ExecShape& shape) {
        const Register& x = shape.registers[0];
        const std::int64_t lines = lines_of(x, lines_are_rows);
        require_shapes(is_column(shape.registers[1], lines) && is_column(shape.registers[2], 1) &&
                           shape.registers[3].rows ==
                               real_products(type) * operand_rows(depth_of(x, lines_are_rows), moduli) &&
                           shape.registers[3].cols == residue_cols(lines),
                       name, shape, "exponents must be lines x 1, refused 1 x 1, residues those of X");
    };
    i.host = host_for_type(type, [=]<class T>(const HostCall& call) {
        emulated_residues_on_host<T>(call, lines_are_rows, moduli);
    });
    i.needs.work_group = kItems;
    offer_any_items(i, Kept::work_groups);
    return i;
}

/// "3.1e-16": of the least rounding error that is promised.
std::string bound_text(ElementType type, int moduli) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2g", rounding_bound(type, moduli));
    return text.data();
}

/// What reports of runs say.
std::string note_of(ElementType type, int moduli) {
    return "products in " + std::string(hg::name(type)) + " emulated by integers with " +
           std::to_string(moduli) + " moduli: |C - Cref| <= " + bound_text(type, moduli) +
           " sqrt(k) |a| |b|, a being a row of op(A), b a column "
           "of op(B)";
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
    i.scalars = {{"alpha", type}, {"beta", type}, {"triangle", ElementType::i32}};
    i.note = note_of(type, moduli);
    i.source = source_with_moduli(moduli, "emulated_sum.cl");
    i.build_options = element_options(type) + define("OVERWRITE", overwrite);
    i.geometry = [](const ExecShape& shape) {
        const Register& c = shape.registers[4];
        return Geometry{{static_cast<std::size_t>(blocks_of(c.rows, kBlockLines) * kSumItems),
                         static_cast<std::size_t>(blocks_of(c.cols, kSumCols)), 1},
                        {kSumItems, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        return Cost{.bytes = bytes_of(shape.registers[0]) + 2 * bytes_of(shape.registers[4]),
                    .seconds = 5e-6};
    };
    i.check = [=](const ExecShape& shape) {
        const Register& c = shape.registers[4];
        require_shapes(
            shape.registers[0].rows == real_products(type) * product_rows(c.rows, moduli) &&
                shape.registers[0].cols == residue_cols(c.cols) && is_column(shape.registers[1], c.rows) &&
                is_column(shape.registers[2], c.cols) && is_column(shape.registers[3], 1),
            name, shape, "U must hold the residues of C, rows be m x 1, cols n x 1, refused 1 x 1");
    };
    i.host = host_for_type(
        type, [=]<class T>(const HostCall& call) { emulated_sum_on_host<T>(call, moduli, overwrite); });
    i.needs.work_group = kSumItems;
    offer_without_groups(i);
    return i;
}

Instruction make_skip() {
    Instruction i;
    i.name = "emulated_skip";
    i.entry = "emulated_skip";
    i.operands = {{"info", Access::read, ElementType::i32},
                  {"refused", Access::read_write, ElementType::i32}};
    i.source = std::string(embedded_source("emulated_skip.cl"));
    i.geometry = [](const ExecShape&) { return groups_in_a_row(1, 1); };
    i.cost = [](const ExecShape&) { return Cost{.seconds = 2e-6}; };
    i.check = [](const ExecShape& shape) {
        require_shapes(is_column(shape.registers[0], 1) && is_column(shape.registers[1], 1), "emulated_skip",
                       shape, "info and refused must be 1 x 1");
    };
    i.host = [](const HostCall& call) {
        if (*call.operands[0].as<std::int32_t>() != 0) *call.operands[1].as<std::int32_t>() = 2;
    };
    return i;
}

}  // namespace

InstructionPtr emulated_skip() {
    return made_once("emulated_skip", [] { return finished(make_skip()); });
}

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

InstructionPtr emulated_sum(ElementType type, int moduli, bool overwrite) {
    require_type_and_moduli(type, moduli, "emulated_sum");
    const std::string name =
        "emulated_sum_" + std::string(hg::name(type)) + (overwrite ? "_set" : "") + suffix(moduli);
    return made_once(name, [&] { return finished(make_sum(type, moduli, overwrite, name)); });
}

namespace {

/// All for this number of moduli.
std::vector<InstructionPtr> instructions(int moduli) {
    std::vector<InstructionPtr> all;
    for (const ElementType type : kFloatingTypes)
        for (const bool flag : {false, true}) {
            all.push_back(emulated_exponents(type, flag));
            all.push_back(emulated_residues(type, flag, moduli));
            all.push_back(emulated_sum(type, moduli, flag));
        }
    return all;
}

}  // namespace

InstructionPtr find_emulated(std::string_view name) {
    if (!NameReader(name).take("emulated_")) return nullptr;
    if (InstructionPtr product = find_emulated_product(name)) return product;
    if (name == "emulated_skip") return emulated_skip();
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
    std::vector<std::string> names{emulated_skip()->name};
    const auto add = [&](const InstructionPtr& instruction) {
        if (std::ranges::find(names, instruction->name) == names.end()) names.push_back(instruction->name);
    };
    for (const ElementType type : kFloatingTypes) {
        const int moduli = moduli_for(type);
        for (const InstructionPtr& instruction : instructions(moduli)) add(instruction);
        add(emulated_product({.moduli = moduli, .work = 4}));
        add(emulated_product({.moduli = moduli, .units = IntegerUnits::mma, .groups = 108, .stages = 3}));
        add(emulated_product({.moduli = moduli, .units = IntegerUnits::wgmma, .groups = 132, .stages = 4}));
    }
    return names;
}

}  // namespace hg::kernels
