#include "sparse/spmv/product_program.hpp"

#include <utility>
#include <vector>

#include "sparse/spmv/append_product.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg::sparse {
namespace {

/// Appends the commands of one product.
class ProductBuilder {
  public:
    ProductBuilder(const Placement& placement, const ProductForm& form, const Target& target)
        : placement_(placement),
          form_(form),
          builder_(target),
          x_(builder_.matrix("X", placement.type, placement.cols, form.columns)),
          y_(builder_.matrix("Y", placement.type, placement.rows, form.columns)),
          scalars_{.alpha = builder_.scalar("alpha"), .overwrite = form.overwrite} {
        if (!form.overwrite) scalars_.beta = builder_.scalar("beta");
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
            append_product(builder_, placement_.plan, block.parts[part], std::move(arrays), x, y, scalars_);
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

    const Placement& placement_;
    const ProductForm form_;
    ProgramBuilder builder_;
    ParameterId x_, y_;
    ProductScalars scalars_;
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
