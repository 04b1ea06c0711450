#include "sparse/spmv/device_matrix.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "blas/cost/plan.hpp"
#include "sparse/matrix/row_shares.hpp"
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

/// While one block is multiplied, others are on their ways.
constexpr std::int64_t kBlocksAtOnce = 8;
/// Larger blocks make no better use of a link, but take more of a device's memory.
constexpr std::int64_t kLargestStreamed = std::int64_t{256} << 20;

/// Bytes of y, at least, that are worth a product of their own, and the most of such products on a device.
constexpr std::int64_t kLeastOfProduct = std::int64_t{2} << 20;
constexpr std::int64_t kMostProducts = 8;

/// Smaller arrays may share pages with other memory, and are soon copied.
constexpr std::int64_t kLeastPinned = std::int64_t{32} << 20;

/// Pinning takes as long as several products, and one may be all that there is.
constexpr int kProductsBeforePinning = 3;

void bind_array(Bindings& bindings, const std::string& name, const BlockArray& array) {
    if (array.resident)
        bindings.resident(name, array.resident);
    else
        bind_on_host(bindings, name, array);
}

}  // namespace

PinnedArrays::PinnedArrays(Machine& machine, const Placement& placement) : machine_(machine) {
    bool pins = true;
    for_arrays(placement, [&](const std::string&, const BlockArray& array) {
        if (pins && array.bytes() > kLeastPinned) pins = pin(array);
    });
}

/// False if no device can: transfers copy all arrays, then.
bool PinnedArrays::pin(const BlockArray& array) try {
    // The memory is this library's own, and stays as it is.
    void* const data = const_cast<void*>(array.data);
    registered_.reserve(registered_.size() + 1);
    machine_.register_memory(data, array.bytes());
    registered_.push_back(data);
    return machine_.is_pinned(data, array.bytes());
} catch (...) {
    return false;
}

PinnedArrays::~PinnedArrays() {
    for (void* const data : registered_) try {
            machine_.unregister_memory(data);
        } catch (const Error&) {
            // The process ends, and its memory with it.
        }
}

void DeviceMatrix::place(Session& session, RowStarts row_start, bool streamed,
                         const MakeArrays& make_arrays) {
    const auto move = [&] {
        move_to_devices(session, row_start, make_arrays);
        return true;
    };
    resident_ = !streamed && may_fit(row_start) && if_it_fits(move).has_value();
    if (!resident_) stay_on_host(row_start, make_arrays);
}

/// Whether each device's memory holds its part of the matrix and what products take beside it: several times
/// their vectors.
bool DeviceMatrix::may_fit(RowStarts row_start) const noexcept {
    for (const DeviceRows& device : placement_.devices) {
        const auto start = [&](std::int64_t row) { return row_start[static_cast<std::size_t>(row)]; };
        const std::int64_t nonzeros = start(device.rows.last) - start(device.rows.first);
        const std::int64_t of_matrix =
            nonzeros * bytes_of_nonzero(placement_.type) + 2 * device.rows.size() * size_of(ElementType::i32);
        const std::int64_t of_vectors =
            (device.rows.size() + device.columns.size()) * size_of(placement_.type);
        if (of_matrix + 3 * of_vectors > target_.devices[device.device].memory) return false;
    }
    return true;
}

/// Blocks of at most `most` nonzeros, several if that is worth while: x, products and y of different blocks
/// are under way at once.
void DeviceMatrix::add_blocks(RowStarts row_start, DeviceRows& device, std::int64_t most) const {
    const std::int64_t bytes = device.rows.size() * size_of(placement_.type);
    const std::int64_t shares = keeps_sums(placement_.plan.format)
                                    ? std::clamp<std::int64_t>(bytes / kLeastOfProduct, 1, kMostProducts)
                                    : 1;
    const auto starts = row_start.subspan(static_cast<std::size_t>(device.rows.first),
                                          static_cast<std::size_t>(device.rows.size()) + 1);
    for (std::int64_t share = 0; share < shares; ++share) {
        const RowRange rows{device.rows.first + first_row_of_share(starts, share, shares),
                            device.rows.first + first_row_of_share(starts, share + 1, shares)};
        for (const RowRange& block : row_blocks(row_start, rows, most)) device.blocks.push_back({block, {}});
    }
}

/// Throws Error{out_of_memory} if their memory does not hold it.
void DeviceMatrix::move_to_devices(Session& session, RowStarts row_start, const MakeArrays& make_arrays) {
    std::size_t rounds = 0;
    for (DeviceRows& device : placement_.devices) {
        add_blocks(row_start, device, most_resident(placement_.type, target_.devices[device.device]));
        rounds = std::max(rounds, device.blocks.size());
    }
    for (std::size_t round = 0; round < rounds; ++round) move_round(session, round, make_arrays);
}

/// The block of this number of each device: in host memory there are only those.
void DeviceMatrix::move_round(Session& session, std::size_t round, const MakeArrays& make_arrays) {
    ProgramBuilder builder(target_);
    Bindings bindings;
    std::vector<BlockArray*> moved;
    for (DeviceRows& device : placement_.devices) {
        if (round >= device.blocks.size()) continue;
        DistributedBlock& block = device.blocks[round];
        make_arrays(device, block);
        for_arrays(device, round, [&](const std::string& name, BlockArray& array) {
            array.resident =
                session.machine().allocate_resident(device.device, array.type, array.rows * array.cols);
            const std::string on_host = name + "_host";
            const ParameterId source = builder.matrix(on_host, array.type, array.rows, array.cols);
            builder.load(builder.resident(name, static_cast<DeviceIndex>(device.device), array.type,
                                          array.rows, array.cols),
                         {source, 0, 0, array.rows, array.cols});
            bind_on_host(bindings, on_host, array);
            bindings.resident(name, array.resident);
            moved.push_back(&array);
        });
    }
    session.run(std::move(builder).finish(), bindings);
    for (BlockArray* array : moved) array->leave_host();
}

void DeviceMatrix::stay_on_host(RowStarts row_start, const MakeArrays& make_arrays) {
    for (DeviceRows& device : placement_.devices) {
        device.blocks.clear();
        const DeviceModel& model = target_.devices[device.device];
        const std::int64_t most =
            std::min({model.memory / kBlocksAtOnce, model.largest_slot, kLargestStreamed}) /
            bytes_of_nonzero(placement_.type);
        add_blocks(row_start, device, most);
        for (DistributedBlock& block : device.blocks) make_arrays(device, block);
    }
}

void DeviceMatrix::begin_product(Session& session) {
    const std::scoped_lock lock(mutex_);
    if (!resident_ && !pinned_ && products_++ == kProductsBeforePinning)
        pinned_.emplace(session.machine(), placement_);
}

Program DeviceMatrix::program(const ProductForm& form) {
    const std::scoped_lock lock(mutex_);
    const auto found = programs_.find(form);
    if (found != programs_.end()) return found->second;
    return programs_.emplace(form, product_program(placement_, form, target_)).first->second;
}

Bindings DeviceMatrix::array_bindings() const {
    Bindings bindings;
    for_arrays(placement_,
               [&](const std::string& name, const BlockArray& array) { bind_array(bindings, name, array); });
    return bindings;
}

}  // namespace hg::sparse
