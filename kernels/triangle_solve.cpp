#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "kernels/embedded_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/triangle_kernels.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kCols = 4;  ///< COLS of triangle_solve.cl

std::string suffix(const TriangleCase& which) {
    return std::string("_") + (which.right ? 'r' : 'l') + (which.upper ? 'u' : 'l') +
           (which.transposed ? 't' : 'n');
}

/// What one work-group of the kernel solves for: some columns of B, or rows.
struct Strip {
    std::int64_t row = 0, col = 0, rows = 0, cols = 0;
};

template <class T>
void substitute(const HostOperand& t, const HostOperand& b, const Strip& s, const TriangleCase& which) {
    const auto call = [&](auto trsm) {
        trsm(CblasColMajor, which.right ? CblasRight : CblasLeft, which.upper ? CblasUpper : CblasLower,
             which.transposed ? CblasTrans : CblasNoTrans, CblasNonUnit, static_cast<int>(s.rows),
             static_cast<int>(s.cols), T{1}, t.as<T>(), static_cast<int>(t.ld),
             b.as<T>() + s.row + s.col * b.ld, static_cast<int>(b.ld));
    };
    if constexpr (sizeof(T) == sizeof(double))
        call(cblas_dtrsm);
    else
        call(cblas_strsm);
}

/// W := W + D^-1 V in a strip (W + V D^-1 for `right`), D the diagonal of T; false where it is not all
/// finite.
template <class T>
bool complete(const HostOperand& t, const HostOperand& v, const HostOperand& w, const Strip& s, bool right) {
    bool finite = true;
    for (std::int64_t j = s.col; j < s.col + s.cols; ++j)
        for (std::int64_t i = s.row; i < s.row + s.rows; ++i) {
            T& element = w.as<T>()[i + j * w.ld];
            element += v.as<T>()[i + j * v.ld] / t.as<T>()[(right ? j : i) * (t.ld + 1)];
            finite = finite && std::isfinite(element);
        }
    return finite;
}

template <class T>
void copy(const HostOperand& from, const HostOperand& to, const Strip& s) {
    for (std::int64_t j = s.col; j < s.col + s.cols; ++j)
        std::copy_n(from.as<T>() + s.row + j * from.ld, s.rows, to.as<T>() + s.row + j * to.ld);
}

template <class T>
void run_solve(const HostCall& call, const TriangleCase& which) {
    const HostOperand& t = call.operands[1];
    const HostOperand& w = call.operands[2];
    const HostOperand& b = call.operands[4];
    const auto element = static_cast<std::size_t>(call.scalars[0]);
    const std::int32_t level = call.operands[0].as<std::int32_t>()[element];
    if (level == 0) return substitute<T>(t, b, {0, 0, b.rows, b.cols}, which);
    const HostOperand& v = level == 2 ? b : call.operands[3];
    const std::int64_t lines = which.right ? b.rows : b.cols;
    for (std::int64_t first = 0; first < lines; first += kCols) {
        const std::int64_t width = std::min(kCols, lines - first);
        const Strip strip = which.right ? Strip{first, 0, width, b.cols} : Strip{0, first, b.rows, width};
        if (complete<T>(t, v, w, strip, which.right))
            copy<T>(w, b, strip);
        else
            substitute<T>(t, b, strip, which);
    }
}

template <class T>
void run_refine(const HostCall& call, bool right) {
    if (*call.operands[0].as<std::int32_t>() != 1) return;
    const HostOperand& b = call.operands[2];
    const Strip all{0, 0, b.rows, b.cols};
    complete<T>(call.operands[1], b, call.operands[3], all, right);
    copy<T>(b, call.operands[4], all);
}

Geometry solve_geometry(const ExecShape& shape, bool right) {
    const Register& b = shape.registers[4];
    const auto across = static_cast<std::size_t>(right ? kCols : kTriangleBlock);
    const auto down = static_cast<std::size_t>(right ? kTriangleBlock : kCols);
    return {{groups_of(right ? b.rows : b.cols, kCols) * across, down, 1}, {across, down, 1}};
}

void check_shapes(const std::string& name, const ExecShape& shape, bool right) {
    const Register& trusted = shape.registers[0];
    const Register& t = shape.registers[1];
    const Register& b = shape.registers[2];
    require_shape(trusted.rows == 2 && trusted.cols == 1, name, "trusted must be 2 x 1");
    require_shape(is_square(t, right ? b.cols : b.rows), name,
                  "T must be square, of the order of B on its side");
    for (const Register& reg : shape.registers.subspan(3))
        require_shape(reg.rows == b.rows && reg.cols == b.cols, name, "B, W and R must be of one shape");
}

}  // namespace

InstructionPtr triangle_solve(ElementType type, const TriangleCase& which) {
    const std::string name = name_for("triangle_solve", type, suffix(which));
    return made_once(name, type, [=](Instruction& i) {
        i.operands = {{"trusted", Access::read, ElementType::i32},
                      {"T", Access::read, type},
                      {"W", Access::read_write, type},
                      {"R", Access::read, type},
                      {"B", Access::read_write, type}};
        i.scalars = {{"element", ElementType::i32}};
        i.source = embedded_source("triangle_solve.cl");
        i.entry = "triangle_solve";
        // Y op(T) = B is op(T)^T Y^T = B^T.
        const bool across = which.transposed != which.right;
        i.build_options = real_option(type) + flag_option("FLIP", which.upper != across) +
                          flag_option("TRANSPOSE", across) + flag_option("RIGHT", which.right);
        i.needs = {
            .local_memory = kTriangleBlock * (kTriangleBlock + 1 + kCols) * size_of(type) + std::int64_t{16},
            .work_group = kTriangleBlock * kCols};
        i.geometry = [=](const ExecShape& shape) { return solve_geometry(shape, which.right); };
        i.cost = [](const ExecShape& shape) {
            const Register& b = shape.registers[4];
            return Cost{2 * elements_of(b), 3 * elements_of(b) * bytes_of(b.type)};
        };
        i.check = [=](const ExecShape& shape) { check_shapes(name, shape, which.right); };
        if (type == ElementType::f64)
            i.host = [=](const HostCall& call) { run_solve<double>(call, which); };
        else
            i.host = [=](const HostCall& call) { run_solve<float>(call, which); };
    });
}

InstructionPtr triangle_refine(ElementType type, bool right) {
    const std::string name = name_for("triangle_refine", type, right ? "_r" : "_l");
    return made_once(name, type, [=](Instruction& i) {
        i.operands = {{"trusted", Access::read, ElementType::i32},
                      {"T", Access::read, type},
                      {"B", Access::read, type},
                      {"W", Access::read_write, type},
                      {"R", Access::write, type}};
        i.source = embedded_source("triangle_solve.cl");
        i.entry = "triangle_refine";
        i.build_options = real_option(type) + flag_option("RIGHT", right);
        i.geometry = [](const ExecShape& shape) {
            const Register& b = shape.registers[2];
            return Geometry{{static_cast<std::size_t>(b.rows), static_cast<std::size_t>(b.cols), 1},
                            {0, 0, 0}};
        };
        i.cost = [](const ExecShape&) { return Cost{}; };  // it seldom has anything to do
        i.check = [=](const ExecShape& shape) { check_shapes(name, shape, right); };
        if (type == ElementType::f64)
            i.host = [=](const HostCall& call) { run_refine<double>(call, right); };
        else
            i.host = [=](const HostCall& call) { run_refine<float>(call, right); };
    });
}

}  // namespace hg::kernels
