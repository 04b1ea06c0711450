#include "tools/tuner/vector/vector_trial.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/problem/guarded_vector.hpp"
#include "tools/tuner/vector/vector_reference.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSets = 8;
constexpr std::int64_t kSmall = 1 << 20;  ///< elements up to which all that may be written is looked at
constexpr VectorNumbers kNumbers{.alpha = 1.375, .c = 0.8125, .s = 0.59375};  // exact in both types

void require_fits(std::int64_t vectors, std::int64_t bytes, const DeviceInfo& device) {
    if (bytes <= device.largest_buffer && vectors * bytes <= device.memory) return;
    throw Error(ErrorCode::out_of_memory,
                "the vectors take more than the device's " + std::to_string(device.memory) +
                    " bytes, or one of them more than " + std::to_string(device.largest_buffer));
}

/// R: the type of sums, or of places.
template <class T, class R>
class VectorTrial final : public TrialOperands {
  public:
    VectorTrial(DeviceWork& work, VectorOperation operation, std::int64_t n, const OperandLayout& layout)
        : work_(work), operation_(operation), n_(n), aligned_(layout.aligned) {
        const std::int64_t bytes =
            (n + kGuardedStride) * (aligned_ ? 1 : kGuardedStride) * std::int64_t{sizeof(T)};
        const std::int64_t vectors = vectors_of(operation);
        require_fits(vectors, bytes, work.device().info());
        const std::int64_t together = vectors * bytes;
        const std::int64_t sets =
            std::clamp<std::int64_t>((layout.set_bytes + together - 1) / together, 1, kMostSets);
        for (std::int64_t i = 0; i < sets; ++i) add_set(i * vectors);
        result_.push_back(sums_register(1, 1));
        if (is_reduction(operation)) plain_ = plain_reduction(operation, n, x_of(before_), y_of(before_));
    }

    std::string fault_of(const PreparedKernel& prepared) override {
        return is_reduction(operation_) ? fault_of_reduction(prepared) : fault_of_map(prepared);
    }

    double seconds_of(const PreparedKernel& prepared, int times) override {
        const VectorParameters p = parameters_of(prepared);
        require_sums(p);
        std::vector<KernelCall> calls;
        for (int i = 0; i < times; ++i) add_calls(prepared, p, sets_[next_set_++ % sets_.size()], calls);
        const std::vector<double> seconds = work_.run(calls);
        return std::accumulate(seconds.begin(), seconds.end(), 0.0) / times;
    }

  private:
    using Set = std::vector<GuardedRegister<T>>;  ///< x, y
    using Storage = std::vector<std::vector<T>>;  ///< of a set, guards and all

    static VectorParameters parameters_of(const PreparedKernel& prepared) {
        return parse_vector(prepared.kernel.name).value();
    }

    GuardedRegister<R> sums_register(std::int64_t rows, std::int64_t cols) {
        return {work_, rows, cols, rows + 2};
    }

    void add_set(std::int64_t first_vector) {
        Set set;
        Storage storage;
        for (int v = 0; v < vectors_of(operation_); ++v) {
            set.push_back(guarded_vector<T>(work_, n_, aligned_));
            storage.push_back(set.back().random((first_vector + v) * 104729));
            work_.load(storage.back().data(), set.back().whole());
        }
        sets_.push_back(std::move(set));
        if (!before_.empty()) return;
        before_ = std::move(storage);
        // What is only written is NaN before, as guards are.
        if (operation_ == VectorOperation::copy) before_[1] = sets_[0][1].all_guard();
    }

    HostElements<T> x_of(const Storage& set) const { return {set[0].data(), aligned_ ? 1 : kGuardedStride}; }
    /// What meets x; null if there is none. Rows count from their end.
    HostElements<T> y_of(const Storage& set) const {
        if (set.size() < 2) return {};
        if (aligned_) return {set[1].data(), 1};
        return {set[1].data() + (n_ - 1) * kGuardedStride, -kGuardedStride};
    }

    std::string fault_of_map(const PreparedKernel& prepared) {
        Set& set = sets_.front();
        for (std::size_t v = 0; v < set.size(); ++v)
            if (is_looked_at(v)) work_.load(before_[v].data(), set[v].whole());
        run_once(prepared);
        const Storage& after = stored();
        for (std::size_t v = 0; v < set.size(); ++v)
            if (!set[v].guards_untouched(after[v])) return v == 0 ? "wrote beside x" : "wrote beside y";
        return fault_of_change(operation_, kNumbers, n_, x_of(before_), y_of(before_), x_of(after),
                               y_of(after));
    }

    /// Whether a vector may have other elements after a run than before: on small problems each may.
    [[nodiscard]] bool is_looked_at(std::size_t v) const {
        const bool is_only_read =
            v == 0 && (operation_ == VectorOperation::copy || operation_ == VectorOperation::axpy);
        return n_ <= kSmall || !is_only_read;
    }

    std::string fault_of_reduction(const PreparedKernel& prepared) {
        std::vector<R> result = result_[0].all_guard();
        work_.load(result.data(), result_[0].whole());
        run_once(prepared);
        work_.store(result_[0].whole(), result.data());
        if (!result_[0].guards_untouched(result)) return "wrote beside the result";
        const VectorParameters p = parameters_of(prepared);
        const auto apart = std::fabs(static_cast<long double>(result[0]) - plain_.value);
        if (!(apart <= bound_of_result(p, n_, plain_))) return "the result is wrong";
        return fault_beside_result(p);
    }

    /// Small problems look at everything else, too.
    std::string fault_beside_result(const VectorParameters& p) {
        if (n_ > kSmall) return {};
        const Storage& after = stored();
        for (std::size_t v = 0; v < after.size(); ++v)
            if (std::memcmp(after[v].data(), before_[v].data(), after[v].size() * sizeof(T)) != 0)
                return "wrote to a vector";
        if (p.blocking.groups == 1) return {};
        std::vector<R> sums = sums_[0].all_guard();
        work_.store(sums_[0].whole(), sums.data());
        return sums_[0].guards_untouched(sums) ? "" : "wrote beside the sums of work-groups";
    }

    /// The first set as it is now.
    const Storage& stored() {
        if (after_.empty()) after_ = before_;
        for (std::size_t v = 0; v < after_.size(); ++v)
            if (is_looked_at(v)) work_.store(sets_[0][v].whole(), after_[v].data());
        return after_;
    }

    void run_once(const PreparedKernel& prepared) {
        const VectorParameters p = parameters_of(prepared);
        require_sums(p);
        if (!sums_.empty()) work_.load(sums_[0].all_guard().data(), sums_[0].whole());
        std::vector<KernelCall> calls;
        add_calls(prepared, p, sets_.front(), calls);
        work_.run(calls);
    }

    /// Space for what the work-groups of a reduction leave.
    void require_sums(const VectorParameters& p) {
        if (!is_reduction(operation_) || p.blocking.groups == 1) return;
        const std::int64_t groups = groups_of(p, n_);
        if (!sums_.empty() && sums_[0].rows() == groups) return;
        sums_.clear();
        sums_.push_back(sums_register(groups, sums_of(operation_)));
    }

    [[nodiscard]] std::vector<ScalarValue> scalars() const {
        std::vector<ScalarValue> list;
        if (operation_ == VectorOperation::scal || operation_ == VectorOperation::axpy)
            list.emplace_back(kNumbers.alpha);
        if (operation_ == VectorOperation::rot) list = {kNumbers.c, kNumbers.s};
        if (vectors_of(operation_) == 2) list.emplace_back(aligned_ ? 0 : 1);
        return list;
    }

    void add_calls(const PreparedKernel& prepared, const VectorParameters& p, const Set& set,
                   std::vector<KernelCall>& calls) const {
        std::vector<LiveRegister> operands;
        for (const GuardedRegister<T>& vector : set) operands.push_back(vector.seen());
        const bool has_total = is_reduction(operation_) && p.blocking.groups > 1;
        if (is_reduction(operation_)) operands.push_back((has_total ? sums_ : result_)[0].seen());
        const LiveRegister x = operands.front();
        const LiveRegister sums = operands.back();
        calls.push_back({prepared.instructions.at(0), std::move(operands), scalars()});
        if (!has_total) return;
        std::vector<LiveRegister> of_total{sums, result_[0].seen()};
        if (operation_ == VectorOperation::iamax) of_total.insert(of_total.begin(), x);
        calls.push_back({prepared.instructions.at(1), std::move(of_total), {}});
    }

    DeviceWork& work_;
    VectorOperation operation_;
    std::int64_t n_;
    bool aligned_;
    std::vector<Set> sets_;
    Storage before_;  ///< the first set, as kernels are given it
    Storage after_;   ///< the first set, as it was when it was last looked at
    VectorResult plain_;
    std::vector<GuardedRegister<R>> result_;  ///< one
    std::vector<GuardedRegister<R>> sums_;    ///< one, or none yet
    std::size_t next_set_ = 0;
};

}  // namespace

std::unique_ptr<TrialOperands> make_vector_trial(DeviceWork& work, VectorOperation operation,
                                                 ElementType type, std::int64_t n,
                                                 const OperandLayout& layout) {
    return for_real_type(type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        using T = decltype(zero);
        if (operation == VectorOperation::iamax)
            return std::make_unique<VectorTrial<T, std::int32_t>>(work, operation, n, layout);
        return std::make_unique<VectorTrial<T, T>>(work, operation, n, layout);
    });
}

}  // namespace hg::kernels
