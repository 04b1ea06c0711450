#include <utility>

#include "kernels/compiled/compiled_kernels.hpp"
#include "kernels/element_source.hpp"
#include "kernels/embedded_source.hpp"
#include "kernels/kernel_parts.hpp"
#include "kernels/opencl_type.hpp"
#include "kernels/rank_update/rank_update_rules.hpp"
#include "kernels/shapes.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr double kStartOfUpdate = 3e-6;  ///< seconds of a launch beside its traffic: as of products

bool has_y(const RankUpdateParameters& p) {
    return p.operation != RankUpdate::syr;
}

const Register& matrix_of(const RankUpdateParameters& p, const ExecShape& shape) {
    return shape.registers[has_y(p) ? 2 : 1];
}

void set_update_operands(Instruction& i, const RankUpdateParameters& p) {
    i.operands.push_back({"x", Access::read, p.type});
    if (has_y(p)) i.operands.push_back({"y", Access::read, p.type});
    i.operands.push_back({"A", Access::read_write, p.type});
    if (p.coefficient != VectorCoefficient::number) i.operands.push_back({"of", Access::read, p.type});
    if (p.coefficient == VectorCoefficient::quotient) i.operands.push_back({"over", Access::read, p.type});
    i.scalars = {{"alpha", p.type}, {"x_reversed", ElementType::i32}};
    if (has_y(p)) i.scalars.push_back({"y_reversed", ElementType::i32});
    if (!is_complex(p.type)) return;
    if (p.operation == RankUpdate::ger)
        i.scalars.insert(i.scalars.end(), {{"y_conjugated", ElementType::i32}, {"p_real", ElementType::i32}});
    i.scalars.push_back({"conjugated", ElementType::i32});
}

void check_update_shapes(const RankUpdateParameters& p, const ExecShape& shape) {
    const Register& A = matrix_of(p, shape);
    const std::string instruction = name(p);
    const auto fits = [](const Register& v, std::int64_t n) { return is_vector(v) && length(v) == n; };
    require_shapes(p.operation == RankUpdate::ger || A.rows == A.cols, instruction, shape,
                   "A must be square");
    require_shapes(fits(shape.registers[0], A.rows), instruction, shape,
                   "x must be a vector with as many elements as A has rows");
    require_shapes(!has_y(p) || fits(shape.registers[1], A.cols), instruction, shape,
                   "y must be a vector with as many elements as A has columns");
    for (std::size_t c = has_y(p) ? 3 : 2; c < shape.registers.size(); ++c)
        require_shapes(length(shape.registers[c]) == 1, instruction, shape, "of and over must be 1x1");
}

Cost cost_of_update(const RankUpdateParameters& p, const ExecShape& shape) {
    const Register& A = matrix_of(p, shape);
    const auto m = static_cast<double>(A.rows);
    const auto n = static_cast<double>(A.cols);
    const bool is_ger = p.operation == RankUpdate::ger;
    const double elements = is_ger ? m * n : n * (n + 1) / 2;
    const double vectors = is_ger ? m + n : has_y(p) ? 2 * n : n;
    return {.flops = elements * (p.operation == RankUpdate::syr2 ? 4 : 2) * real_operations(p.type),
            .bytes = (2 * elements + vectors) * static_cast<double>(size_of(p.type)),
            .seconds = kStartOfUpdate};
}

InstructionPtr make_update(const RankUpdateParameters& p) {
    const RankUpdateBlocking& b = p.blocking;
    Instruction i;
    i.name = name(p);
    set_update_operands(i, p);
    i.source = source_for_elements("vector_common.cl").append(embedded_source("rank_update.cl"));
    i.entry = "rank_update";
    i.build_options = element_options(p.type) + define("OPERATION", static_cast<int>(p.operation)) +
                      define("UPPER", p.upper) + define("COEFFICIENT", static_cast<int>(p.coefficient)) +
                      defines(kRankUpdateFields, b);
    i.needs.work_group = b.items;
    i.geometry = [p](const ExecShape& shape) {
        const Register& A = matrix_of(p, shape);
        return groups_in_a_row(groups_of(p, A.rows, A.cols), p.blocking.items);
    };
    i.cost = [p](const ExecShape& shape) { return cost_of_update(p, shape); };
    i.check = [p](const ExecShape& shape) { check_update_shapes(p, shape); };
    i.host = rank_update_on_host(p);
    return finished(std::move(i));
}

}  // namespace

InstructionPtr rank_update(const RankUpdateParameters& parameters) {
    if (const std::string fault = rank_update_fault(parameters); !fault.empty())
        throw Error(ErrorCode::invalid_argument, name(parameters) + ": " + fault);
    const RankUpdateParameters p = with_defaults(parameters);
    return made_once(name(p), [&] { return make_update(p); });
}

}  // namespace hg::kernels
