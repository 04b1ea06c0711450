#include "kernels/qr/qr_panel_parts.hpp"

#include "host_blas/element_arithmetic.hpp"
#include "kernels/cooperative_panel.hpp"
#include "kernels/element_source.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/qr/qr_host.hpp"
#include "kernels/shapes.hpp"

namespace hg::kernels {

std::int64_t qr_scratch_elements(ElementType type) {
    // As qr_exchange.cl lays it out: two halves of words of 64 bits, two for each part of an element, for the
    // widest rows.
    constexpr std::int64_t kWidest = 32;
    return std::int64_t{2} * (kMostPanelGroups + 1) * kWidest * 2 * 2 * parts_of_element(type);
}

void require_floating(ElementType type, std::string_view instruction) {
    if (type == ElementType::i32)
        throw Error(ErrorCode::invalid_argument,
                    std::string(instruction) + ": supports f32, f64, c32 and c64 only");
}

Instruction qr_panel_instruction(ElementType type, const std::string& name, std::int64_t most_columns,
                                 std::int64_t most_rows) {
    require_floating(type, name);
    Instruction i;
    i.name = name;
    i.operands = {{"A", Access::read_write, type},
                  {"V", Access::write, type},
                  {"tau", Access::write, type},
                  {"T", Access::write, type},
                  {"scratch", Access::read_write, ElementType::i32}};
    i.scalars = {{"epoch", ElementType::i32}};
    for_floating_type(type, [&]<class T>() { i.host = factor_qr_panel<T>; });
    i.check = [=](const ExecShape& shape) {
        const Register& a = shape.registers[0];
        const Register& v = shape.registers[1];
        const Register& tau = shape.registers[2];
        const Register& t = shape.registers[3];
        const Register& scratch = shape.registers[4];
        require_shapes(a.rows >= a.cols && v.rows == a.rows && v.cols == a.cols && tau.rows == a.cols &&
                           tau.cols == 1 && t.rows == a.cols && t.cols == a.cols &&
                           has_elements_in_a_row(scratch, qr_scratch_elements(type)),
                       name, shape,
                       "A and V must be m x n with m >= n, tau n x 1, T n x n and the scratch of " +
                           std::to_string(qr_scratch_elements(type)) + " elements");
        require_shapes(a.cols <= most_columns, name, shape,
                       "panels have at most " + std::to_string(most_columns) + " columns");
        require_shapes(most_rows == 0 || a.rows <= most_rows, name, shape,
                       "panels have at most " + std::to_string(most_rows) + " rows");
    };
    return i;
}

std::string qr_source(std::initializer_list<std::string_view> parts) {
    std::string source = source_for_elements("qr_common.cl");
    for (const std::string_view part : parts) source += embedded_source(part);
    return source;
}

std::string qr_panel_options(ElementType type, std::int64_t width, std::int64_t items) {
    // Squares below NEGLIGIBLE have lost digits; 2 to MOST_EXPONENT has a normal reciprocal.
    const bool is_double = needs_f64(type);
    return element_options(type) + define("WIDTH", width) + define("ITEMS", items) +
           define("DOUBLE", is_double) + (is_double ? " -DNEGLIGIBLE=1e-280" : " -DNEGLIGIBLE=1e-24f") +
           define("MOST_EXPONENT", is_double ? 1000 : 100);
}

Cost qr_panel_cost(const Register& a) {
    const auto m = static_cast<double>(a.rows);
    const auto n = static_cast<double>(a.cols);
    return {.flops = real_operations(a.type) * 2 * n * n * (m - n / 3),
            .bytes = 3 * m * n * static_cast<double>(size_of(a.type))};
}

}  // namespace hg::kernels
