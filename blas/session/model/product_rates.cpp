#include "blas/session/model/product_rates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "blas/cost/flops.hpp"
#include "host_blas/cpu_blas.hpp"
#include "runtime/machine/measure/timing.hpp"
#include "runtime/program/build/exec_work.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

constexpr std::int64_t kGpuOrder = 4096;
constexpr std::int64_t kCpuOrder = 512;
constexpr double kGpuSeconds = 0.5;  ///< long enough for the clock to settle
constexpr double kCpuSeconds = 0.05;
constexpr int kCpuRuns = 3;
constexpr double kLongEnough = 0.01;  ///< seconds after which the launch is negligible
constexpr double kMostProducts = 1 << 14;
constexpr int kThinRuns = 2;
/// Columns of thin products. With few, the time is that of reading the matrix; with the most, that of the
/// flops.
constexpr std::array<std::int64_t, 5> kColumns{1, 4, 16, 64, 256};

/// The order of the square product to measure; 0 if the device has too little memory for any.
std::int64_t measured_order(const DeviceModel& device, ElementType type) {
    const std::int64_t fitting = std::min(device.memory / 4, device.largest_slot) / size_of(type);
    return std::min(device.is_gpu ? kGpuOrder : kCpuOrder,
                    static_cast<std::int64_t>(std::sqrt(static_cast<double>(fitting))));
}

/// The kernel to measure. On a GPU, the one for the blocks that plans use most, twice as tall as wide.
RegisterGemm measured_gemm(const kernels::Database& database, const DeviceModel& device, ElementType type) {
    const std::int64_t order = measured_order(device, type);
    const std::int64_t cols = device.is_gpu ? std::max<std::int64_t>(1, order / 2) : order;
    return {database, device, type, Op::none, Op::none, order, cols, order};
}

bool is_product(const Program& program, CommandId command) {
    return program.command(command).operation == Operation::exec && program.operands(command).size() == 3;
}

/// Records the times at which products complete.
class ProductEnds final : public Observer {
  public:
    explicit ProductEnds(const Program& program) : program_(program) {}

    void on_interval(const Interval& interval) noexcept override {
        if (interval.track != Track::queue || !is_product(program_, interval.command)) return;
        const std::lock_guard lock(mutex_);
        ends_.push_back(interval.end);
    }
    /// Products per second in the run, without the first `skipped` share of the products.
    [[nodiscard]] double rate(double skipped) {
        std::sort(ends_.begin(), ends_.end());
        const auto first = static_cast<std::size_t>(skipped * static_cast<double>(ends_.size() - 1));
        return static_cast<double>(ends_.size() - 1 - first) / std::max(ends_.back() - ends_[first], 1e-9);
    }

  private:
    const Program& program_;
    std::mutex mutex_;
    std::vector<double> ends_;
};

/// Random numbers in [-0.5, 0.5), because zeros need less power and are faster on some devices.
template <class T>
std::vector<T> random_matrix(std::int64_t order) {
    std::minstd_rand generator(1);
    std::vector<T> matrix(static_cast<std::size_t>(order * order));
    for (T& x : matrix) x = static_cast<T>(generator()) / static_cast<T>(std::minstd_rand::max()) - T(0.5);
    return matrix;
}

template <class T>
class KernelProbe {
  public:
    KernelProbe(Machine& machine, DeviceIndex device, const kernels::Database& database)
        : machine_(machine),
          target_(machine.target()),
          device_(device),
          order_(measured_order(target_.devices[device], kType)),
          gemm_(measured_gemm(database, target_.devices[device], kType)),
          matrix_(random_matrix<T>(order_)) {}

    /// Returns flop/s.
    double measure() {
        const bool gpu = target_.devices[device_].is_gpu;
        const double products = products_in(gpu ? kGpuSeconds : kCpuSeconds);
        double best = 0;
        for (int i = 0; i < (gpu ? 1 : kCpuRuns); ++i) best = std::max(best, rate(products, gpu ? 0.5 : 0.0));
        return 2.0 * std::pow(static_cast<double>(order_), 3) * best / share_of_units();
    }

  private:
    static constexpr ElementType kType = element_type_of<T>();

    /// The number of products that take this long.
    double products_in(double seconds) {
        for (double products = 3;; products = std::min(4 * products, kMostProducts)) {
            const double per_second = rate(products, 0);
            if (products / per_second >= kLongEnough || products >= kMostProducts)
                return std::clamp(std::ceil(seconds * per_second), products, kMostProducts);
        }
    }

    /// The share of the compute units that a product keeps busy; a target's rates are those of all.
    double share_of_units() {
        const Program program = repeated_product(1);
        double share = 1;
        for (std::uint32_t c = 0; c < program.size(); ++c)
            if (const auto id = static_cast<CommandId>(c); is_product(program, id))
                share = busy_share(exec_work(program, id), target_.devices[device_]);
        return share;
    }

    /// Products per second.
    double rate(double products, double skipped) {
        const Program program = repeated_product(static_cast<int>(products));
        machine_.prepare(program);
        ProductEnds ends(program);
        machine_.run_untraced(program, Bindings{}.matrix("X", std::as_const(matrix_).data(), order_), &ends);
        return ends.rate(skipped);
    }

    /// Loads X once, then does C := X X + C `products` times. C begins as zero.
    Program repeated_product(int products) {
        ProgramBuilder builder(target_);
        const ParameterId matrix = builder.matrix("X", kType, order_, order_);
        const std::int64_t ld = padded_ld(order_, kType);
        const RegisterId x = builder.reg(device_, kType, order_, order_, ld);
        const RegisterId c = builder.reg(device_, kType, order_, order_, ld);
        builder.load(x, {matrix, 0, 0, order_, order_});
        builder.exec(kernels::zero(kType), {c});
        for (int i = 0; i < products; ++i) gemm_.append(builder, 1.0, x, x, 1.0, c);
        return std::move(builder).finish();
    }

    Machine& machine_;
    const Target& target_;
    DeviceIndex device_;
    std::int64_t order_;
    RegisterGemm gemm_;
    std::vector<T> matrix_;
};

}  // namespace

std::string probed_kernel(const DeviceModel& device, ElementType type, const kernels::Database& database) {
    if (measured_order(device, type) < 1) return "";
    return kernels::name(measured_gemm(database, device, type).choice().parameters);
}

double measure_gemm_rate(Machine& machine, DeviceIndex device, ElementType type,
                         const kernels::Database& database) {
    const DeviceModel& model = machine.target().devices[device];
    if (measured_order(model, type) < 1) return model.rate(type);
    if (type == ElementType::f64) return KernelProbe<double>(machine, device, database).measure();
    return KernelProbe<float>(machine, device, database).measure();
}

template <class T>
double measure_host_rate() {
    constexpr std::int64_t n = kCpuOrder;
    const std::vector<T> a(static_cast<std::size_t>(n * n), T(0.5));
    std::vector<T> c(a.size(), T(0));
    return gemm_flops(n, n, n) / best_seconds(kCpuRuns, [&] {
               cpu_gemm<T>(false, false, n, n, n, T(1), a.data(), n, a.data(), n, T(0), c.data(), n);
           });
}

template <class T>
std::vector<OrderRate> measure_thin_products(std::int64_t bytes) {
    const auto order = static_cast<std::int64_t>(std::sqrt(static_cast<double>(bytes) / sizeof(T)));
    const std::vector<T> a(static_cast<std::size_t>(order * order), T(0.5));
    const std::vector<T> b(static_cast<std::size_t>(order * kColumns.back()), T(0.5));
    std::vector<T> c(b.size());
    std::vector<OrderRate> curve;
    for (const std::int64_t columns : kColumns) {
        const double seconds = best_seconds(kThinRuns, [&] {
            cpu_gemm<T>(false, false, order, columns, order, T(1), a.data(), order, b.data(), order, T(0),
                        c.data(), order);
        });
        curve.push_back({columns, static_cast<double>(a.size() * sizeof(T)) / seconds});
    }
    return curve;
}

template double measure_host_rate<double>();
template double measure_host_rate<float>();
template std::vector<OrderRate> measure_thin_products<double>(std::int64_t);
template std::vector<OrderRate> measure_thin_products<float>(std::int64_t);

}  // namespace hg
