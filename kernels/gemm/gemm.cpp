#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "kernels/gemm/gemm_on_host.hpp"
#include "kernels/gemm/gemm_triangle.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

std::string build_options(const GemmParameters& p) {
    std::string options = element_options(p.type) + define("TRANSPOSE_A", p.transpose_a) +
                          define("TRANSPOSE_B", p.transpose_b) + define("OVERWRITE", p.overwrite) +
                          define("SPLIT_K", p.split_k) + define("GUARDED", p.guarded) +
                          define("TRIANGLE", static_cast<int>(p.triangle));
    options += defines(kGemmFields, p);
    if (is_complex(p.type))
        options += define("CONJUGATE_A", p.conjugate_a) + define("CONJUGATE_B", p.conjugate_b);
    return options;
}

std::size_t tiles(std::int64_t extent, int tile) {
    return static_cast<std::size_t>((extent + tile - 1) / tile);
}

Geometry geometry(const GemmParameters& p, const Register& c) {
    const auto parts = static_cast<std::size_t>(p.split_k);
    const std::int64_t n = c.cols / p.split_k;
    if (p.tile_m == 0) return {{static_cast<std::size_t>(c.rows), static_cast<std::size_t>(n), parts}, {}};
    const std::size_t groups_m = tiles(c.rows, p.tile_m);
    const std::size_t groups_n = tiles(n, p.tile_n);
    const auto items = static_cast<std::size_t>(work_items(p));
    if (rules_of(p.family).one_dimensional) return {{groups_m * groups_n * items, 1, parts}, {items, 1, 1}};
    const auto items_m = static_cast<std::size_t>(p.tile_m / std::max(p.work_m, 1));
    const std::size_t items_n = items / items_m;
    return {{groups_m * items_m, groups_n * items_n, parts}, {items_m, items_n, 1}};
}

std::int64_t depth(const GemmParameters& p, std::int64_t a_rows, std::int64_t a_cols) {
    return p.transpose_a ? a_rows : a_cols;
}

// As measured on an H200:
constexpr double kStart = 3e-6;      // seconds of a launch beside its arithmetic
constexpr double kFill = 32;         // of k, in whose time a work-group fills its stages and writes its tile
constexpr double kFlopsPerByte = 8;  // of a tile: with less, caches are the limit
// Of the rate of real products of the same precision, which complex_mma reaches.
constexpr double kComplex = 0.8;

/// Of a product that is added to a sum.
double flops_of_step(const GemmParameters& p) {
    return 2 * real_operations(p.type);
}

/// Of a matrix, or of the triangle that begins in its first element.
double elements(double rows, double cols, bool triangular) {
    const double order = std::min(rows, cols);
    return rows * cols - (triangular ? order * (order - 1) / 2 : 0);
}

/// A triangle's share of the tiles that touch it.
double share_of_tiles(const GemmParameters& p, double rows, double cols) {
    if (p.triangle == GemmTriangle::none) return 1;
    const double tile = is_of_a(p.triangle)   ? p.tile_m
                        : is_of_b(p.triangle) ? p.tile_n
                                              : (p.tile_m + p.tile_n) / 2.0;
    const double order = std::min(rows, cols);
    const double wanted = elements(rows, cols, true);
    return wanted / (wanted + order * (std::clamp(tile, 1.0, std::max(order, 1.0)) - 1) / 2);
}

/// The tiles of an m x n matrix that touch its triangle; 0 if there is none.
double touched_tiles(const GemmParameters& p, std::int64_t m, std::int64_t n) {
    if (!is_of_c(p.triangle) || p.tile_m == 0) return 0;
    std::size_t touched = 0;
    for (std::int64_t col = 0; col < n; col += p.tile_n)
        touched += p.triangle == GemmTriangle::c_lower
                       ? tiles(m, p.tile_m) - static_cast<std::size_t>(std::min(col, m) / p.tile_m)
                       : tiles(std::min(col + p.tile_n, m), p.tile_m);
    return static_cast<double>(touched);
}

/// Of the rate of deep real products in large tiles.
double efficiency(const GemmParameters& p, double m, double n, double k) {
    const double depth = is_of_a(p.triangle) || is_of_b(p.triangle) ? (k + 1) / 2 : k;
    const double reads = (1.0 / p.tile_m + 1.0 / p.tile_n) * static_cast<double>(size_of(p.type));
    const double fill = kFill / real_operations(p.type);
    return (p.family == GemmFamily::complex ? kComplex : 1) * depth / (depth + fill) *
           std::min(1.0, flops_of_step(p) / reads / kFlopsPerByte) *
           (is_of_c(p.triangle) ? share_of_tiles(p, m, n) : share_of_tiles(p, k, k));
}

Cost cost(const GemmParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const Register& c = shape.registers[2];
    const auto m = static_cast<double>(c.rows);
    const auto n = static_cast<double>(c.cols) / p.split_k;
    const auto k = static_cast<double>(depth(p, a.rows, a.cols));
    const double touched = p.overwrite ? p.split_k : 2;      // of C or its parts
    if (p.guarded && shape.scalars[2].real != 0) return {};  // left out as a rule
    const double of_a = elements(m, k, is_of_a(p.triangle));
    const double of_b = elements(k, n, is_of_b(p.triangle));
    const double of_c = elements(m, n, is_of_c(p.triangle));
    return {.flops = flops_of_step(p) * (is_of_a(p.triangle)   ? of_a * n
                                         : is_of_b(p.triangle) ? of_b * m
                                                               : of_c * k),
            .bytes = (of_a + of_b + touched * of_c) * static_cast<double>(size_of(c.type)),
            .seconds = kStart,
            .efficiency = efficiency(p, m, n, k),
            .work_groups = touched_tiles(p, c.rows, c.cols)};
}

std::string extent(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + "x" + std::to_string(cols);
}

/// What an m x n product over k lacks for its triangle; empty: nothing. C has one that begins in its first
/// element.
std::string_view fault_of_triangle(GemmTriangle triangle, std::int64_t m, std::int64_t n, std::int64_t k) {
    if (is_of_a(triangle) && m != k) return "op(A) must be square";
    if (is_of_b(triangle) && k != n) return "op(B) must be square";
    if (triangle == GemmTriangle::c_lower && m < n) return "C must not have more columns than rows";
    if (triangle == GemmTriangle::c_upper && m > n) return "C must not have more rows than columns";
    return "";
}

void check_shapes(const GemmParameters& p, const ExecShape& shape) {
    const Register& a = shape.registers[0];
    const Register& b = shape.registers[1];
    const Register& c = shape.registers[2];
    const std::int64_t m = p.transpose_a ? a.cols : a.rows;
    const std::int64_t k_of_a = p.transpose_a ? a.rows : a.cols;
    const std::int64_t k_of_b = p.transpose_b ? b.cols : b.rows;
    const std::int64_t n = p.transpose_b ? b.rows : b.cols;
    const std::string_view fault = fault_of_triangle(p.triangle, m, n, k_of_a);
    if (m == c.rows && n * p.split_k == c.cols && k_of_a == k_of_b && fault.empty()) return;
    throw Error(ErrorCode::invalid_program,
                name(p) + ": op(A) is " + extent(m, k_of_a) + ", op(B) " + extent(k_of_b, n) +
                    (p.split_k > 1 ? " and the workspace " : " and C ") + extent(c.rows, c.cols) +
                    (fault.empty() ? std::string() : ": " + std::string(fault)));
}

/// Bytes at whose multiples A and B must begin: those of an element, unless vectors are copied.
std::int64_t alignment(const GemmParameters& p) {
    switch (p.family) {
        case GemmFamily::pipelined:
        case GemmFamily::mma:
        case GemmFamily::complex_mma:
        case GemmFamily::complex_pipelined:
            return kWindowAlignment;
        default:
            return size_of(p.type);
    }
}

InstructionPtr make(const GemmParameters& p) {
    Instruction i;
    i.name = name(p);
    i.operands = {{"A", Access::read, p.type, alignment(p)},
                  {"B", Access::read, p.type, alignment(p)},
                  {"C", p.overwrite ? Access::write : Access::read_write, p.type}};
    i.scalars = {{"alpha", p.type}, {"beta", p.type}};
    if (p.guarded) {
        i.operands.push_back({"guard", Access::read, ElementType::i32});
        i.scalars.push_back({"wanted", ElementType::i32});
    }
    i.entry = "gemm_" + std::string(name(p.family));
    if (is_complex(p.type)) i.source = embedded_source("element.cl");
    i.source += embedded_source("gemm_left_out.cl");
    i.source += embedded_source(rules_of(p.family).before);
    i.source += embedded_source(i.entry + ".cl");
    i.build_options = build_options(p);
    i.needs = needs_of(p);
    i.geometry = [p](const ExecShape& shape) { return geometry(p, shape.registers[2]); };
    i.cost = [p](const ExecShape& shape) { return cost(p, shape); };
    i.check = [p](const ExecShape& shape) { check_shapes(p, shape); };
    i.host = gemm_on_host(p);
    i.with_fewer = [p](std::int64_t most) -> InstructionPtr {
        const std::optional<GemmParameters> smaller = gemm_with_fewer(p, most);
        return smaller ? gemm(*smaller) : nullptr;
    };
    return finished(std::move(i));
}

}  // namespace

InstructionPtr gemm(const GemmParameters& parameters) {
    const std::string fault = blocking_fault(parameters);
    if (!fault.empty()) throw Error(ErrorCode::invalid_argument, "GEMM kernel: " + fault);
    const GemmParameters p = with_defaults(parameters);
    // Instructions are immutable and few: one object a name, kept as long as the process.
    static std::mutex mutex;
    static NoDestructor<std::map<std::string, InstructionPtr>> made;
    const std::lock_guard lock(mutex);
    InstructionPtr& instruction = (*made)[name(p)];
    if (!instruction) instruction = make(p);
    return instruction;
}

}  // namespace hg::kernels
