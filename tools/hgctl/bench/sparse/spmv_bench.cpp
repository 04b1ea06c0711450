#include "tools/hgctl/bench/sparse/spmv_bench.hpp"

#include <algorithm>
#include <complex>
#include <utility>

#include "sparse/generate/random_element.hpp"
#include "sparse/spmv/append_product.hpp"
#include "sparse/spmv/block_arrays.hpp"
#include "sparse/spmv/spmv_plan.hpp"
#include "sparse/spmv/tuned_choice.hpp"
#include "tools/workload/resident/resident_steps.hpp"
#include "tools/workload/rule/spmv_error.hpp"
#include "tools/workload/timing/chain_length.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hgctl {
namespace {

template <hg::Element T>
std::vector<T> random_x(std::int64_t n) {
    std::vector<T> x(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i)
        x[static_cast<std::size_t>(i)] = hg::sparse::random_element<T>(1, i, 0);
    return x;
}

/// A product in the memory of a device.
class SpmvOnDevice {
  public:
    SpmvOnDevice(ResidentDevice& device, const hg::DeviceModel& model, const hg::sparse::SpmvPlan& plan,
                 const std::vector<hg::sparse::BlockPart>& parts, std::int64_t rows, std::int64_t cols,
                 std::int64_t vectors)
        : device_(device), steps_(device, program(model, plan, parts, rows, cols, vectors)) {
        std::size_t next = 0;
        for (const auto& part : parts)
            for (const auto& array : part.arrays) device.load(steps_.live(arrays_[next++]), array.data);
    }

    [[nodiscard]] const ResidentSteps& steps() const noexcept { return steps_; }
    void load_x(const void* x) { device_.load(steps_.live(x_), x); }
    void store_y(void* y) { device_.store(steps_.live(y_), y); }
    double run_unobserved(int times) { return device_.run_unobserved(steps_.steps(), times); }
    double device_seconds(int times) { return device_.run(steps_.steps(), times).device; }

  private:
    hg::Program program(const hg::DeviceModel& model, const hg::sparse::SpmvPlan& plan,
                        const std::vector<hg::sparse::BlockPart>& parts, std::int64_t rows, std::int64_t cols,
                        std::int64_t vectors) {
        hg::Target target;
        target.devices.push_back(model);
        hg::ProgramBuilder builder(target);
        const auto loaded = [&](hg::ElementType type, std::int64_t m, std::int64_t n) {
            const hg::RegisterId reg = builder.reg(0, type, m, n);
            const std::string name = "M" + std::to_string(builder.size());
            builder.load(reg, {builder.matrix(name, type, m, n), 0, 0, m, n});
            return reg;
        };
        x_ = loaded(plan.use.type, cols, vectors);
        y_ = loaded(plan.use.type, rows, vectors);
        const hg::RegisterId x = hg::sparse::turned_x(builder, plan, x_);
        for (const auto& part : parts) {
            std::vector<hg::RegisterId> arrays;
            for (const auto& array : part.arrays)
                arrays.push_back(loaded(array.type, array.rows, array.cols));
            arrays_.insert(arrays_.end(), arrays.begin(), arrays.end());
            hg::sparse::append_product(builder, plan, part, std::move(arrays), x, y_, {});
        }
        return std::move(builder).finish();
    }

    ResidentDevice& device_;
    hg::RegisterId x_{}, y_{};  ///< made with the steps, and so are these
    std::vector<hg::RegisterId> arrays_{};
    ResidentSteps steps_;
};

}  // namespace

template <hg::Element T>
SpmvResult bench_spmv(ResidentDevice& device, const hg::DeviceModel& model,
                      const hg::kernels::Database& kernels, const hg::SparseMatrix<T>& A,
                      const hg::SpmvOptions& options, const SpmvRuns& runs) {
    const hg::kernels::SpmvUse use{hg::element_type_of<T>(), 1, model.is_gpu, model.traits.compute_units};
    const hg::sparse::SpmvPlan plan = hg::sparse::spmv_plan(hg::sparse::spmv_figures(A), use, options,
                                                            hg::sparse::tuned_choice(A, kernels, model));
    SpmvResult result{
        .format = plan.format, .kernels = {}, .tuned = plan.tuned.has_value(), .device = {}, .wall = {}};
    const auto parts =
        hg::sparse::block_arrays(A, {0, A.rows()}, hg::sparse::ColumnRanges(0, A.cols()), plan);
    result.matrix_bytes = hg::sparse::bytes_of(parts);
    SpmvOnDevice product(device, model, plan, parts, A.rows(), A.cols(), runs.columns);
    result.kernels = product.steps().kernels();
    const std::vector<T> x = random_x<T>(A.cols() * runs.columns);
    std::vector<T> y(static_cast<std::size_t>(A.rows() * runs.columns));
    product.load_x(x.data());
    product.run_unobserved(1);
    product.store_y(y.data());
    for (std::int64_t c = 0; c < runs.columns; ++c)
        result.error = std::max(result.error, spmv_error<T>(T{1}, A, x.data() + c * A.cols(), T{0}, nullptr,
                                                            y.data() + c * A.rows()));
    result.chain = runs.chain > 0 ? runs.chain : chain_length(product.run_unobserved(2) / 2);
    for (int run = -runs.warm_up; run < runs.runs; ++run) {
        const double wall = product.run_unobserved(result.chain),
                     clock = product.device_seconds(result.chain);
        if (run < 0) continue;
        result.wall.seconds.push_back(wall / result.chain);
        result.device.seconds.push_back((clock > 0 ? clock : wall) / result.chain);
    }
    return result;
}

template <hg::Element T>
SpmvResult bench_sparse_peer(SparsePeer& peer, const hg::SparseMatrix<T>& A, const SpmvRuns& runs,
                             int chain) {
    const std::vector<T> x = random_x<T>(A.cols());
    std::vector<T> y(static_cast<std::size_t>(A.rows()));
    SpmvResult result{.kernels = peer.function(), .device = {}, .wall = {}};
    result.chain = chain;
    result.wall.seconds = peer.run(SparseCall<T>{A, x.data(), y.data(), chain, runs.runs});
    result.device = result.wall;
    result.error = spmv_error<T>(T{1}, A, x.data(), T{0}, nullptr, y.data());
    return result;
}

#define HGCTL_INSTANTIATE(T)                                                                              \
    template SpmvResult bench_spmv(ResidentDevice&, const hg::DeviceModel&, const hg::kernels::Database&, \
                                   const hg::SparseMatrix<T>&, const hg::SpmvOptions&, const SpmvRuns&);  \
    template SpmvResult bench_sparse_peer(SparsePeer&, const hg::SparseMatrix<T>&, const SpmvRuns&, int);
HGCTL_INSTANTIATE(float)
HGCTL_INSTANTIATE(double)
HGCTL_INSTANTIATE(std::complex<float>)
HGCTL_INSTANTIATE(std::complex<double>)
#undef HGCTL_INSTANTIATE

}  // namespace hgctl
