#include "blas/level3/product/operand_residues.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/emulated/emulated_gemm.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include <hg/kernels/scale.hpp>

namespace hg {

OperandResidues::Integers OperandResidues::of(ProgramBuilder& builder, RegisterId operand, const Form& form) {
    const Register& x = builder.reg(operand);
    const Place place = place_of(x, form.lines_are_rows);
    std::vector<Known>& known = known_[{x.is_window() ? x.window_of : operand, form}];
    const auto serves = [&](const Known& k) {
        const std::int64_t before = place.line - k.place.line;
        return k.place.first == place.first && k.place.depth == place.depth && before >= 0 &&
               before % kernels::kBlockLines == 0 && before + place.lines <= k.place.lines &&
               !builder.is_written_since(operand, k.made);
    };
    const auto found = std::find_if(known.rbegin(), known.rend(), serves);
    if (found != known.rend()) return part_of(builder, *found, place);
    known.push_back({place, builder.size(), make(builder, operand, form, place)});
    return known.back().integers;
}

OperandResidues::Place OperandResidues::place_of(const Register& x, bool lines_are_rows) {
    if (lines_are_rows) return {x.first_row(), x.rows, x.first_col(), x.cols};
    return {x.first_col(), x.cols, x.first_row(), x.rows};
}

OperandResidues::Integers OperandResidues::part_of(ProgramBuilder& builder, const Known& known,
                                                   const Place& place) const {
    const std::int64_t before = place.line - known.place.line;
    if (before == 0 && place.lines == known.place.lines) return known.integers;
    const auto [residues, exponents, refused] = known.integers;
    return {builder.window(residues, 0, before / kernels::kBlockLines, builder.reg(residues).rows,
                           kernels::residue_cols(place.lines)),
            builder.window(exponents, before, 0, place.lines, 1), refused};
}

OperandResidues::Integers OperandResidues::make(ProgramBuilder& builder, RegisterId operand, const Form& form,
                                                const Place& place) const {
    const DeviceIndex device = builder.reg(operand).device;
    const std::int64_t rows = kernels::real_products(type_) * kernels::operand_rows(place.depth, moduli_);
    const Integers integers{builder.reg(device, ElementType::i32, rows, kernels::residue_cols(place.lines)),
                            builder.reg(device, ElementType::i32, place.lines, 1),
                            builder.reg(device, ElementType::i32, 1, 1)};
    builder.exec(kernels::zero(ElementType::i32), {integers.refused});
    builder.exec(kernels::emulated_exponents(type_, form.lines_are_rows),
                 {operand, integers.exponents, integers.refused}, {kernels::scaled_norm(moduli_)});
    std::vector<Scalar> scalars;
    if (is_complex(type_)) scalars.emplace_back(form.conjugated ? 1.0 : 0.0);
    builder.exec(kernels::emulated_residues(type_, form.lines_are_rows, moduli_),
                 std::array{operand, integers.exponents, integers.refused, integers.residues}, scalars);
    return integers;
}

}  // namespace hg
