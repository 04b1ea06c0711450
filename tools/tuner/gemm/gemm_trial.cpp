#include "tools/tuner/gemm/gemm_trial.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "host_blas/element_arithmetic.hpp"
#include "tools/tuner/gemm/gemm_kernel.hpp"
#include "tools/tuner/gemm/gemm_reference.hpp"
#include "tools/tuner/problem/guarded_register.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

constexpr std::int64_t kMostSets = 8;
/// Products of this many steps are compared element by element: a host does as many in milliseconds.
constexpr double kSmall = 0x1p27;

/// Exact in both precisions; without imaginary parts for real elements.
GemmScalars scalars_for(ElementType type) {
    if (is_complex(type)) return {.alpha = {1.375, -0.625}, .beta = {-0.4375, 0.75}};
    return {.alpha = 1.375, .beta = -0.4375};
}

bool is_small(const GemmShape& s) {
    return static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k) <= kSmall;
}

/// Refuses before anything is allocated: host memory for the operands is needed too.
void require_fits(const GemmShape& s, const DeviceInfo& device) {
    constexpr std::int64_t kMost = std::int64_t{1} << 24;  // rows or columns: products of two do not overflow
    const auto fits = [&] {
        if (std::max({s.m, s.n, s.k}) > kMost) return false;
        const std::int64_t largest = std::max({s.m * s.k, s.k * s.n, s.m * s.n}) * size_of(s.type);
        return largest <= device.largest_buffer &&
               s.m * s.k + s.k * s.n + s.m * s.n <= device.memory / size_of(s.type);
    };
    if (!fits())
        throw Error(ErrorCode::out_of_memory,
                    "the operands take more than the device's " + std::to_string(device.memory) +
                        " bytes, or one of them more than " + std::to_string(device.largest_buffer));
}

/// A leading dimension for `rows` elements. An aligned one has a gap below the last row only if rows does
/// not fill it, as registers do.
std::int64_t leading_dimension(std::int64_t rows, std::int64_t element_size, bool aligned) {
    if (!aligned) return (rows + 2) | 1;
    const std::int64_t line = 128 / element_size;
    return (rows + line - 1) / line * line;
}

/// The kernels of one candidate: the product and, if the sum over k comes in parts, their sum.
struct GemmKernels {
    InstructionPtr product;
    InstructionPtr sum;  ///< null if parts is 1
    int parts = 1;
    bool reads_c = true;
};

GemmKernels gemm_kernels(const PreparedKernel& prepared) {
    const int parts = prepared.kernel.values[kGemmSplitK];
    return {prepared.instructions.front(), parts > 1 ? prepared.instructions.at(1) : nullptr, parts,
            prepared.kernel.values[kGemmOverwrite] == 0};
}

template <class T>
struct OperandSet {
    GuardedRegister<T> a, b, c;
};

template <class T>
class GemmTrial final : public TrialOperands {
  public:
    GemmTrial(DeviceWork& work, const GemmShape& shape, const OperandLayout& layout)
        : work_(work), shape_(shape), layout_(layout), scalars_(scalars_for(shape.type)) {
        require_fits(shape, work.device().info());
        const std::int64_t bytes =
            (shape.m * shape.k + shape.k * shape.n + shape.m * shape.n) * std::int64_t{sizeof(T)};
        const std::int64_t sets =
            std::clamp<std::int64_t>((layout.set_bytes + bytes - 1) / bytes, 1, kMostSets);
        for (std::int64_t i = 0; i < sets; ++i) add_set(i);
    }

    std::string fault_of(const PreparedKernel& prepared) override {
        const GemmKernels kernels = gemm_kernels(prepared);
        OperandSet<T>& set = sets_.front();
        std::vector<T> result = kernels.reads_c ? c_ : set.c.all_guard();
        work_.load(result.data(), set.c.whole());
        poison_workspace(kernels);
        work_.run(calls(kernels, set, 1));
        work_.store(set.c.whole(), result.data());
        if (!set.c.guards_untouched(result)) return "wrote beside C";
        if (std::string fault = reference_->fault_of(result.data(), kernels.reads_c); !fault.empty())
            return fault;
        return fault_beside_c(kernels, set);
    }

    double seconds_of(const PreparedKernel& prepared, int times) override {
        const GemmKernels kernels = gemm_kernels(prepared);
        OperandSet<T>& set = sets_[next_set_++ % sets_.size()];
        require_workspace(kernels);
        const std::vector<double> seconds = work_.run(calls(kernels, set, times));
        return std::accumulate(seconds.begin(), seconds.end(), 0.0) / times;
    }

  private:
    GuardedRegister<T> matrix(std::int64_t rows, std::int64_t cols) {
        return {work_, rows, cols, leading_dimension(rows, sizeof(T), layout_.aligned)};
    }

    void add_set(std::int64_t number) {
        const auto stored = [&](bool transposed, std::int64_t rows, std::int64_t cols) {
            return transposed ? matrix(cols, rows) : matrix(rows, cols);
        };
        sets_.push_back({stored(shape_.transpose_a, shape_.m, shape_.k),
                         stored(shape_.transpose_b, shape_.k, shape_.n), matrix(shape_.m, shape_.n)});
        const OperandSet<T>& set = sets_.back();
        std::int64_t first = number * 104729;
        const auto filled = [&](const GuardedRegister<T>& matrix) {
            std::vector<T> storage = matrix.random(first);
            first += matrix.rows() * matrix.cols();
            work_.load(storage.data(), matrix.whole());
            return storage;
        };
        std::vector<T> a = filled(set.a);
        std::vector<T> b = filled(set.b);
        std::vector<T> c = filled(set.c);
        if (number > 0) return;
        const GemmOperands<T> operands{a.data(), b.data(), c.data(), set.a.ld(), set.b.ld(), set.c.ld()};
        c_ = std::move(c);
        if (!is_small(shape_)) {
            reference_ = projected_reference(shape_, operands, scalars_);
            return;
        }
        reference_ = whole_reference(shape_, operands, scalars_);
        a_ = std::move(a);
        b_ = std::move(b);
    }

    void require_workspace(const GemmKernels& kernels) {
        if (kernels.parts == 1 || workspace_parts_ == kernels.parts) return;
        workspace_.clear();
        workspace_.push_back(matrix(shape_.m, shape_.n * kernels.parts));
        workspace_parts_ = kernels.parts;
    }

    /// All of the workspace is poison before the kernels run.
    void poison_workspace(const GemmKernels& kernels) {
        require_workspace(kernels);
        if (kernels.parts > 1) work_.load(workspace_[0].all_guard().data(), workspace_[0].whole());
    }

    [[nodiscard]] std::vector<KernelCall> calls(const GemmKernels& kernels, const OperandSet<T>& set,
                                                int times) const {
        const std::vector<ScalarValue> scalars{ScalarValue(scalars_.alpha), ScalarValue(scalars_.beta)};
        std::vector<KernelCall> list;
        for (int i = 0; i < times; ++i) {
            const LiveRegister target = kernels.parts > 1 ? workspace_[0].seen() : set.c.seen();
            list.push_back({kernels.product, {set.a.seen(), set.b.seen(), target}, scalars});
            if (kernels.parts > 1) list.push_back({kernels.sum, {target, set.c.seen()}, scalars});
        }
        return list;
    }

    /// Small problems look at everything else, too: no kernel may write to A or B, or beside its workspace.
    std::string fault_beside_c(const GemmKernels& kernels, const OperandSet<T>& set) {
        if (a_.empty()) return {};
        const auto changed = [&](const GuardedRegister<T>& matrix, const std::vector<T>& original) {
            std::vector<T> storage(original.size());
            work_.store(matrix.whole(), storage.data());
            return std::memcmp(storage.data(), original.data(), storage.size() * sizeof(T)) != 0;
        };
        if (changed(set.a, a_)) return "wrote to A or beside it";
        if (changed(set.b, b_)) return "wrote to B or beside it";
        if (kernels.parts == 1) return {};
        std::vector<T> storage = workspace_[0].all_guard();
        work_.store(workspace_[0].whole(), storage.data());
        return workspace_[0].guards_untouched(storage) ? "" : "wrote beside the workspace";
    }

    DeviceWork& work_;
    GemmShape shape_;
    OperandLayout layout_;
    GemmScalars scalars_;
    std::vector<OperandSet<T>> sets_;
    std::size_t next_set_ = 0;
    std::vector<GuardedRegister<T>> workspace_;  ///< one, if a kernel has needed it
    int workspace_parts_ = 1;
    std::vector<T> c_;      ///< the first set's C before the product, with its guards
    std::vector<T> a_, b_;  ///< its A and B; kept for small problems
    std::unique_ptr<GemmReference<T>> reference_;
};

}  // namespace

std::unique_ptr<TrialOperands> make_gemm_trial(DeviceWork& work, const GemmShape& shape,
                                               const OperandLayout& layout) {
    std::unique_ptr<TrialOperands> trial;
    for_floating_type(shape.type,
                      [&]<class T>() { trial = std::make_unique<GemmTrial<T>>(work, shape, layout); });
    return trial;
}

}  // namespace hg::kernels
