#include "kernels/elementwise/symmetric_part.hpp"

#include <complex>
#include <string>
#include <tuple>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/shapes.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kColumnsOfItem = 16;  ///< COLUMNS
constexpr std::int64_t kRowsOfGroup = 64;

Geometry geometry_of_part(const Register& target) {
    const auto strips = static_cast<std::size_t>((target.cols + kColumnsOfItem - 1) / kColumnsOfItem);
    return {{round_up(target.rows, kRowsOfGroup), strips, 1}, {kRowsOfGroup, 1, 1}, true};
}

template <class T, bool hermitian>
void make_part_on_host(const HostCall& call) {
    const HostOperand& square = call.operands[0];
    const HostOperand& target = call.operands[3];
    const auto row = call.scalars[0].as<std::int32_t>();
    const auto col = call.scalars[1].as<std::int32_t>();
    const bool upper = call.scalars[2].as<std::int32_t>() != 0;
    for (std::int64_t j = 0; j < target.cols; ++j)
        for (std::int64_t i = 0; i < target.rows; ++i) {
            const bool in_front = i < row || j < col;
            const bool below = i >= row + square.rows;
            const bool behind = !in_front && (below || j >= col + square.rows);
            const HostOperand& piece = call.operands[in_front ? 1 : behind ? 2 : 0];
            const std::int64_t r = in_front ? i : below ? i - row - square.rows : i - row;
            const std::int64_t c = in_front ? j : behind && !below ? j - col - square.rows : j - col;
            const bool stored = upper ? i - row <= j - col : i - row >= j - col;
            const T element = stored ? piece.as<const T>()[r + c * piece.ld]
                                     : conjugated_if(hermitian, piece.as<const T>()[c + r * piece.ld]);
            const bool on_diagonal = hermitian && i - row == j - col;
            target.as<T>()[i + j * target.ld] = on_diagonal ? T{std::real(element)} : element;
        }
}

/// A piece of the matrix, or its mirror image if it is not stored.
bool holds_piece(const Register& piece, std::int64_t rows, std::int64_t cols, bool is_stored) {
    return piece.rows >= (is_stored ? rows : cols) && piece.cols >= (is_stored ? cols : rows);
}

/// The pieces that symmetric_part.hpp tells of, for these operands: whether each has the elements that are
/// read of it.
bool has_all_pieces(const ExecShape& shape) {
    const auto& [square, before, after, target] =
        std::tie(shape.registers[0], shape.registers[1], shape.registers[2], shape.registers[3]);
    const auto [row, col] =
        std::pair{shape.scalars[0].as<std::int64_t>(), shape.scalars[1].as<std::int64_t>()};
    const bool upper = shape.scalars[2] != 0;
    if (row == target.rows && col == 0) return holds_piece(before, target.rows, target.cols, upper);
    if (col == target.cols && row == 0) return holds_piece(before, target.rows, target.cols, !upper);
    if (row < 0 || col < 0 || (row > 0 && col > 0) || square.rows > square.cols) return false;
    const std::int64_t below = target.rows - row - square.rows;
    const std::int64_t behind = target.cols - col - square.rows;
    if (below < 0 || behind < 0 || (below > 0 && behind > 0)) return false;
    return (row == 0 || holds_piece(before, row, target.cols, upper)) &&
           (col == 0 || holds_piece(before, target.rows, col, !upper)) &&
           (below == 0 || holds_piece(after, below, square.rows, !upper)) &&
           (behind == 0 || holds_piece(after, square.rows, behind, upper));
}

InstructionPtr make_part(ElementType type, bool hermitian) {
    Instruction i;
    i.entry = "symmetric_part";
    i.name = (hermitian ? "hermitian_part_" : "symmetric_part_") + std::string(hg::name(type));
    i.operands = {{"square", Access::read, type},
                  {"before", Access::read, type},
                  {"after", Access::read, type},
                  {"target", Access::write, type}};
    i.scalars = {{"row", ElementType::i32}, {"col", ElementType::i32}, {"upper", ElementType::i32}};
    i.source = source_for_elements("symmetric_part.cl");
    i.build_options = element_options(type) + define("COLUMNS", kColumnsOfItem);
    if (hermitian) i.build_options += define("HERMITIAN", 1);
    i.geometry = [](const ExecShape& shape) { return geometry_of_part(shape.registers[3]); };
    i.cost = [](const ExecShape& shape) {
        const Register& r = shape.registers[3];
        return Cost{.bytes = 2.0 * static_cast<double>(r.rows * r.cols * size_of(r.type)), .seconds = 3e-6};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        require_shapes(has_all_pieces(shape), name, shape,
                       "square, before and after must have the elements that row and col say");
    };
    for_floating_type(type, [&]<class T>() {
        i.host = hermitian ? make_part_on_host<T, true> : make_part_on_host<T, false>;
    });
    return finished(std::move(i));
}

InstructionPtr part_of_type(ElementType type, bool hermitian) {
    const std::string entry = hermitian ? "hermitian_part" : "symmetric_part";
    if (type == ElementType::i32 || (hermitian && !is_complex(type)))
        throw Error(ErrorCode::invalid_argument, entry + ": does not support " + std::string(hg::name(type)));
    return made_once(entry + "_" + std::string(hg::name(type)), [&] { return make_part(type, hermitian); });
}

}  // namespace

InstructionPtr symmetric_part(ElementType type) {
    return part_of_type(type, false);
}

InstructionPtr hermitian_part(ElementType type) {
    return part_of_type(type, true);
}

InstructionPtr self_adjoint_part(ElementType type) {
    return is_complex(type) ? hermitian_part(type) : symmetric_part(type);
}

}  // namespace hg::kernels
