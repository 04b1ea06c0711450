#include "sparse/spmv/product_program.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sparse/spmv/append_product.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg::sparse {
namespace {

/// Parts of x end at multiples of this: those that several devices load as a whole are the same for all, and
/// the host copies them once.
constexpr std::int64_t kPlacesTogether = 4096;

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
            const RegisterId x = builder_.reg(static_cast<DeviceIndex>(rows.device), placement_.type,
                                              rows.columns.size(), form_.columns);
            loaded_ = 0;
            x_of_block_.reset();
            for (std::size_t block = 0; block < rows.blocks.size(); ++block) append(rows, block, x);
        }
        builder_.leave_out_guards();
        return std::move(builder_).finish();
    }

  private:
    /// Places of x: itself, if these are all.
    RegisterId part_of(RegisterId x, std::int64_t first, std::int64_t places) {
        if (places == builder_.reg(x).rows) return x;
        return builder_.window(x, first, 0, places, form_.columns);
    }

    /// Loads x up to a place, but for what is there.
    void load_x(const DeviceRows& rows, RegisterId x, std::int64_t last) {
        last = (last + kPlacesTogether - 1) / kPlacesTogether * kPlacesTogether;
        for (const ColumnRange& range : rows.columns.ranges()) {
            const std::int64_t begin = std::max(range.place, loaded_);
            const std::int64_t end = std::min(range.place + range.size(), last);
            if (begin >= end) continue;
            const HostTile tile{x_, range.first + begin - range.place, 0, end - begin, form_.columns};
            builder_.load(part_of(x, begin, tile.rows), tile);
        }
        loaded_ = std::max(loaded_, last);
    }

    /// What a block multiplies by; neighbouring blocks with the same places have it once.
    RegisterId x_of(const DistributedBlock& block, RegisterId x) {
        if (!x_of_block_ || block.first_place != first_place_ || block.places != places_)
            x_of_block_ = turned_x(builder_, placement_.plan, part_of(x, block.first_place, block.places));
        first_place_ = block.first_place;
        places_ = block.places;
        return *x_of_block_;
    }

    void append(const DeviceRows& rows, std::size_t number, RegisterId x) {
        const DistributedBlock& block = rows.blocks[number];
        const auto device = static_cast<DeviceIndex>(rows.device);
        const HostTile tile{y_, block.rows.first, 0, block.rows.size(), form_.columns};
        const RegisterId y = builder_.reg(device, placement_.type, tile.rows, tile.cols);
        load_x(rows, x, block.first_place + block.places);
        if (!form_.overwrite) builder_.load(y, tile);
        const RegisterId of_x = x_of(block, x);
        for (std::size_t part = 0; part < block.parts.size(); ++part) {
            std::vector<RegisterId> arrays;
            for (const BlockArray& array : block.parts[part].arrays)
                arrays.push_back(register_of(device, array_name(rows.device, number, part, array), array));
            append_product(builder_, placement_.plan, block.parts[part], std::move(arrays), of_x, y,
                           scalars_);
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
    std::int64_t loaded_ = 0;  ///< places of the device's x
    std::optional<RegisterId> x_of_block_{};
    std::int64_t first_place_ = 0, places_ = 0;  ///< of that
};

}  // namespace

std::string array_name(std::size_t device, std::size_t block, std::size_t part, const BlockArray& array) {
    std::string name("d");
    name.append(std::to_string(device)).append("_").append(std::to_string(block)).append("_");
    return name.append(std::to_string(part)).append("_").append(array.name);
}

Program product_program(const Placement& placement, const ProductForm& form, const Target& target) {
    return ProductBuilder(placement, form, target).build();
}

}  // namespace hg::sparse
