#include "sparse/solve/solver_system.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "host_blas/each_element.hpp"
#include "sparse/matrix/row_shares.hpp"
#include "sparse/spmv/product_program.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::sparse {
namespace {

/// What the machine has at the moment.
Target present_devices(Session& session) {
    session.recover_devices();
    Target target = session.machine().target();
    for (std::size_t d = 0; d < target.devices.size(); ++d)
        target.devices[d].available = session.machine().available(d);
    return target;
}

/// The inverse of a subnormal number may be infinite.
template <Element T>
T inverse_or_one(T element) {
    const T inverse = element == T{0} ? T{1} : T{1} / element;
    return std::isfinite(std::abs(element)) && std::isfinite(std::abs(inverse)) ? inverse : T{1};
}

/// Rows and columns from `first` to `last` - 1 of A become those of `block`, which was 0 and has `ld` rows.
template <Element T>
void take_block(const SparseMatrix<T>& A, std::int64_t first, std::int64_t last, std::int64_t ld, T* block) {
    for (std::int64_t i = first; i < last; ++i)
        for (auto k = static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i)]);
             k < static_cast<std::size_t>(A.row_start()[static_cast<std::size_t>(i) + 1]); ++k) {
            const std::int64_t column = A.is_wide() ? A.wide_columns()[k] : A.columns()[k];
            if (column >= first && column < last) block[i - first + (column - first) * ld] = A.values()[k];
        }
}

/// What a preconditioner consists of on the host, a column for each row of A. Of one row: the inverses of
/// diagonal elements; of more: diagonal blocks, which begin at the first row of each device; of none: there
/// is no preconditioner.
template <Element T>
BlockArray preconditioner_array(const SparseMatrix<T>& A, const std::vector<DeviceRows>& devices,
                                const SolverOptions& options) {
    BlockArray made{.name = "preconditioner", .type = element_type_of<T>(), .cols = A.rows()};
    if (options.preconditioner == Preconditioner::none) return made;
    made.rows = options.preconditioner == Preconditioner::block_jacobi ? options.block : 1;
    const auto elements = std::make_shared<std::vector<T>>(static_cast<std::size_t>(made.rows * made.cols));
    made.data = elements->data();
    made.owner = elements;
    for (const DeviceRows& device : devices)
        for_each_index((device.rows.size() + made.rows - 1) / made.rows, [&](std::int64_t block) {
            const std::int64_t first = device.rows.first + block * made.rows;
            const std::int64_t last = std::min(first + made.rows, device.rows.last);
            T* const own = elements->data() + first * made.rows;
            take_block(A, first, last, made.rows, own);
            if (made.rows == 1) *own = inverse_or_one(*own);
        });
    return made;
}

template <Element T>
Placement placed(const SparseMatrix<T>& A, const Target& target, const kernels::Database& database,
                 const BlockLimits& limits) {
    constexpr ElementType type = element_type_of<T>();
    const auto computes = [](const DeviceModel& d) { return d.available && d.computes(type); };
    if (std::ranges::none_of(target.devices, computes))
        throw Error(ErrorCode::device_failed, "no device supports " + std::string(name(type)));
    const DeviceModel& first = *std::ranges::find_if(target.devices, computes);
    const kernels::SpmvUse use{type, 1, first.is_gpu, first.traits.compute_units};
    const SpmvPlan plan = spmv_plan(spmv_figures(A), use, {}, tuned_choice(A, database, first));
    Placement made = divided(A, plan, target.devices);
    for (DeviceRows& device : made.devices) device.columns = with_own_rows(device.columns, device.rows);
    for (DeviceRows& device : made.devices) {
        BlockLimits fitting = limits;
        fitting.most = std::min(limits.most, most_resident(type, target.devices[device.device]));
        for (const RowRange& rows : solver_blocks(A, device.rows, plan.format, fitting)) {
            const BlockColumns x = block_columns(A, rows, device.columns);
            device.blocks.push_back(
                {rows, block_arrays(A, rows, x.columns, plan), x.first_place, x.columns.size()});
        }
    }
    return made;
}

}  // namespace

template <Element T>
SolverLayout::SolverLayout(const SparseMatrix<T>& A, Target target, const kernels::Database& database,
                           const BlockLimits& limits)
    : target_(std::move(target)), placement_(placed(A, target_, database, limits)) {}

template <Element T>
SolverSystem::SolverSystem(const SparseMatrix<T>& A, const SolverOptions& options, Session& session,
                           const BlockLimits& limits)
    : SolverLayout(A, present_devices(session), session.kernels(), limits),
      session_(session),
      preconditioner_(preconditioner_array(A, placement().devices, options)) {
    set_preconditioner_rows(preconditioner_.rows);
    for_arrays(placement(),
               [&](const std::string& name, const BlockArray& array) { bind_on_host(arrays_, name, array); });
    if (preconditioner_.rows > 0)
        arrays_.matrix(preconditioner_.name,
                       BoundMatrix{const_cast<void*>(preconditioner_.data),
                                   preconditioner_.rows == 1 ? size() : preconditioner_.rows,
                                   preconditioner_.type, false});
    if (placement().devices.size() > 1) make_exchanges(options.restart);
}

/// Memory for what devices exchange: vectors, sums, and slabs of products of SolverBasis.
void SolverSystem::make_exchanges(std::int64_t restart) {
    const ElementType type = placement().type;
    const auto devices = static_cast<std::int64_t>(placement().devices.size());
    const std::int64_t slab_rows = product_rows(type, restart + 1);
    const std::int64_t elements = size() + devices * (kSumColumns + 2 * slab_rows);
    exchange_ = session_.workspace(elements * size_of(type));
    std::int64_t used = 0;
    const auto add = [&](const char* name, std::int64_t rows, std::int64_t cols) {
        exchanges_.matrix(name, BoundMatrix{static_cast<std::byte*>(exchange_->data()) + used * size_of(type),
                                            rows, type, true});
        used += rows * cols;
    };
    add("vector", size(), 1);
    add("sums", devices, kSumColumns);
    add("slabs", slab_rows, 2 * devices);
}

void SolverSystem::run(const Program& program, Bindings bindings) {
    bind_own_matrices(program, bindings);
    for (const ResidentParameter& resident : program.residents()) {
        const auto known = residents_.residents().find(resident.name);
        if (known == residents_.residents().end()) {
            const Register& shape = program.reg(resident.reg);
            residents_.resident(resident.name, session_.machine().allocate_resident(shape.device, shape.type,
                                                                                    shape.ld * shape.cols));
        }
        bindings.resident(resident.name, residents_.residents().at(resident.name));
    }
    session_.run(program, bindings);
}

void SolverSystem::bind_own_matrices(const Program& program, Bindings& bindings) const {
    for (const MatrixParameter& matrix : program.matrices())
        for (const Bindings* const own : {&arrays_, &exchanges_}) {
            const auto found = own->matrices().find(matrix.name);
            if (found != own->matrices().end()) bindings.matrix(matrix.name, found->second);
        }
}

void SolverSystem::release_arrays() noexcept {
    arrays_ = {};
    preconditioner_.leave_host();
    SolverLayout::release_arrays();
}

void SolverLayout::release_arrays() noexcept {
    has_arrays_ = false;
    for_arrays(placement_, [](const std::string&, BlockArray& array) { array.leave_host(); });
}

#define HG_INSTANTIATE(T)                                                                         \
    template SolverLayout::SolverLayout(const SparseMatrix<T>&, Target, const kernels::Database&, \
                                        const BlockLimits&);                                      \
    template SolverSystem::SolverSystem(const SparseMatrix<T>&, const SolverOptions&, Session&,   \
                                        const BlockLimits&);
HG_FOR_EACH_ELEMENT(HG_INSTANTIATE)
#undef HG_INSTANTIATE

}  // namespace hg::sparse
