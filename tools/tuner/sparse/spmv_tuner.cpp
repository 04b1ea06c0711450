#include "tools/tuner/sparse/spmv_tuner.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "runtime/machine/measure/timing.hpp"
#include "tools/tuner/today.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr int kTimedRuns = 5;

/// Whether two kernels work on the same arrays.
bool have_same_arrays(const SpmvChoice& a, const SpmvChoice& b) {
    if (a.kernel != b.kernel || a.sorted != b.sorted || a.width != b.width ||
        a.blocking.slice != b.blocking.slice)
        return false;
    return !leaves_rest(a.kernel) || spmv_share({.kernel = a.kernel, .blocking = a.blocking}) ==
                                         spmv_share({.kernel = b.kernel, .blocking = b.blocking});
}

/// Registers of one problem in a device's memory.
class DeviceRegisters {
  public:
    explicit DeviceRegisters(DeviceWork& work) : work_(work) {}

    LiveRegister add(const Register& shape, const void* data) {
        memory_.push_back(work_.device().allocate(shape.bytes()));
        const LiveRegister made{shape, memory_.back().get()};
        if (data != nullptr) work_.load(data, made);
        return made;
    }

  private:
    DeviceWork& work_;
    std::vector<std::unique_ptr<DeviceMemory>> memory_;
};

Register column_of(ElementType type, std::int64_t rows, std::int64_t cols = 1) {
    return {type, 0, rows, cols, rows};
}

/// One matrix's products in elements of T.
template <class T>
class SpmvTuning {
  public:
    SpmvTuning(DeviceWork& work, const SpmvProblem& problem)
        : work_(work), problem_(problem), vectors_(work) {
        const std::int64_t columns = problem.use.columns;
        x_host_.resize(static_cast<std::size_t>(problem.cols * columns));
        // Numbers of either sign, of few digits: no two neighbours are alike.
        for (std::size_t i = 0; i < x_host_.size(); ++i)
            x_host_[i] = static_cast<T>(static_cast<PartOf<T>>(i * 37 % 101) / 64 - PartOf<T>(0.75));
        x_ = vectors_.add(column_of(element_type_of<T>(), problem.cols, columns), x_host_.data());
        y_ = vectors_.add(column_of(element_type_of<T>(), problem.figures.rows, columns), nullptr);
        set_wanted();
    }

    SpmvTrial run(const SpmvChoice& choice) {
        SpmvTrial trial{choice, std::numeric_limits<double>::infinity(), ""};
        try {
            const std::vector<KernelCall> calls = calls_of(choice);
            for (const KernelCall& call : calls) work_.device().prepare(*call.instruction);
            const std::vector<T> partially_written(wanted_.size(),
                                                   static_cast<T>(std::numeric_limits<double>::quiet_NaN()));
            work_.load(partially_written.data(), y_);
            work_.run(calls);
            trial.fault = fault();
            if (trial.fault.empty()) trial.seconds = seconds_of(calls);
        } catch (const Error& error) {
            if (error.code() == ErrorCode::device_lost) throw;
            trial.fault = error.message();
        }
        return trial;
    }

  private:
    [[nodiscard]] SpmvParameters parameters(const SpmvChoice& choice) const {
        return {.kernel = choice.kernel,
                .type = problem_.use.type,
                .overwrite = true,
                .blocking = choice.blocking};
    }

    /// The instructions on the arrays of a choice, which stay for the next one if it has the same.
    std::vector<KernelCall> calls_of(const SpmvChoice& choice) {
        if (!made_for_ || !have_same_arrays(*made_for_, choice)) make_arrays(choice);
        std::vector<KernelCall> calls;
        append_calls(calls, parameters(choice), first_);
        if (!list_.operands.empty()) append_calls(calls, list_parameters(), list_);
        return calls;
    }

    /// Arrays on the device, and the register of parts of a kernel that leaves a rest.
    struct Placed {
        std::vector<LiveRegister> operands{};
        LiveRegister parts{};
    };

    void make_arrays(const SpmvChoice& choice) {
        made_for_.reset();
        arrays_.reset();
        arrays_.emplace(work_);
        const SpmvHostArrays host = problem_.arrays(choice);
        first_ = placed(host.arrays, parameters(choice), problem_.figures.elements);
        list_ = host.list.empty() ? Placed{} : placed(host.list, list_parameters(), host.list[0].shape.rows);
        made_for_ = choice;
    }

    Placed placed(const std::vector<SpmvHostArrays::Array>& host, const SpmvParameters& p,
                  std::int64_t elements) {
        Placed made;
        for (const auto& [shape, data] : host) made.operands.push_back(arrays_->add(shape, data));
        if (leaves_rest(p.kernel))
            made.parts = arrays_->add(
                column_of(p.type, spmv_groups(p, problem_.figures.rows, elements), 2 * problem_.use.columns),
                nullptr);
        return made;
    }

    /// Those of what rows have beyond the width of sell.
    [[nodiscard]] SpmvParameters list_parameters() const {
        return {.kernel = SpmvKernel::coo,
                .type = problem_.use.type,
                .blocking = default_spmv_blocking(SpmvKernel::coo, problem_.figures, problem_.use)};
    }

    void append_calls(std::vector<KernelCall>& calls, const SpmvParameters& p, const Placed& arrays) const {
        KernelCall product{spmv_kernel(p), arrays.operands, {1.0}};
        product.registers.push_back(x_);
        if (leaves_rest(p.kernel)) product.registers.push_back(arrays.parts);
        product.registers.push_back(y_);
        if (is_complex(p.type)) product.scalars.emplace_back(0.0);
        calls.push_back(std::move(product));
        if (!leaves_rest(p.kernel)) return;
        KernelCall rest{spmv_rest(p), arrays.operands, {1.0}};
        rest.registers.resize(rest.registers.size() - 2);  // all but columns and values
        rest.registers.push_back(arrays.parts);
        rest.registers.push_back(y_);
        calls.push_back(std::move(rest));
    }

    double seconds_of(const std::vector<KernelCall>& calls) {
        std::vector<double> times;
        for (int i = 0; i < kTimedRuns; ++i) {
            const std::vector<double> each = work_.run(calls);
            times.push_back(std::accumulate(each.begin(), each.end(), 0.0));
        }
        return median(times);
    }

    /// The product by the host, with the sizes of its terms.
    void set_wanted() {
        const SpmvHostArrays csr = problem_.arrays({.kernel = SpmvKernel::csr_rows});
        const auto* start = static_cast<const std::int32_t*>(csr.arrays[0].data);
        const auto* column = static_cast<const std::int32_t*>(csr.arrays[1].data);
        const auto* value = static_cast<const T*>(csr.arrays[2].data);
        for (std::int64_t c = 0; c < problem_.use.columns; ++c)
            for (std::int64_t i = 0; i < problem_.figures.rows; ++i) {
                T sum{};
                double size = 0;
                for (std::int32_t k = start[i]; k < start[i + 1]; ++k) {
                    const T term =
                        multiply(value[k], x_host_[static_cast<std::size_t>(column[k] + c * problem_.cols)]);
                    sum += term;
                    size += static_cast<double>(magnitude(term));
                }
                wanted_.push_back(sum);
                bounds_.push_back(size * (8 + std::sqrt(static_cast<double>(start[i + 1] - start[i]))) *
                                  static_cast<double>(std::numeric_limits<PartOf<T>>::epsilon()));
            }
    }

    std::string fault() {
        std::vector<T> got(wanted_.size());
        work_.store(y_, got.data());
        for (std::size_t i = 0; i < got.size(); ++i)
            if (!(static_cast<double>(std::abs(got[i] - wanted_[i])) <= bounds_[i]))
                return "element " + std::to_string(i) + " of the product is wrong";
        return "";
    }

    DeviceWork& work_;
    const SpmvProblem& problem_;
    DeviceRegisters vectors_;
    LiveRegister x_{}, y_{};
    std::vector<T> x_host_, wanted_;
    std::vector<double> bounds_;
    std::optional<SpmvChoice> made_for_;
    std::optional<DeviceRegisters> arrays_;
    Placed first_{}, list_{};
};

template <class T>
std::vector<SpmvTrial> tune_in(DeviceWork& work, const SpmvProblem& problem, double seconds,
                               const std::function<void(std::size_t, std::size_t)>& tried) {
    const double begin = steady_seconds();
    SpmvTuning<T> tuning(work, problem);
    const std::vector<SpmvChoice> candidates = spmv_candidates(problem.figures, problem.use);
    std::vector<SpmvTrial> trials;
    for (const SpmvChoice& choice : candidates) {
        if (!trials.empty() && steady_seconds() - begin > seconds) break;
        trials.push_back(tuning.run(choice));
        if (tried) tried(trials.size(), candidates.size());
    }
    std::ranges::stable_sort(trials, {}, &SpmvTrial::seconds);
    return trials;
}

}  // namespace

TunedKernel spmv_result(const SpmvKey& key, const SpmvTrial& trial, double bytes, const DeviceModel& device,
                        const std::string& driver) {
    return {device.traits.product,
            device.traits.vendor,
            device.traits.architecture,
            device.is_gpu,
            std::string(kSpmvRoutine),
            key.type,
            "n",
            key.extents(),
            tuned_name(trial.choice, key.type),
            bytes / trial.seconds,
            driver,
            today()};
}

std::vector<SpmvTrial> tune_spmv(DeviceWork& work, const SpmvProblem& problem, double seconds,
                                 const std::function<void(std::size_t, std::size_t)>& tried) {
    std::vector<SpmvTrial> trials;
    for_floating_type(problem.use.type,
                      [&]<class T>() { trials = tune_in<T>(work, problem, seconds, tried); });
    return trials;
}

}  // namespace hg::kernels
