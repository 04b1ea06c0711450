#include "kernels/cholesky/cholesky.hpp"

#include <algorithm>
#include <utility>

#include "host_blas/cpu_blas.hpp"
#include "kernels/cholesky/cholesky_host.hpp"
#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/shapes.hpp"
#include "kernels/work_groups.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kSharesOfRow = 4;     ///< SHARES
constexpr std::int64_t kItemsOfSolve = 256;  ///< ITEMS
constexpr std::int64_t kPartsOfRow = 8;      ///< PARTS, of cholesky_solve
constexpr std::int64_t kRowsOfSolve = kItemsOfSolve / kPartsOfRow;
constexpr std::int64_t kColumnsAtOnce = 16;  ///< BLOCK

bool is_failed(const HostOperand& info) {
    return *info.as<std::int32_t>() != 0;
}

bool is_info(const Register& info) {
    return info.rows == 1 && info.cols == 1;
}

/// What all of them have in common.
template <class T>
Instruction cholesky_instruction(const char* entry) {
    constexpr ElementType type = element_type_of<T>();
    Instruction i;
    i.entry = entry;
    i.name = i.entry + "_" + std::string(hg::name(type));
    i.source = source_for_elements("cholesky.cl");
    i.build_options = element_options(type) + define("LARGEST", largest_cholesky(type)) +
                      define("ITEMS", kItemsOfSolve) + define("PARTS", kPartsOfRow);
    return i;
}

template <class T>
InstructionPtr make_cholesky_diagonal() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i = cholesky_instruction<T>("cholesky_diagonal");
    i.operands = {{"A", Access::read_write, type}, {"info", Access::read_write, ElementType::i32}};
    i.scalars = {{"first", ElementType::i32}};
    constexpr std::int64_t kLargest = largest_cholesky(type);
    i.needs = {.local_memory = 2 * kLargest * size_of(type), .work_group = kSharesOfRow * kLargest};
    i.geometry = [](const ExecShape&) {
        constexpr auto kItems = static_cast<std::size_t>(kSharesOfRow * kLargest);
        return Geometry{{kItems, 1, 1}, {kItems, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].cols);
        return Cost{real_operations(type) * n * n * n / 3, n * n * static_cast<double>(size_of(type)),
                    5e-6 + 400e-9 * n};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        require_shapes(
            a.rows == a.cols && a.cols <= largest_cholesky(type) && is_info(shape.registers[1]), name, shape,
            "A must be n x n with n of at most " + std::to_string(largest_cholesky(type)) + ", info 1 x 1");
    };
    i.host = [](const HostCall& call) {
        const HostOperand& a = call.operands[0];
        if (is_failed(call.operands[1])) return;
        const std::int64_t order = factor_cholesky(a.cols, a.as<T>(), 1, a.ld);
        if (order > 0)
            *call.operands[1].as<std::int32_t>() =
                call.scalars[0].as<std::int32_t>() + static_cast<std::int32_t>(order);
    };
    offer_few_items(i, "cholesky_diagonal_few", source_for_elements("cholesky_few.cl"));
    return finished(std::move(i));
}

template <class T>
InstructionPtr make_cholesky_solve() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i = cholesky_instruction<T>("cholesky_solve");
    i.operands = {
        {"info", Access::read, ElementType::i32}, {"L", Access::read, type}, {"A", Access::read_write, type}};
    i.needs = {.local_memory =
                   (largest_cholesky(type) + kPartsOfRow / 2 * kRowsOfSolve) * kColumnsAtOnce * size_of(type),
               .work_group = kItemsOfSolve};
    i.geometry = [](const ExecShape& shape) {
        const std::size_t rows = round_up(shape.registers[2].rows, kRowsOfSolve);
        return Geometry{{rows * kPartsOfRow, 1, 1}, {kItemsOfSolve, 1, 1}};
    };
    i.cost = [](const ExecShape& shape) {
        const auto m = static_cast<double>(shape.registers[2].rows);
        const auto k = static_cast<double>(shape.registers[2].cols);
        return Cost{real_operations(type) * m * k * k,
                    (k * k / 2 + 3 * m * k) * static_cast<double>(size_of(type)), 5e-6 + 150e-9 * k};
    };
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& l = shape.registers[1];
        require_shapes(is_info(shape.registers[0]) && l.rows == l.cols && l.cols == shape.registers[2].cols &&
                           l.cols <= largest_cholesky(type),
                       name, shape,
                       "info must be 1 x 1, L k x k and A m x k with k of at most " +
                           std::to_string(largest_cholesky(type)));
    };
    i.host = [](const HostCall& call) {
        const HostOperand& l = call.operands[1];
        const HostOperand& a = call.operands[2];
        if (is_failed(call.operands[0])) return;
        cpu_trsm<T>({.right = true, .transposed = true, .conjugated = true}, a.rows, a.cols, T{1}, l.as<T>(),
                    l.ld, a.as<T>(), a.ld);
    };
    offer_independent_items(i, "cholesky_solve_alone", source_for_elements("cholesky_few.cl"),
                            [](const ExecShape& shape) { return in_a_row(shape.registers[2].rows); });
    return finished(std::move(i));
}

template <class T>
void skip_on_host(const HostCall& call) {
    if (!is_failed(call.operands[0])) return;
    const HostOperand& t = call.operands[1];
    const HostOperand& x = call.operands[2];
    for (std::int64_t j = 0; j < t.cols; ++j) {
        std::fill_n(t.as<T>() + j * t.ld, t.rows, T{0});
        std::fill_n(x.as<T>() + j * x.ld, x.rows, T{0});
        t.as<T>()[j * (t.ld + 1)] = T{1};
    }
    std::fill_n(call.operands[3].as<std::int32_t>(), 2, 2);
}

template <class T>
InstructionPtr make_cholesky_skip() {
    constexpr ElementType type = element_type_of<T>();
    Instruction i = cholesky_instruction<T>("cholesky_skip");
    i.operands = {{"info", Access::read, ElementType::i32},
                  {"T", Access::read_write, type},
                  {"X", Access::read_write, type},
                  {"trusted", Access::read_write, ElementType::i32}};
    i.geometry = [](const ExecShape& shape) { return an_item_an_element(shape.registers[1]); };
    i.cost = [](const ExecShape&) { return Cost{.seconds = 3e-6}; };  // it seldom has anything to do
    i.check = [name = i.name](const ExecShape& shape) {
        const Register& t = shape.registers[1];
        const Register& x = shape.registers[2];
        const Register& trusted = shape.registers[3];
        require_shapes(is_info(shape.registers[0]) && t.rows == t.cols && x.rows == t.rows &&
                           x.cols == t.cols && trusted.rows == 2 && trusted.cols == 1,
                       name, shape, "info must be 1 x 1, T and X n x n, trusted 2 x 1");
    };
    i.host = skip_on_host<T>;
    return finished(std::move(i));
}

}  // namespace

InstructionPtr cholesky_diagonal(ElementType type) {
    return made_for_type("cholesky_diagonal", type, []<class T>() { return make_cholesky_diagonal<T>(); });
}

InstructionPtr cholesky_solve(ElementType type) {
    return made_for_type("cholesky_solve", type, []<class T>() { return make_cholesky_solve<T>(); });
}

InstructionPtr cholesky_skip(ElementType type) {
    return made_for_type("cholesky_skip", type, []<class T>() { return make_cholesky_skip<T>(); });
}

}  // namespace hg::kernels
