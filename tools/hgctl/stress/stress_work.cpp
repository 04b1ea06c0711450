#include "tools/hgctl/stress/stress_work.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "blas/cost/flops.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/elementwise/difference.hpp"
#include "kernels/real_type.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/hgctl/stress/resident_peak.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/resident/resident_gemm.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/kernels/scale.hpp>

namespace hgctl {
namespace {

constexpr int kSeedOfA = 1;
constexpr int kSeedOfB = 2;

double bytes_of(const StressSetting& setting, hg::ElementType type) {
    return static_cast<double>(setting.n) * static_cast<double>(setting.n) *
           static_cast<double>(hg::size_of(type));
}

ResidentMatrix square(const StressSetting& setting, hg::ElementType type) {
    return setting.device.matrix(type, setting.n, setting.n, hg::padded_ld(setting.n, type));
}

/// Numbers from a seed, as they lie in host memory without gaps.
std::vector<std::byte> random_bytes(std::int64_t n, hg::ElementType type, std::uint64_t seed) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(n * n * hg::size_of(type)));
    hg::kernels::for_real_type(
        type, [&](auto zero) { fill_random(reinterpret_cast<decltype(zero)*>(bytes.data()), n * n, seed); });
    return bytes;
}

void load_random(const StressSetting& setting, const ResidentMatrix& matrix, std::uint64_t seed) {
    setting.device.load(matrix.live(), random_bytes(setting.n, matrix.shape.type, seed).data());
}

/// Compares matrices in the device's memory by a kernel.
class Comparison {
  public:
    Comparison(ResidentDevice& device, hg::ElementType type)
        : device_(device),
          difference_(hg::kernels::difference(type)),
          found_(device.matrix(hg::ElementType::i32, 2, 1, 2)) {
        device.prepare(*difference_);
    }

    /// Compares at once.
    WrongBits of(const ResidentMatrix& x, const ResidentMatrix& y) {
        clear();
        const ResidentStep step = step_of(x, y);
        device_.run({&step, 1});
        return found(x.shape.rows);
    }

    /// Forgets what was found.
    void clear() {
        const std::array<std::int32_t, 2> none{0, hg::kernels::kNoPlace};
        device_.load(found_.live(), none.data());
    }
    /// A comparison whose findings are added to those of the ones before it.
    [[nodiscard]] ResidentStep step_of(const ResidentMatrix& x, const ResidentMatrix& y) const {
        return {difference_, {x.live(), y.live(), found_.live()}, {}};
    }
    /// What the steps since clear() found, in matrices of so many rows.
    WrongBits found(std::int64_t rows) {
        std::array<std::int32_t, 2> found{};
        device_.store(found_.live(), found.data());
        if (found[0] == 0) return {};
        return {found[0], found[1] % rows, found[1] / rows};
    }

  private:
    ResidentDevice& device_;
    hg::InstructionPtr difference_;
    ResidentMatrix found_;
};

/// C := A B + C from C = 0 on.
class GemmWork final : public StressWork {
  public:
    GemmWork(StressKind kind, const StressSetting& setting)
        : StressWork(std::move(kind)),
          device_(setting.device),
          gemm_(setting.device, kernel_of(type(), setting), shape_of(type(), setting)),
          zero_(hg::kernels::zero(type())),
          copy_(hg::kernels::copy(type())),
          first_(square(setting, type())),
          comparison_(setting.device, type()) {
        device_.prepare(*zero_);
        device_.prepare(*copy_);
        load_random(setting, gemm_.a(), kSeedOfA);
        load_random(setting, gemm_.b(), kSeedOfB);
    }

    ChainTimes run(int launches) override {
        const ResidentStep step{zero_, {gemm_.c().live()}, {}};
        device_.run({&step, 1});
        return gemm_.multiply(1, 1, launches);
    }
    void keep() override {
        const ResidentStep step{copy_, {gemm_.c().live(), first_.live()}, {}};
        device_.run({&step, 1});
    }
    WrongBits compare() override { return comparison_.of(gemm_.c(), first_); }

  private:
    [[nodiscard]] hg::ElementType type() const noexcept { return kind().type; }
    static hg::kernels::GemmParameters kernel_of(hg::ElementType type, const StressSetting& s) {
        return s.kernels.choose({type, false, false, s.n, s.n, s.n}, s.model).parameters;
    }
    static ResidentShape shape_of(hg::ElementType type, const StressSetting& s) {
        const std::int64_t ld = hg::padded_ld(s.n, type);
        return {.m = s.n, .n = s.n, .k = s.n, .lda = ld, .ldb = ld, .ldc = ld};
    }

    ResidentDevice& device_;
    ResidentGemm gemm_;
    hg::InstructionPtr zero_, copy_;
    ResidentMatrix first_;
    Comparison comparison_;
};

/// Multiply-adds in registers. A launch does not build on the one before it, so each is compared with what is known.
class PeakWork final : public StressWork {
  public:
    PeakWork(StressKind kind, const StressSetting& setting, ResidentPeak peak)
        : StressWork(std::move(kind)),
          device_(setting.device),
          peak_(std::move(peak)),
          expected_(device_.matrix(hg::ElementType::i32, rows(), 1, rows())),
          comparison_(device_, hg::ElementType::i32) {
        device_.load(expected_.live(), peak_.expected().data());
    }

    ChainTimes run(int launches) override {
        const std::array steps{peak_.step(), comparison_.step_of(peak_.result(), expected_)};
        comparison_.clear();
        return device_.run(steps, launches);
    }
    WrongBits compare() override { return comparison_.found(rows()); }

  private:
    [[nodiscard]] std::int64_t rows() const noexcept { return peak_.result().shape.rows; }

    ResidentDevice& device_;
    ResidentPeak peak_;
    ResidentMatrix expected_;
    Comparison comparison_;
};

/// From a matrix that stays as it is to a second one, then to and fro between the second and a third.
class CopyWork final : public StressWork {
  public:
    CopyWork(StressKind kind, const StressSetting& setting)
        : StressWork(std::move(kind)),
          device_(setting.device),
          copy_(hg::kernels::copy(this->kind().type)),
          original_(square(setting, this->kind().type)),
          copies_{square(setting, this->kind().type), square(setting, this->kind().type)},
          comparison_(setting.device, this->kind().type) {
        device_.prepare(*copy_);
        load_random(setting, original_, kSeedOfA);
    }

    ChainTimes run(int launches) override {
        std::vector<ResidentStep> steps;
        const ResidentMatrix* from = &original_;
        for (int i = 0; i < launches; ++i) {
            to_ = &copies_[static_cast<std::size_t>(i % 2)];
            steps.push_back({copy_, {from->live(), to_->live()}, {}});
            from = to_;
        }
        return device_.run(steps);
    }
    WrongBits compare() override { return comparison_.of(*to_, original_); }

  private:
    ResidentDevice& device_;
    hg::InstructionPtr copy_;
    ResidentMatrix original_;
    std::array<ResidentMatrix, 2> copies_;
    const ResidentMatrix* to_ = nullptr;
    Comparison comparison_;
};

/// A matrix goes to the device, is copied there and comes back; what came back goes there next.
class LinksWork final : public StressWork {
  public:
    LinksWork(StressKind kind, const StressSetting& setting)
        : StressWork(std::move(kind)),
          device_(setting.device),
          n_(setting.n),
          copy_(hg::kernels::copy(this->kind().type)),
          sent_(square(setting, this->kind().type)),
          copied_(square(setting, this->kind().type)),
          original_(random_bytes(n_, this->kind().type, kSeedOfA)),
          returned_(original_.size()) {
        device_.prepare(*copy_);
    }

    ChainTimes run(int launches) override {
        ChainTimes times;
        const ResidentStep step{copy_, {sent_.live(), copied_.live()}, {}};
        Stopwatch watch;
        for (int i = 0; i < launches; ++i) {
            device_.load(sent_.live(), i == 0 ? original_.data() : returned_.data());
            times.device += device_.run({&step, 1}).device;
            device_.store(copied_.live(), returned_.data());
        }
        times.wall = watch.lap();
        return times;
    }
    WrongBits compare() override {
        WrongBits wrong;
        const auto element = static_cast<std::size_t>(hg::size_of(kind().type));
        if (original_ == returned_) return wrong;
        for (std::int64_t i = n_ * n_ - 1; i >= 0; --i) {
            const std::size_t at = static_cast<std::size_t>(i) * element;
            if (std::memcmp(&original_[at], &returned_[at], element) == 0) continue;
            wrong = {wrong.elements + 1, i % n_, i / n_};
        }
        return wrong;
    }

  private:
    ResidentDevice& device_;
    std::int64_t n_;
    hg::InstructionPtr copy_;
    ResidentMatrix sent_, copied_;
    std::vector<std::byte> original_, returned_;
};

using Make = std::unique_ptr<StressWork>(hg::ElementType, const StressSetting&);

std::unique_ptr<StressWork> make_gemm(hg::ElementType type, const StressSetting& setting) {
    const StressKind kind{"gemm", type, true, hg::gemm_flops(setting.n, setting.n, setting.n)};
    return std::make_unique<GemmWork>(kind, setting);
}

std::unique_ptr<StressWork> make_peak(hg::ElementType type, const StressSetting& setting) {
    ResidentPeak peak(setting.device, type);
    const StressKind kind{"peak", type, true, peak.operations()};
    return std::make_unique<PeakWork>(kind, setting, std::move(peak));
}

std::unique_ptr<StressWork> make_copy(hg::ElementType type, const StressSetting& setting) {
    return std::make_unique<CopyWork>(StressKind{"copy", type, false, 2 * bytes_of(setting, type)}, setting);
}

std::unique_ptr<StressWork> make_links(hg::ElementType type, const StressSetting& setting) {
    return std::make_unique<LinksWork>(StressKind{kLinksWord, type, false, 2 * bytes_of(setting, type)},
                                       setting);
}

/// A further kernel is a row here, and a class above.
struct Kernel {
    const char* word;
    std::int64_t matrices;
    Make* make;
};

constexpr std::array kKernels{Kernel{"gemm", 4, make_gemm}, Kernel{"peak", 0, make_peak},
                              Kernel{"copy", 3, make_copy}};
constexpr Kernel kLinks{kLinksWord, 2, make_links};

const Kernel& kernel_named(const std::string& word) {
    const auto* found = std::find_if(kKernels.begin(), kKernels.end(),
                                     [&](const Kernel& kernel) { return kernel.word == word; });
    return found == kKernels.end() ? kLinks : *found;
}

}  // namespace

std::vector<std::string> stress_kernel_words() {
    std::vector<std::string> words;
    for (const Kernel& kernel : kKernels) words.emplace_back(kernel.word);
    return words;
}

std::int64_t matrices_of(const std::string& word) {
    return kernel_named(word).matrices;
}

std::unique_ptr<StressWork> make_stress_work(const std::string& word, hg::ElementType type,
                                             const StressSetting& setting) {
    return kernel_named(word).make(type, setting);
}

}  // namespace hgctl
