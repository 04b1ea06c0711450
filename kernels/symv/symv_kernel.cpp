#include <algorithm>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include "kernels/symv/symv_rules.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr double kStartOfSymv = 3e-6;  ///< seconds of a launch beside its traffic: as of products

std::string symv_source() {
    return source_for_elements("vector_common.cl").append(embedded_source("symv.cl"));
}

std::string products_source(int items) {
    return items > 1 ? symv_source() : symv_source().append(embedded_source("symv_alone.cl"));
}

/// What both kernels are compiled with.
std::string symv_options(const SymvParameters& p, int items) {
    using B = SymvBlocking;
    return real_option(p.type) + define("UPPER", p.upper) +
           defines(rows_of(kSymvFields, &B::tile, &B::tall, &B::strip), p.blocking) + define("ITEMS", items);
}

void check_sums(const SymvParameters& p, const Register& sums, std::int64_t n, const std::string& instruction,
                const ExecShape& shape) {
    require_shapes(sums.rows == n && sums.cols == sums_of(p, n), instruction, shape,
                   "sums must be " + std::to_string(n) + "x" + std::to_string(sums_of(p, n)));
}

void check_products(const SymvParameters& p, const ExecShape& shape) {
    const Register& A = shape.registers[0];
    const Register& x = shape.registers[1];
    require_shapes(A.rows == A.cols, name(p), shape, "A must be square");
    require_shapes(is_vector(x) && length(x) == A.rows, name(p), shape,
                   "x must be a vector with as many elements as A has rows");
    check_sums(p, shape.registers[2], A.rows, name(p), shape);
}

void check_sum(const SymvParameters& p, const std::string& instruction, const ExecShape& shape) {
    const Register& y = shape.registers[1];
    require_shapes(is_vector(y), instruction, shape, "y must be a vector, of one column or of one row");
    check_sums(p, shape.registers[0], length(y), instruction, shape);
    for (const Register& r : shape.registers.subspan(2))
        require_shapes(length(r) == 1, instruction, shape, "of and over must be 1x1");
}

InstructionPtr make_products(const SymvParameters& p) {
    using B = SymvBlocking;
    const int items = p.blocking.row_items * p.blocking.column_items;
    const auto size = static_cast<double>(size_of(p.type));
    Instruction i;
    i.name = name(p);
    i.operands = {{"A", Access::read, p.type}, {"x", Access::read, p.type}, {"sums", Access::write, p.type}};
    i.scalars = {{"x_reversed", ElementType::i32}};
    i.source = products_source(items);
    i.entry = "symv_products";
    i.build_options =
        symv_options(p, items) +
        defines(rows_of(kSymvFields, &B::vector, &B::row_items, &B::column_items, &B::prefetch), p.blocking);
    i.needs = {.local_memory = symv_local_memory(p), .work_group = items};
    i.geometry = [p, items](const ExecShape& shape) {
        return groups_in_a_row(strips_of(p, shape.registers[0].rows), items);
    };
    i.cost = [size](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].rows);
        return Cost{.flops = 2 * n * n, .bytes = (n * (n + 1) / 2 + n) * size, .seconds = kStartOfSymv};
    };
    i.check = [p](const ExecShape& shape) { check_products(p, shape); };
    i.host = symv_products_on_host(p);
    return finished(std::move(i));
}

void add_coefficient(Instruction& i, VectorCoefficient kind, const std::string& scalar, ElementType type) {
    i.scalars.push_back({scalar, type});
    if (kind != VectorCoefficient::number) i.operands.push_back({scalar + "_of", Access::read, type});
    if (kind == VectorCoefficient::quotient) i.operands.push_back({scalar + "_over", Access::read, type});
}

InstructionPtr make_sum(const SymvParameters& p, const SymvCoefficients& c) {
    const int items = kSymvSumRows * p.blocking.sum_items;
    constexpr int kNothing = 3;  // of symv.cl
    const int moved = c.overwrite ? 1 : 2;
    Instruction i;
    i.name = symv_sum_name(p, c);
    i.operands = {{"sums", Access::read, p.type},
                  {"y", c.overwrite ? Access::write : Access::read_write, p.type}};
    add_coefficient(i, c.alpha, "alpha", p.type);
    if (!c.overwrite) add_coefficient(i, c.beta, "beta", p.type);
    i.scalars.push_back({"y_reversed", ElementType::i32});
    i.source = symv_source();
    i.entry = "symv_sum";
    i.build_options = symv_options(p, items) + define("SUM", 1) + define("SUM_ROWS", kSymvSumRows) +
                      defines(rows_of(kSymvFields, &SymvBlocking::sum_items), p.blocking) +
                      define("ALPHA", static_cast<int>(c.alpha)) +
                      define("BETA", c.overwrite ? kNothing : static_cast<int>(c.beta));
    i.needs = {.local_memory = items * size_of(p.type), .work_group = items};
    i.geometry = [items](const ExecShape& shape) {
        return groups_in_a_row((shape.registers[0].rows + kSymvSumRows - 1) / kSymvSumRows, items);
    };
    i.cost = [moved, type = p.type](const ExecShape& shape) {
        const auto n = static_cast<double>(shape.registers[0].rows);
        return Cost{.flops = (2 * moved - 1) * n,
                    .bytes = moved * n * static_cast<double>(size_of(type)),
                    .seconds = kStartOfSymv};
    };
    i.check = [p, instruction = i.name](const ExecShape& shape) { check_sum(p, instruction, shape); };
    i.host = symv_sum_on_host(p, c);
    return finished(std::move(i));
}

}  // namespace

/// LOCAL_SUMS, x_of_rows and x_of_columns of symv.cl.
std::int64_t symv_local_memory(const SymvParameters& p) noexcept {
    const SymvBlocking& b = p.blocking;
    if (is_alone(b)) return 0;
    const std::int64_t sums = std::max(2 * (b.row_items + 1), (b.tall > 1 ? 2 : 1) * (b.column_items + 1));
    return b.tile * (sums + b.tall + 2) * size_of(p.type);
}

InstructionPtr symv_products(const SymvParameters& parameters) {
    if (const std::string fault = symv_fault(parameters); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(parameters) + ": " + fault);
    const SymvParameters p = with_defaults(parameters);
    return made_once(name(p), [&] { return make_products(p); });
}

InstructionPtr symv_sum(const SymvParameters& parameters, const SymvCoefficients& coefficients) {
    const std::string name = symv_sum_name(parameters, coefficients);
    if (const std::string fault = symv_sum_fault(parameters, coefficients); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name + ": " + fault);
    return made_once(name, [&] { return make_sum(parameters, coefficients); });
}

}  // namespace hg::kernels
