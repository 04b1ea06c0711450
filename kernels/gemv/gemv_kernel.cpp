#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/gemv/gemv_on_host.hpp"
#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/shapes.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr double kGemvStart = 3e-6;  ///< seconds of a launch beside its traffic: as of products

double elements(const Register& r) {
    return static_cast<double>(r.rows) * static_cast<double>(r.cols);
}

bool is_vector_of(const Register& r, std::int64_t length) {
    return (r.rows == 1 || r.cols == 1) && r.rows * r.cols == length;
}

std::string gemv_source(std::string_view kernel) {
    return source_for_elements("vector_common.cl")
        .append(embedded_source("gemv_common.cl"))
        .append(embedded_source(std::string(kernel) + ".cl"));
}

/// y, with the registers and scalars of alpha and beta.
template <class Parameters>
void add_result(Instruction& i, const Parameters& p) {
    i.operands.push_back({"y", p.overwrite ? Access::write : Access::read_write, p.type});
    for (const auto& [kind, a, b] : {std::tuple{p.alpha, "a", "a_over"}, {p.beta, "b", "b_over"}}) {
        if (operands_of(kind) > 0) i.operands.push_back({a, Access::read, p.type});
        if (operands_of(kind) > 1) i.operands.push_back({b, Access::read, p.type});
    }
    i.scalars.push_back({"alpha", p.type});
    if (!p.overwrite) i.scalars.push_back({"beta", p.type});
}

template <class Parameters>
std::string coefficient_options(const Parameters& p) {
    return define("ALPHA", static_cast<int>(p.alpha)) + define("BETA", static_cast<int>(p.beta)) +
           define("OVERWRITE", p.overwrite);
}

/// The registers behind y are numbers.
void check_coefficients(const ExecShape& shape, std::size_t first, const std::string& instruction) {
    for (const Register& r : shape.registers.subspan(first))
        require_shapes(elements(r) == 1, instruction, shape, "registers of alpha and beta must be 1x1");
}

void check_gemv(const GemvParameters& p, const ExecShape& shape) {
    const std::string instruction = name(p);
    const Register& a = shape.registers[0];
    const std::int64_t in = p.transpose ? a.rows : a.cols;
    const std::int64_t out = p.transpose ? a.cols : a.rows;
    require_shapes(!p.triangle || a.rows == a.cols, instruction, shape, "A must be square");
    require_shapes(p.transpose || a.rows >= p.blocking.vector, instruction, shape,
                   "A must have " + std::to_string(p.blocking.vector) + " rows at least, those of a piece");
    require_shapes(is_vector_of(shape.registers[1], in), instruction, shape,
                   "x must be a vector of " + std::to_string(in) + " elements");
    const Register& result = shape.registers[2];
    if (leaves_sums(p)) {
        require_shapes(result.rows == out && result.cols == p.blocking.split, instruction, shape,
                       "sums must be " + std::to_string(out) + "x" + std::to_string(p.blocking.split));
        return;
    }
    require_shapes(is_vector_of(result, out), instruction, shape,
                   "y must be a vector of " + std::to_string(out) + " elements");
    check_coefficients(shape, 3, instruction);
}

double bytes_of(const Register& r, bool is_read) {
    return elements(r) * (is_read ? 2 : 1) * static_cast<double>(size_of(r.type));
}

Cost gemv_cost(const GemvParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const double rows = static_cast<double>(a.rows);
    const double count = p.triangle ? rows * (rows + 1) / 2 : elements(a);
    Cost cost{.flops = 2 * count * real_operations(p.type),
              .bytes = count * static_cast<double>(size_of(p.type)) + bytes_of(shape.registers[1], false),
              .seconds = kGemvStart};
    if (!leaves_sums(p)) cost.bytes += bytes_of(shape.registers[2], !p.overwrite);
    return cost;
}

void set_gemv_operands(Instruction& i, const GemvParameters& p) {
    i.operands = {{"A", Access::read, p.type}, {"x", Access::read, p.type}};
    if (leaves_sums(p))
        i.operands.push_back({"sums", Access::write, p.type});
    else
        add_result(i, p);
    i.scalars.push_back({"x_reversed", ElementType::i32});
    if (!leaves_sums(p)) i.scalars.push_back({"y_reversed", ElementType::i32});
    if (p.triangle)
        i.scalars.insert(i.scalars.end(), {{"upper", ElementType::i32}, {"unit", ElementType::i32}});
    if (is_complex(p.type)) i.scalars.push_back({"conjugated", ElementType::i32});
}

Geometry gemv_geometry(const GemvParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const std::int64_t block = gemv_block(p);
    const std::int64_t blocks = ((p.transpose ? a.cols : a.rows) + block - 1) / block;
    Geometry geometry = groups_in_a_row(blocks, std::int64_t{p.blocking.row_items} * p.blocking.column_items);
    geometry.global[1] = static_cast<std::size_t>(p.blocking.split);
    return geometry;
}

InstructionPtr make_gemv(const GemvParameters& p) {
    const GemvBlocking& b = p.blocking;
    const std::string kernel = p.transpose ? "gemv_t" : "gemv_n";
    Instruction i;
    i.name = name(p);
    set_gemv_operands(i, p);
    i.source = gemv_source(kernel);
    i.entry = kernel;
    i.build_options =
        element_options(p.type) + define("ITEMS", std::int64_t{b.row_items} * b.column_items) +
        defines(
            rows_of(kGemvFields, &GemvBlocking::row_items, &GemvBlocking::column_items, &GemvBlocking::vector,
                    p.transpose ? &GemvBlocking::columns : &GemvBlocking::rows, &GemvBlocking::unroll),
            b) +
        define("SUMS", leaves_sums(p)) + define("TRIANGLE", p.triangle) + coefficient_options(p);
    i.needs = {.local_memory = gemv_local_memory(p),
               .work_group = std::int64_t{b.row_items} * b.column_items};
    i.geometry = [p](const ExecShape& shape) { return gemv_geometry(p, shape); };
    i.cost = [p](const ExecShape& shape) { return gemv_cost(p, shape); };
    i.check = [p](const ExecShape& shape) { check_gemv(p, shape); };
    i.host = gemv_on_host(p);
    return finished(std::move(i));
}

InstructionPtr make_gemv_total(const GemvTotalParameters& p) {
    Instruction i;
    i.name = name(p);
    i.operands.push_back({"sums", Access::read, p.type});
    add_result(i, p);
    i.scalars.push_back({"y_reversed", ElementType::i32});
    i.source = gemv_source("gemv_total");
    i.entry = "gemv_total";
    i.build_options = element_options(p.type) + define("ITEMS", kGemvTotalItems) + define("VECTOR", 1) +
                      define("LANES", p.lanes) + coefficient_options(p);
    i.needs = {.local_memory = kGemvTotalItems * size_of(p.type), .work_group = kGemvTotalItems};
    i.geometry = [p](const ExecShape& shape) {
        const std::int64_t elements = kGemvTotalItems / p.lanes;
        return groups_in_a_row((shape.registers[0].rows + elements - 1) / elements, kGemvTotalItems);
    };
    i.cost = [p](const ExecShape& shape) {
        return Cost{.bytes = bytes_of(shape.registers[1], !p.overwrite), .seconds = kGemvStart};
    };
    i.check = [p](const ExecShape& shape) {
        const std::int64_t rows = shape.registers[0].rows;
        require_shapes(is_vector_of(shape.registers[1], rows), name(p), shape,
                       "y must be a vector of " + std::to_string(rows) + " elements");
        check_coefficients(shape, 2, name(p));
    };
    i.host = gemv_total_on_host(p);
    return finished(std::move(i));
}

}  // namespace

InstructionPtr gemv_kernel(const GemvParameters& parameters) {
    if (const std::string fault = gemv_fault(parameters); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(parameters) + ": " + fault);
    const GemvParameters p = with_defaults(parameters);
    return made_once(name(p), [&] { return make_gemv(p); });
}

InstructionPtr gemv_total(const GemvTotalParameters& p) {
    if (const std::string fault = gemv_total_fault(p); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(p) + ": " + fault);
    return made_once(name(p), [&] { return make_gemv_total(p); });
}

}  // namespace hg::kernels
