#include "tools/tuner/gemv/gemv_trial.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/gemm/gemm_reference.hpp"
#include "tools/tuner/problem/guarded_vector.hpp"
#include <hg/kernels/gemv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSets = 8;
constexpr std::int64_t kSmall = 1 << 20;  ///< elements of A up to which all that may be written is looked at
constexpr GemmScalars kScalars{.alpha = 1.375, .beta = -0.4375};  // exact in both types

template <class T>
class GemvTrial final : public TrialOperands {
  public:
    GemvTrial(DeviceWork& work, bool transpose, std::int64_t m, std::int64_t n, const OperandLayout& layout)
        : work_(work), transpose_(transpose), m_(m), n_(n), aligned_(layout.aligned) {
        const std::int64_t bytes = (m * n + m + n) * std::int64_t{sizeof(T)};
        const DeviceInfo& device = work.device().info();
        if (m * n * std::int64_t{sizeof(T)} > device.largest_buffer || bytes > device.memory)
            throw Error(ErrorCode::out_of_memory,
                        "the operands take more than the device's " + std::to_string(device.memory) +
                            " bytes, or A more than " + std::to_string(device.largest_buffer));
        const std::int64_t sets =
            std::clamp<std::int64_t>((layout.set_bytes + bytes - 1) / bytes, 1, kMostSets);
        for (std::int64_t i = 0; i < sets; ++i) add_set(i);
    }

    std::string fault_of(const PreparedKernel& prepared) override {
        Set& set = sets_.front();
        work_.load(y_.data(), set.y.whole());
        require_sums(prepared);
        if (!sums_.empty()) work_.load(sums_[0].all_guard().data(), sums_[0].whole());
        std::vector<KernelCall> calls;
        add_calls(prepared, set, calls);
        work_.run(calls);
        std::vector<T> result = y_;
        work_.store(set.y.whole(), result.data());
        if (!set.y.guards_untouched(result)) return "wrote beside y";
        if (std::string fault = reference_->fault_of(elements_of(result, out(), aligned_).data(), true);
            !fault.empty())
            return fault;
        return fault_beside_y(prepared);
    }

    double seconds_of(const PreparedKernel& prepared, int times) override {
        require_sums(prepared);
        std::vector<KernelCall> calls;
        for (int i = 0; i < times; ++i) add_calls(prepared, sets_[next_set_++ % sets_.size()], calls);
        const std::vector<double> seconds = work_.run(calls);
        return std::accumulate(seconds.begin(), seconds.end(), 0.0) / times;
    }

  private:
    struct Set {
        GuardedRegister<T> a, x, y;
    };

    [[nodiscard]] std::int64_t in() const { return transpose_ ? m_ : n_; }
    [[nodiscard]] std::int64_t out() const { return transpose_ ? n_ : m_; }

    [[nodiscard]] std::int64_t leading_dimension() const {
        constexpr std::int64_t kLine = 128 / sizeof(T);
        return aligned_ ? (m_ + kLine - 1) / kLine * kLine : (m_ + 2) | 1;
    }

    void add_set(std::int64_t number) {
        sets_.push_back({{work_, m_, n_, leading_dimension()},
                         guarded_vector<T>(work_, in(), aligned_),
                         guarded_vector<T>(work_, out(), aligned_)});
        const Set& set = sets_.back();
        std::int64_t first = number * 104729;
        const auto filled = [&](const GuardedRegister<T>& reg) {
            std::vector<T> storage = reg.random(first);
            first += reg.rows() * reg.cols();
            work_.load(storage.data(), reg.whole());
            return storage;
        };
        std::vector<T> a = filled(set.a);
        std::vector<T> x = filled(set.x);
        std::vector<T> y = filled(set.y);
        if (number > 0) return;
        set_reference(a, elements_of(x, in(), aligned_), elements_of(y, out(), aligned_));
        y_ = std::move(y);
        if (m_ * n_ > kSmall) return;
        a_ = std::move(a);
        x_ = std::move(x);
    }

    /// A product with a matrix of one column.
    void set_reference(const std::vector<T>& a, std::vector<T> x, const std::vector<T>& y) {
        if (!aligned_) std::reverse(x.begin(), x.end());
        const GemmShape shape{element_type_of<T>(), transpose_, false, out(), 1, in()};
        reference_ = projected_reference(
            shape, GemmOperands<T>{a.data(), x.data(), y.data(), leading_dimension(), in(), out()}, kScalars);
    }

    /// Small problems look at everything else, too.
    std::string fault_beside_y(const PreparedKernel& prepared) {
        if (a_.empty()) return {};
        const auto changed = [&](const GuardedRegister<T>& reg, const std::vector<T>& original) {
            std::vector<T> storage(original.size());
            work_.store(reg.whole(), storage.data());
            return std::memcmp(storage.data(), original.data(), storage.size() * sizeof(T)) != 0;
        };
        if (changed(sets_[0].a, a_)) return "wrote to A or beside it";
        if (changed(sets_[0].x, x_)) return "wrote to x or beside it";
        if (prepared.instructions.size() < 2) return {};
        std::vector<T> sums = sums_[0].all_guard();
        work_.store(sums_[0].whole(), sums.data());
        return sums_[0].guards_untouched(sums) ? "" : "wrote beside the sums of work-groups";
    }

    /// Space for what work-groups leave that share a sum.
    void require_sums(const PreparedKernel& prepared) {
        const int split = parse_gemv(prepared.kernel.name).value().blocking.split;
        if (split == 1 || (!sums_.empty() && sums_[0].cols() == split)) return;
        sums_.clear();
        sums_.push_back({work_, out(), split, out() + 2});
    }

    void add_calls(const PreparedKernel& prepared, const Set& set, std::vector<KernelCall>& calls) const {
        const ScalarValue x_reversed = aligned_ ? 0 : 1;
        const ScalarValue y_reversed = 0;
        if (prepared.instructions.size() == 1) {
            calls.push_back({prepared.instructions[0],
                             {set.a.seen(), set.x.seen(), set.y.seen()},
                             {kScalars.alpha, kScalars.beta, x_reversed, y_reversed}});
            return;
        }
        const LiveRegister sums = sums_[0].seen();
        calls.push_back({prepared.instructions[0], {set.a.seen(), set.x.seen(), sums}, {x_reversed}});
        calls.push_back(
            {prepared.instructions[1], {sums, set.y.seen()}, {kScalars.alpha, kScalars.beta, y_reversed}});
    }

    DeviceWork& work_;
    bool transpose_;
    std::int64_t m_;
    std::int64_t n_;
    bool aligned_;
    std::vector<Set> sets_;
    std::vector<T> a_, x_;  ///< of the first set, with guards; empty for large problems
    std::vector<T> y_;      ///< likewise, before the product
    std::unique_ptr<GemmReference<T>> reference_;
    std::vector<GuardedRegister<T>> sums_;  ///< one, or none yet
    std::size_t next_set_ = 0;
};

}  // namespace

std::unique_ptr<TrialOperands> make_gemv_trial(DeviceWork& work, ElementType type, bool transpose,
                                               std::int64_t m, std::int64_t n, const OperandLayout& layout) {
    return for_real_type(type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<GemvTrial<decltype(zero)>>(work, transpose, m, n, layout);
    });
}

}  // namespace hg::kernels
