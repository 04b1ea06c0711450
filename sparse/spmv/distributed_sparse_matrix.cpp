#include <algorithm>
#include <array>
#include <complex>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blas/call/output_changes.hpp"
#include "blas/call/session_call.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/session/note_fall_back.hpp"
#include "runtime/machine/run/work_queue.hpp"
#include "runtime/program/base/current_error.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include "sparse/matrix/check_apart.hpp"
#include "sparse/matrix/host_rows.hpp"
#include "sparse/spmv/device_matrix.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include <hg/sparse/distributed_sparse_matrix.hpp>

namespace hg {

using sparse::DeviceMatrix;
using sparse::ProductArguments;

namespace {

/// The regions of X and Y.
template <Element T>
std::array<HostRegion, 2> regions_of_product(const ProductArguments<T>& product,
                                             const SparseMatrix<T>& matrix) {
    const auto bytes = [](std::int64_t elements) { return elements * static_cast<std::int64_t>(sizeof(T)); };
    return {{{product.X, bytes(matrix.cols()), product.columns, bytes(product.ldx), false},
             {product.Y, bytes(matrix.rows()), product.columns, bytes(product.ldy), true}}};
}

}  // namespace

/// The matrix, and where it lies at the moment.
template <Element T>
struct DistributedSparseMatrix<T>::State {
    State(const SparseMatrix<T>& A, Op op, const SpmvOptions& asked, Session& its_session)
        : session(its_session),
          matrix(op == Op::none    ? A
                 : op == Op::trans ? A.transposed()
                                   : A.adjoint()),
          options(asked),
          plan(sparse::spmv_plan(sparse::spmv_figures(matrix), use(), options, tuned())) {
        if (matrix.nonzeros() > 0) (void)devices();
    }

    /// The session's devices, those that are lost marked; none if it has no machine.
    [[nodiscard]] Target target() const {
        try {
            Target known = session.machine().target();
            for (std::size_t d = 0; d < known.devices.size(); ++d)
                known.devices[d].available = session.machine().available(d);
            return known;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::device_lost) throw;
            return {};
        }
    }

    static bool computes(const DeviceModel& device) {
        return device.available && device.computes(element_type_of<T>());
    }

    /// The device that kernels are chosen for: the first GPU, or else the first of all; none without any.
    [[nodiscard]] std::optional<DeviceModel> chosen_for() const {
        std::optional<DeviceModel> made;
        for (const DeviceModel& device : target().devices)
            if (computes(device) && (!made || (device.is_gpu && !made->is_gpu))) made = device;
        return made;
    }
    [[nodiscard]] kernels::SpmvUse use() const {
        const auto device = chosen_for();
        if (!device) return {element_type_of<T>(), 1, false, 1};
        return {element_type_of<T>(), 1, device->is_gpu, device->traits.compute_units};
    }
    [[nodiscard]] std::optional<kernels::SpmvChoice> tuned() const {
        const auto device = chosen_for();
        return device ? sparse::tuned_choice(matrix, session.kernels(), *device) : std::nullopt;
    }

    /// Where the matrix lies: distributed again if devices were lost since; null if there is no device.
    [[nodiscard]] std::shared_ptr<DeviceMatrix> devices() {
        const std::scoped_lock lock(mutex);
        if (distributed) return distributed;
        Target known = target();
        if (!known.devices.empty()) session.recover_devices(), known = target();
        if (std::ranges::none_of(known.devices, computes)) return nullptr;
        distributed =
            std::make_shared<DeviceMatrix>(matrix, plan, session, std::move(known), options.streamed);
        return distributed;
    }

    void check(const ProductArguments<T>& product) const {
        const auto at_least = [](int argument, const char* name, std::int64_t value, std::int64_t least) {
            if (value < least)
                require_argument(false, "multiply", argument, name,
                                 std::string(name) + " = " + std::to_string(value) + " must be at least " +
                                     std::to_string(least));
        };
        at_least(1, "columns", product.columns, 0);
        at_least(4, "ldx", product.ldx, std::max<std::int64_t>(1, matrix.cols()));
        at_least(7, "ldy", product.ldy, std::max<std::int64_t>(1, matrix.rows()));
        check_apart(product, 6, "Y", "X");
    }

    void check_apart(const ProductArguments<T>& product, int number, const char* y, const char* x) const {
        const auto [X, Y] = regions_of_product(product, matrix);
        sparse::check_apart("multiply", number, y, Y, x, product.alpha == T{0} ? HostRegion{} : X, matrix);
    }

    void multiply(const ProductArguments<T>& product) {
        check(product);
        if (product.columns == 0 || matrix.rows() == 0) return;
        const SessionCall in_flight(session);
        session.calls().wait_for([&] {
            const auto regions = regions_of_product(product, matrix);
            return std::vector<HostRegion>(regions.begin(), regions.end());
        });
        if (product.alpha == T{0} || matrix.nonzeros() == 0) return scale(product);
        const std::shared_ptr<DeviceMatrix> on = ready_devices();
        if (on) return on_devices(*on, product);
        on_host({{}, 0, 0, matrix.rows(), product.columns}, product);
    }

    /// Without devices, or if those that are left fail while the matrix goes there again, the host
    /// multiplies.
    std::shared_ptr<DeviceMatrix> ready_devices() {
        try {
            std::shared_ptr<DeviceMatrix> on = devices();
            if (on) on->begin_product(session);
            return on;
        } catch (...) {
            const Error error = current_error();
            if (!others_may_finish(error)) throw error;
            note_fall_back(error, &session.machine(), "the host");
            return nullptr;
        }
    }

    void on_devices(DeviceMatrix& on, const ProductArguments<T>& product) {
        const Program program = on.program(product.form());
        RunJournal journal;
        try {
            session.run(session.machine(), program, on.bindings(product), &journal);
            OutputChanges::note();
        } catch (...) {
            const Error error = current_error();
            if (!others_may_finish(error)) throw error;
            finish(program, journal, error, product);
            const std::scoped_lock lock(mutex);
            distributed.reset();  // the next product takes the devices that are left
        }
    }

    void finish(const Program& program, const RunJournal& journal, const Error& error,
                const ProductArguments<T>& product) {
        Unfinished left;
        left.tiles.reserve(most_unfinished(program));
        find_unfinished(program, journal, left);
        if (left.unknown && !product.form().overwrite) throw partly_stored(error, "y");
        note_fall_back(error, &session.machine(), "the host");
        OutputChanges::note();
        for (const HostTile& tile : left.tiles) on_host(tile, product);
    }

    void on_host(const HostTile& rows, const ProductArguments<T>& product) const {
        OutputChanges::note();
        for (std::int64_t j = rows.col; j < rows.col + rows.cols; ++j)
            sparse::host_rows(matrix, rows.row, rows.row + rows.rows, product.alpha,
                              product.X + j * product.ldx, product.beta, product.Y + j * product.ldy);
    }

    void scale(const ProductArguments<T>& product) const {
        OutputChanges::note();
        for (std::int64_t j = 0; j < product.columns; ++j)
            sparse::host_scale(product.beta, matrix.rows(), product.Y + j * product.ldy);
    }

    Session& session;
    const SparseMatrix<T> matrix;
    const SpmvOptions options;
    const sparse::SpmvPlan plan;
    std::mutex mutex;  ///< of `distributed`
    std::shared_ptr<DeviceMatrix> distributed{};
};

template <Element T>
DistributedSparseMatrix<T>::DistributedSparseMatrix(const SparseMatrix<T>& A, Op op,
                                                    const SpmvOptions& options, Session* session)
    : state_(throwing_errors_only([&] {
          const NoCancellation whole;
          return std::make_unique<State>(A, op, options, session != nullptr ? *session : Session::global());
      })) {}

template <Element T>
DistributedSparseMatrix<T>::~DistributedSparseMatrix() = default;
template <Element T>
DistributedSparseMatrix<T>::DistributedSparseMatrix(DistributedSparseMatrix&&) noexcept = default;
template <Element T>
DistributedSparseMatrix<T>& DistributedSparseMatrix<T>::operator=(DistributedSparseMatrix&&) noexcept =
    default;

template <Element T>
std::int64_t DistributedSparseMatrix<T>::rows() const noexcept {
    return state_->matrix.rows();
}

template <Element T>
std::int64_t DistributedSparseMatrix<T>::cols() const noexcept {
    return state_->matrix.cols();
}

template <Element T>
SparseFormat DistributedSparseMatrix<T>::format() const noexcept {
    return state_->plan.format;
}

template <Element T>
bool DistributedSparseMatrix<T>::is_resident() const noexcept {
    const std::scoped_lock lock(state_->mutex);
    return state_->distributed && state_->distributed->is_resident();
}

template <Element T>
void DistributedSparseMatrix<T>::multiply(std::type_identity_t<T> alpha,
                                          std::span<const std::type_identity_t<T>> x,
                                          std::type_identity_t<T> beta,
                                          std::span<std::type_identity_t<T>> y) {
    const auto check = [](int argument, const char* name, std::size_t length, std::int64_t needed) {
        if (static_cast<std::int64_t>(length) != needed)
            require_argument(false, "multiply", argument, name,
                             std::string(name) + " has " + std::to_string(length) +
                                 " elements; op(A) needs " + std::to_string(needed));
    };
    check(2, "x", x.size(), cols());
    check(4, "y", y.size(), rows());
    const ProductArguments<T> product{1,
                                      alpha,
                                      x.data(),
                                      std::max<std::int64_t>(1, cols()),
                                      beta,
                                      y.data(),
                                      std::max<std::int64_t>(1, rows())};
    throwing_errors_only([&] {
        state_->check_apart(product, 4, "y", "x");
        state_->multiply(product);
    });
}

template <Element T>
void DistributedSparseMatrix<T>::multiply(std::int64_t columns, std::type_identity_t<T> alpha, const T* X,
                                          std::int64_t ldx, std::type_identity_t<T> beta, T* Y,
                                          std::int64_t ldy) {
    throwing_errors_only([&] { state_->multiply({columns, alpha, X, ldx, beta, Y, ldy}); });
}

template class DistributedSparseMatrix<float>;
template class DistributedSparseMatrix<double>;
template class DistributedSparseMatrix<std::complex<float>>;
template class DistributedSparseMatrix<std::complex<double>>;

}  // namespace hg
