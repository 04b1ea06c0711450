#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

/// What the sources of the triangle's instructions share.
namespace hg::kernels {

/// The instruction "<entry>_<type><back>" by a source for elements of any type, kept as by made_once(). It
/// has its name, entry, source and options for the type: `fill` does the rest. Throws Error{invalid_argument}
/// for i32.
InstructionPtr triangle_instruction(const char* source, const char* entry, ElementType type, const char* back,
                                    const std::function<void(Instruction&)>& fill);

/// The scalars of what cleans a triangle: upper, unit and, if elements are complex, conjugated.
std::vector<ScalarOperand> cleaning_scalars(ElementType type);
/// What the last of them says; false if there is none.
bool is_conjugated(const HostCall& call);

/// Throws Error{invalid_program} that names the instruction unless `holds`.
void require_shape(bool holds, const std::string& instruction, std::string_view condition);

/// Groups of `size` that cover `extent`.
inline std::size_t groups_of(std::int64_t extent, std::int64_t size) {
    return static_cast<std::size_t>((extent + size - 1) / size);
}

inline bool is_square(const Register& reg, std::int64_t order) {
    return reg.rows == order && reg.cols == order;
}

/// True if it consists of squares of this order side by side.
inline bool has_squares(const Register& reg, std::int64_t order) {
    return reg.rows == order && reg.cols > 0 && reg.cols % order == 0;
}

/// Triangles side by side in a register or an operand.
template <class Matrix>
auto triangles_in(const Matrix& matrix) {
    return matrix.cols / matrix.rows;
}

/// One of the triangles side by side in an operand.
template <class T>
HostOperand one_triangle(const HostOperand& all, std::int64_t number) {
    return {all.as<T>() + number * all.rows * all.ld, all.rows, all.rows, all.ld};
}

/// Elements of a register, for costs.
inline double elements_of(const Register& reg) {
    return static_cast<double>(reg.rows) * static_cast<double>(reg.cols);
}

inline double bytes_of(ElementType type) {
    return static_cast<double>(size_of(type));
}

}  // namespace hg::kernels
