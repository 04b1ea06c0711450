#include "tools/tuner/emulated/emulated_trial.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include "tools/tuner/problem/guarded_register.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSets = 8;
/// Elements of the product, over all moduli, that are compared: as many as a host adds up in a fraction of a second.
constexpr double kMostSteps = 0x1p26;

using WholeRegister = GuardedRegister<std::int32_t>;

class EmulatedTrial final : public TrialOperands {
  public:
    EmulatedTrial(DeviceWork& work, int moduli, std::int64_t m, std::int64_t n, std::int64_t k,
                  const OperandLayout& layout)
        : work_(work), moduli_(moduli), m_(m), n_(n), k_(k), gap_(layout.aligned ? 0 : kGap) {
        const std::int64_t bytes = require_fits();
        const std::int64_t sets =
            std::clamp<std::int64_t>((layout.set_bytes + bytes - 1) / bytes, 1, kMostSets);
        for (std::int64_t i = 0; i < sets; ++i) add_set(static_cast<unsigned>(i));
    }

    std::string fault_of(const PreparedKernel& prepared) override {
        const Set& set = sets_.front();
        std::vector<std::int32_t> result = set.product.all_guard();
        work_.load(result.data(), set.product.whole());
        std::vector<std::int32_t> refused = set.refused.all_guard();
        work_.load(refused.data(), set.refused.whole());
        work_.run(std::vector{call(prepared, set)});
        work_.store(set.product.whole(), result.data());
        work_.store(set.refused.whole(), refused.data());
        if (!set.product.guards_untouched(result)) return "wrote beside the product";
        if (!set.refused.guards_untouched(refused)) return "wrote beside what says that it is refused";
        if (refused.front() != 0) return "refused the product";
        for (const auto& [reg, before] : {std::pair(&set.a, &a_), std::pair(&set.b, &b_)}) {
            std::vector<std::int32_t> after(before->size());
            work_.store(reg->whole(), after.data());
            if (after != *before) return "wrote to an operand or beside it";
        }
        return fault_of_product(set, result);
    }

    double seconds_of(const PreparedKernel& prepared, int times) override {
        std::vector<KernelCall> calls;
        for (int i = 0; i < times; ++i) calls.push_back(call(prepared, sets_[next_set_++ % sets_.size()]));
        const std::vector<double> seconds = work_.run(calls);
        return std::accumulate(seconds.begin(), seconds.end(), 0.0) / times;
    }

  private:
    static constexpr std::int64_t kGap = 32;  ///< copies of many bytes need aligned columns

    struct Set {
        WholeRegister a, b, product, none, refused;
    };

    /// Bytes of a set. Refuses before anything is allocated: host memory for the operands is needed too.
    [[nodiscard]] std::int64_t require_fits() const {
        constexpr std::int64_t kMost = std::int64_t{1} << 20;
        const DeviceInfo& device = work_.device().info();
        const std::int64_t a = operand_rows(k_, moduli_) * residue_cols(m_);
        const std::int64_t b = operand_rows(k_, moduli_) * residue_cols(n_);
        const std::int64_t product = product_rows(m_, moduli_) * residue_cols(n_);
        const std::int64_t bytes = 4 * (a + b + product);
        if (std::max({m_, n_, k_}) > kMost || k_ > kDeepestEmulated || bytes > device.memory ||
            4 * std::max({a, b, product}) > device.largest_buffer)
            throw Error(ErrorCode::out_of_memory,
                        "residues take more than the device's " + std::to_string(device.memory) +
                            " bytes, or one operand's more than " + std::to_string(device.largest_buffer));
        return bytes;
    }

    void add_set(unsigned number) {
        constexpr std::int64_t kGuardColumn = 1;  // columns are long
        const auto whole = [&](std::int64_t rows, std::int64_t cols) {
            return WholeRegister(work_, rows, cols, rows + gap_, kGuardColumn);
        };
        const std::int64_t rows = operand_rows(k_, moduli_);
        sets_.push_back({whole(rows, residue_cols(m_)), whole(rows, residue_cols(n_)),
                         whole(product_rows(m_, moduli_), residue_cols(n_)), whole(1, 1), whole(1, 1)});
        const Set& set = sets_.back();
        std::mt19937 random(number);
        const auto filled = [&](const WholeRegister& reg) {
            std::vector<std::int32_t> storage = reg.all_guard();
            for (std::int64_t j = 0; j < reg.cols(); ++j)
                for (std::int64_t i = 0; i < reg.rows(); ++i)
                    storage[static_cast<std::size_t>(i + j * reg.ld())] = static_cast<std::int32_t>(random());
            work_.load(storage.data(), reg.whole());
            return storage;
        };
        std::vector<std::int32_t> a = filled(set.a), b = filled(set.b);
        std::vector<std::int32_t> none = set.none.all_guard();
        none.front() = 0;
        work_.load(none.data(), set.none.whole());
        if (number > 0) return;
        a_ = std::move(a);
        b_ = std::move(b);
    }

    static KernelCall call(const PreparedKernel& prepared, const Set& set) {
        return {prepared.instructions.front(),
                {set.a.seen(), set.b.seen(), set.none.seen(), set.none.seen(), set.product.seen(),
                 set.refused.seen()},
                {0}};
    }

    /// A line's bytes for a modulus, those that fill the last block included: kernels multiply them too.
    static std::vector<std::int8_t> line_of(const WholeRegister& reg,
                                            const std::vector<std::int32_t>& storage, int moduli,
                                            std::int64_t line, int l, std::int64_t depth) {
        const auto* bytes =
            reinterpret_cast<const std::int8_t*>(storage.data() + line / kBlockLines * reg.ld());
        std::vector<std::int8_t> found(static_cast<std::size_t>(depth));
        for (std::int64_t p = 0; p < depth; p += kPieceBytes)
            std::copy_n(bytes + operand_byte(line, p, l, moduli, reg.rows()), kPieceBytes, found.begin() + p);
        return found;
    }

    [[nodiscard]] std::string fault_of_product(const Set& set,
                                               const std::vector<std::int32_t>& result) const {
        const std::int64_t depth = blocks_of(k_, kBlockDepth) * kBlockDepth;
        const double all =
            static_cast<double>(m_) * static_cast<double>(n_) * static_cast<double>(depth) * moduli_;
        const auto step = static_cast<std::int64_t>(std::ceil(std::sqrt(std::max(all / kMostSteps, 1.0))));
        for (int l = 0; l < moduli_; ++l)
            for (std::int64_t j = l % step; j < n_; j += step) {
                const std::vector<std::int8_t> b = line_of(set.b, b_, moduli_, j, l, depth);
                const auto* bytes =
                    reinterpret_cast<const std::uint8_t*>(result.data() + j / kBlockLines * set.product.ld());
                for (std::int64_t i = (l + j) % step; i < m_; i += step) {
                    const std::vector<std::int8_t> a = line_of(set.a, a_, moduli_, i, l, depth);
                    const std::int64_t sum =
                        std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
                    const std::int64_t p = kModuli[static_cast<std::size_t>(l)];
                    if (bytes[product_byte(i, j, l, moduli_, set.product.rows())] != (sum % p + p) % p)
                        return "element (" + std::to_string(i) + ", " + std::to_string(j) + ") modulo " +
                               std::to_string(p) + " is wrong";
                }
            }
        return {};
    }

    DeviceWork& work_;
    int moduli_;
    std::int64_t m_, n_, k_;
    std::int64_t gap_;
    std::vector<Set> sets_;
    std::vector<std::int32_t> a_, b_;  ///< of the first set, guards and all
    std::size_t next_set_ = 0;
};

}  // namespace

std::unique_ptr<TrialOperands> make_emulated_trial(DeviceWork& work, int moduli, std::int64_t m,
                                                   std::int64_t n, std::int64_t k,
                                                   const OperandLayout& layout) {
    return std::make_unique<EmulatedTrial>(work, moduli, m, n, k, layout);
}

}  // namespace hg::kernels
