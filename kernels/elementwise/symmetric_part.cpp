#include "kernels/elementwise/symmetric_part.hpp"

#include <array>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/real_type.hpp"
#include "kernels/shapes.hpp"
#include "runtime/program/base/immortal.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kColumnsOfItem = 16;  ///< COLUMNS
constexpr std::int64_t kRowsOfGroup = 64;

Geometry geometry_of_part(const Register& target) {
    const auto strips = static_cast<std::size_t>((target.cols + kColumnsOfItem - 1) / kColumnsOfItem);
    return {{round_up(target.rows, kRowsOfGroup), strips, 1}, {kRowsOfGroup, 1, 1}};
}

template <class T>
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
            target.as<T>()[i + j * target.ld] =
                stored ? piece.as<const T>()[r + c * piece.ld] : piece.as<const T>()[c + r * piece.ld];
        }
}

InstructionPtr make_symmetric_part(ElementType type) {
    Instruction i;
    i.entry = "symmetric_part";
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.operands = {{"square", Access::read, type},
                  {"before", Access::read, type},
                  {"after", Access::read, type},
                  {"target", Access::write, type}};
    i.scalars = {{"row", ElementType::i32}, {"col", ElementType::i32}, {"upper", ElementType::i32}};
    i.source = embedded_source("symmetric_part.cl");
    i.build_options = real_option(type) + define("COLUMNS", kColumnsOfItem);
    i.geometry = [](const ExecShape& shape) { return geometry_of_part(shape.registers[3]); };
    i.cost = [](const ExecShape& shape) {
        const Register& r = shape.registers[3];
        return Cost{.bytes = 2.0 * static_cast<double>(r.rows * r.cols * size_of(r.type)), .seconds = 3e-6};
    };
    for_real_type(type, [&](auto zero) { i.host = make_part_on_host<decltype(zero)>; });
    return finished(std::move(i));
}

}  // namespace

InstructionPtr symmetric_part(ElementType type) {
    require_real(type, "symmetric_part");
    static const Immortal all([] {
        std::array<InstructionPtr, 3> made;
        for (ElementType t : kRealTypes) made[static_cast<std::size_t>(t)] = make_symmetric_part(t);
        return made;
    }());
    return (*all)[static_cast<std::size_t>(type)];
}

}  // namespace hg::kernels
