#include "tools/hgctl/stress/stress_work.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

#include "blas/cost/flops.hpp"
#include "kernels/elementwise/copy.hpp"
#include "kernels/elementwise/difference.hpp"
#include "kernels/real_type.hpp"
#include "runtime/machine/measure/peak_survey.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/resident/resident_gemm.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/kernels/scale.hpp>

namespace hgctl {
namespace {

constexpr int kSeedOfA = 1;
constexpr int kSeedOfB = 2;

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

hg::InstructionPtr prepared(ResidentDevice& device, hg::InstructionPtr instruction) {
    device.prepare(*instruction);
    return instruction;
}

void run_once(ResidentDevice& device, const ResidentStep& step) {
    device.run({&step, 1});
}

/// Compares matrices in the device's memory by a kernel.
class Comparison {
  public:
    Comparison(ResidentDevice& device, hg::ElementType type)
        : device_(device),
          difference_(prepared(device, hg::kernels::difference(type))),
          found_(device.matrix(hg::ElementType::i32, 2, 1, 2)) {}

    /// Forgets what was found.
    void clear() {
        const std::array<std::int32_t, 2> none{0, hg::kernels::kNoPlace};
        device_.load(found_.live(), none.data());
    }
    /// A comparison whose findings are added to those of the ones before it.
    [[nodiscard]] ResidentStep step_of(const hg::LiveRegister& x, const hg::LiveRegister& y) const {
        return {difference_, {x, y, found_.live()}, {}};
    }
    /// What the steps since clear() found, in matrices of so many rows.
    WrongBits found(std::int64_t rows) {
        std::array<std::int32_t, 2> found{};
        device_.store(found_.live(), found.data());
        if (found[0] == 0) return {};
        return {found[0], found[1] % rows, found[1] / rows};
    }
    /// Compares at once.
    WrongBits of(const ResidentMatrix& x, const ResidentMatrix& y) {
        clear();
        run_once(device_, step_of(x.live(), y.live()));
        return found(x.shape.rows);
    }

  private:
    ResidentDevice& device_;
    hg::InstructionPtr difference_;
    ResidentMatrix found_;
};

/// Bytes that are read and written.
double moved_bytes(const StressSetting& setting, hg::ElementType type) {
    return 2 * static_cast<double>(setting.n) * static_cast<double>(setting.n) *
           static_cast<double>(hg::size_of(type));
}

/// C := A B + C from C = 0 on.
StressWork gemm_work(hg::ElementType type, const StressSetting& s) {
    struct Parts {
        ResidentDevice& device;
        ResidentGemm gemm;
        hg::InstructionPtr zero, copy;
        ResidentMatrix first;
        Comparison comparison;
    };
    const std::int64_t ld = hg::padded_ld(s.n, type);
    const auto kernel = s.kernels.choose({type, false, false, s.n, s.n, s.n}, s.model).parameters;
    const ResidentShape shape{.m = s.n, .n = s.n, .k = s.n, .lda = ld, .ldb = ld, .ldc = ld};
    const auto parts = std::make_shared<Parts>(Parts{s.device,
                                                     {s.device, kernel, shape},
                                                     prepared(s.device, hg::kernels::zero(type)),
                                                     prepared(s.device, hg::kernels::copy(type)),
                                                     square(s, type),
                                                     {s.device, type}});
    load_random(s, parts->gemm.a(), kSeedOfA);
    load_random(s, parts->gemm.b(), kSeedOfB);
    return {{"gemm", type, true, hg::gemm_flops(s.n, s.n, s.n)},
            [parts](int launches) {
                run_once(parts->device, {parts->zero, {parts->gemm.c().live()}, {}});
                return parts->gemm.multiply(1, 1, launches);
            },
            [parts] { return parts->comparison.of(parts->gemm.c(), parts->first); },
            [parts] {
                run_once(parts->device, {parts->copy, {parts->gemm.c().live(), parts->first.live()}, {}});
            }};
}

/// Multiply-adds in registers. A launch does not build on the one before it, so each is compared with what
/// is known.
StressWork peak_work(hg::ElementType type, const StressSetting& s) {
    struct Parts {
        ResidentDevice& device;
        hg::PeakRun peak;
        ResidentMatrix expected;
        Comparison comparison;
    };
    hg::PeakRun peak = hg::fastest_peak(s.device, type);
    const std::int64_t rows = peak.result().shape.rows;
    const auto parts = std::make_shared<Parts>(Parts{s.device,
                                                     std::move(peak),
                                                     s.device.matrix(hg::ElementType::i32, rows, 1, rows),
                                                     {s.device, hg::ElementType::i32}});
    s.device.load(parts->expected.live(), parts->peak.expected().data());
    return {{"peak", type, true, parts->peak.operations()},
            [parts](int launches) {
                const std::array steps{parts->peak.call(), parts->comparison.step_of(parts->peak.result(),
                                                                                     parts->expected.live())};
                parts->comparison.clear();
                return parts->device.run(steps, launches);
            },
            [parts, rows] { return parts->comparison.found(rows); }};
}

/// From a matrix that stays as it is to a second one, then to and fro between the second and a third.
StressWork copy_work(hg::ElementType type, const StressSetting& s) {
    struct Parts {
        ResidentDevice& device;
        hg::InstructionPtr copy;
        ResidentMatrix original;
        std::array<ResidentMatrix, 2> copies;
        Comparison comparison;
        std::size_t last = 0;  ///< of the copies, that was written last
    };
    const auto parts = std::make_shared<Parts>(Parts{s.device,
                                                     prepared(s.device, hg::kernels::copy(type)),
                                                     square(s, type),
                                                     {square(s, type), square(s, type)},
                                                     {s.device, type}});
    load_random(s, parts->original, kSeedOfA);
    return {{"copy", type, false, moved_bytes(s, type)},
            [parts](int launches) {
                std::vector<ResidentStep> steps;
                const ResidentMatrix* from = &parts->original;
                for (int i = 0; i < launches; ++i) {
                    parts->last = static_cast<std::size_t>(i % 2);
                    const ResidentMatrix& to = parts->copies[parts->last];
                    steps.push_back({parts->copy, {from->live(), to.live()}, {}});
                    from = &to;
                }
                return parts->device.run(steps);
            },
            [parts] { return parts->comparison.of(parts->copies[parts->last], parts->original); }};
}

/// What differs between two matrices of order n in host memory.
WrongBits wrong_bits(const std::vector<std::byte>& x, const std::vector<std::byte>& y, std::int64_t n) {
    WrongBits wrong;
    if (x == y) return wrong;
    const std::size_t element = x.size() / static_cast<std::size_t>(n * n);
    for (std::int64_t i = n * n - 1; i >= 0; --i) {
        const std::size_t at = static_cast<std::size_t>(i) * element;
        if (std::memcmp(&x[at], &y[at], element) != 0) wrong = {wrong.elements + 1, i % n, i / n};
    }
    return wrong;
}

/// A matrix goes to the device, is copied there and comes back; what came back goes there next.
StressWork links_work(hg::ElementType type, const StressSetting& s) {
    struct Parts {
        ResidentDevice& device;
        ResidentStep copy;
        ResidentMatrix sent, copied;
        std::vector<std::byte> original, returned;
    };
    ResidentMatrix sent = square(s, type), copied = square(s, type);
    const ResidentStep copy{prepared(s.device, hg::kernels::copy(type)), {sent.live(), copied.live()}, {}};
    const std::vector<std::byte> original = random_bytes(s.n, type, kSeedOfA);
    const auto parts = std::make_shared<Parts>(
        Parts{s.device, copy, std::move(sent), std::move(copied), original, original});
    return {{kLinksWord, type, false, moved_bytes(s, type)},
            [parts](int launches) {
                ChainTimes times;
                Stopwatch watch;
                for (int i = 0; i < launches; ++i) {
                    const auto& next = i == 0 ? parts->original : parts->returned;
                    parts->device.load(parts->sent.live(), next.data());
                    times.device += parts->device.run({&parts->copy, 1}).device;
                    parts->device.store(parts->copied.live(), parts->returned.data());
                }
                times.wall = watch.lap();
                return times;
            },
            [parts, n = s.n] { return wrong_bits(parts->original, parts->returned, n); }};
}

/// A further kernel is a row here, and a function above.
struct Kernel {
    const char* word;
    std::int64_t matrices;
    StressWork (*make)(hg::ElementType, const StressSetting&);
};

constexpr std::array kKernels{Kernel{"gemm", 4, gemm_work}, Kernel{"peak", 0, peak_work},
                              Kernel{"copy", 3, copy_work}};
constexpr Kernel kLinks{kLinksWord, 2, links_work};

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

StressWork make_stress_work(const std::string& word, hg::ElementType type, const StressSetting& setting) {
    return kernel_named(word).make(type, setting);
}

}  // namespace hgctl
