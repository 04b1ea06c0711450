#include "sparse/spmv/product_program.hpp"

#include <utility>
#include <vector>

#include <hg/kernels/spmv.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg::sparse {
namespace {

/// The kernel of a part for this form. One that y has been written for adds to it.
kernels::SpmvParameters kernel_of(const SpmvPlan& plan, const BlockPart& part, const ProductForm& form) {
    kernels::SpmvParameters parameters = part.parameters;
    parameters.overwrite = form.overwrite && parameters.kernel != kernels::SpmvKernel::coo;
    parameters.blocking = plan.blocking(parameters.kernel, form.columns);
    return parameters;
}

/// Appends the commands of one product.
class ProductBuilder {
  public:
    ProductBuilder(const Placement& placement, const ProductForm& form, const Target& target)
        : placement_(placement),
          form_(form),
          builder_(target),
          x_(builder_.matrix("X", placement.type, placement.cols, form.columns)),
          y_(builder_.matrix("Y", placement.type, placement.rows, form.columns)),
          alpha_(builder_.scalar("alpha")) {
        if (!form.overwrite) beta_ = builder_.scalar("beta");
    }

    Program build() && {
        for (const DeviceRows& rows : placement_.devices) {
            const RegisterId x = load_x(rows);
            for (std::size_t block = 0; block < rows.blocks.size(); ++block) append(rows, block, x);
        }
        return std::move(builder_).finish();
    }

  private:
    RegisterId load_x(const DeviceRows& rows) {
        const auto device = static_cast<DeviceIndex>(rows.device);
        const RegisterId x = builder_.reg(device, placement_.type, rows.columns.size(), form_.columns);
        for (const ColumnRange& range : rows.columns.ranges()) {
            const bool all = range.size() == rows.columns.size();
            const RegisterId part = all ? x : builder_.window(x, range.place, 0, range.size(), form_.columns);
            builder_.load(part, {x_, range.first, 0, range.size(), form_.columns});
        }
        return x;
    }

    void append(const DeviceRows& rows, std::size_t number, RegisterId x) {
        const PlacedBlock& block = rows.blocks[number];
        const auto device = static_cast<DeviceIndex>(rows.device);
        const HostTile tile{y_, block.rows.first, 0, block.rows.size(), form_.columns};
        const RegisterId y = builder_.reg(device, placement_.type, tile.rows, tile.cols);
        if (!form_.overwrite) builder_.load(y, tile);
        for (std::size_t part = 0; part < block.parts.size(); ++part) {
            std::vector<RegisterId> arrays;
            for (const BlockArray& array : block.parts[part].arrays)
                arrays.push_back(register_of(device, array_name(rows.device, number, part, array), array));
            multiply(device, block.parts[part], arrays, x, y);
        }
        builder_.store(tile, y);
    }

    RegisterId register_of(DeviceIndex device, const std::string& name, const BlockArray& array) {
        if (array.resident) return builder_.resident(name, device, array.type, array.rows, array.cols);
        const ParameterId parameter = builder_.matrix(name, array.type, array.rows, array.cols);
        const RegisterId r = builder_.reg(device, array.type, array.rows, array.cols);
        builder_.load(r, {parameter, 0, 0, array.rows, array.cols});
        return r;
    }

    void multiply(DeviceIndex device, const BlockPart& part, std::vector<RegisterId> registers, RegisterId x,
                  RegisterId y) {
        const kernels::SpmvParameters kernel = kernel_of(placement_.plan, part, form_);
        std::vector<RegisterId> rest = registers;
        rest.resize(rest.size() - 2);  // all but columns and values
        registers.push_back(x);
        if (part.groups > 0) {
            const RegisterId parts = builder_.reg(device, placement_.type, part.groups, 2 * form_.columns);
            registers.push_back(parts);
            rest.push_back(parts);
        }
        registers.push_back(y);
        rest.push_back(y);
        std::vector<Scalar> scalars{alpha_};
        if (!kernel.overwrite && kernel.kernel != kernels::SpmvKernel::coo) scalars.push_back(beta_);
        const std::vector<Scalar> of_rest = scalars;
        if (is_complex(placement_.type)) scalars.emplace_back(0.0);  // elements are as they shall be
        builder_.exec(kernels::spmv_kernel(kernel), registers, scalars);
        if (kernels::leaves_rest(kernel.kernel)) builder_.exec(kernels::spmv_rest(kernel), rest, of_rest);
    }

    const Placement& placement_;
    const ProductForm form_;
    ProgramBuilder builder_;
    ParameterId x_, y_;
    Scalar alpha_, beta_{};
};

}  // namespace

std::string array_name(std::size_t device, std::size_t block, std::size_t part, const BlockArray& array) {
    return "d" + std::to_string(device) + "_" + std::to_string(block) + "_" + std::to_string(part) + "_" +
           array.name;
}

Program product_program(const Placement& placement, const ProductForm& form, const Target& target) {
    return ProductBuilder(placement, form, target).build();
}

}  // namespace hg::sparse
