#include "sparse/spmv/append_product.hpp"

#include <hg/kernels/spmv.hpp>

namespace hg::sparse {

void append_product(ProgramBuilder& builder, const SpmvPlan& plan, const BlockPart& part,
                    std::vector<RegisterId> arrays, RegisterId x, RegisterId y,
                    const ProductScalars& scalars) {
    const Register of_y = builder.reg(y);
    kernels::SpmvParameters kernel = part.parameters;
    const bool adds = kernel.kernel == kernels::SpmvKernel::coo;
    kernel.overwrite = scalars.overwrite && !adds;
    kernel.blocking = plan.blocking(kernel.kernel, of_y.cols);
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
