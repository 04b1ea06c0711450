#include "sparse/spmv/append_product.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include <hg/kernels/spmv.hpp>

namespace hg::sparse {

RegisterId turned_x(ProgramBuilder& builder, const SpmvPlan& plan, RegisterId x) {
    constexpr std::int64_t kMostColumns = 16;  // of a pass
    const Register of_x = builder.reg(x);
    if (!plan.turns(of_x.cols)) return x;
    const std::int64_t pass = std::min(
        static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(of_x.cols))), kMostColumns);
    const RegisterId turned =
        builder.reg(of_x.device, of_x.type, (of_x.cols + pass - 1) / pass * pass, of_x.rows);
    builder.exec(kernels::spmv_turn(of_x.type), {x, turned}, {});
    return turned;
}

void append_product(ProgramBuilder& builder, const SpmvPlan& plan, const BlockPart& part,
                    std::vector<RegisterId> arrays, RegisterId x, RegisterId y,
                    const ProductScalars& scalars) {
    const Register of_y = builder.reg(y);
    kernels::SpmvParameters kernel = part.parameters;
    const bool adds = kernel.kernel == kernels::SpmvKernel::coo;
    kernel.overwrite = scalars.overwrite && !adds;
    kernel.blocking = plan.blocking(kernel.kernel, of_y.cols);
    kernel.turned = plan.turns(of_y.cols);
    std::vector<RegisterId> rest = arrays;
    rest.resize(rest.size() - 2);  // all but columns and values
    arrays.push_back(x);
    if (part.groups > 0) {
        const RegisterId parts = builder.reg(of_y.device, of_y.type, part.groups, 2 * of_y.cols);
        arrays.push_back(parts);
        rest.push_back(parts);
    }
    arrays.push_back(y);
    rest.push_back(y);
    std::vector<Scalar> values{scalars.alpha};
    if (!kernel.overwrite && !adds) values.push_back(scalars.beta);
    const std::vector<Scalar> of_rest = values;
    if (is_complex(of_y.type)) values.emplace_back(0.0);  // elements are as they shall be
    builder.exec(kernels::spmv_kernel(kernel), arrays, values);
    if (kernels::leaves_rest(kernel.kernel)) builder.exec(kernels::spmv_rest(kernel), rest, of_rest);
}

}  // namespace hg::sparse
