#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tools/tuner/problem/guarded_vector.hpp"
#include "tools/tuner/problem/trial_operands.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {

/// A matrix and vectors in a device's memory, random, with guards around them that hold NaN and must stay as they are.
/// Unless they are aligned, vectors are rows, the leading dimension is odd. Launches take turns among several sets, whose
/// vectors are fresh each time.
template <class T>
class MatrixTrial : public TrialOperands {
  public:
    std::string fault_of(const PreparedKernel& prepared) override {
        const Set& set = sets_.front();
        load_vectors(set);
        if (changes_matrix()) work_.load(matrix_.data(), set.a.whole());
        std::vector<KernelCall> calls;
        add_calls(prepared, set, calls);
        work_.run(calls);
        Contents after{{}, set.before};
        for (std::size_t v = 0; v < set.vectors.size(); ++v)
            work_.store(set.vectors[v].whole(), after.vectors[v].data());
        if (!matrix_.empty()) {
            after.a = matrix_;
            work_.store(set.a.whole(), after.a.data());
        }
        if (std::string fault = fault_of_guards(set, after); !fault.empty()) return fault;
        if (std::string fault = fault_of_result(after); !fault.empty()) return fault;
        return fault_beside_result(prepared);
    }

    double seconds_of(const PreparedKernel& prepared, int times) override {
        std::vector<KernelCall> calls;
        for (int i = 0; i < times; ++i) {
            const Set& set = sets_[next_set_++ % sets_.size()];
            if (static_cast<std::size_t>(i) < sets_.size()) load_vectors(set);
            add_calls(prepared, set, calls);
        }
        const std::vector<double> seconds = work_.run(calls);
        return std::accumulate(seconds.begin(), seconds.end(), 0.0) / times;
    }

  protected:
    using Vectors = std::vector<std::vector<T>>;
    struct Set {
        GuardedRegister<T> a;
        std::vector<GuardedRegister<T>> vectors;
        Vectors before;  ///< the vectors in host memory, guards and all
    };
    /// A set in host memory, guards and all.
    struct Contents {
        std::vector<T> a;  ///< empty: nobody looks at it
        Vectors vectors;
    };
    static constexpr int kMatrix = -1;

    /// `written`: the vector that a routine writes, or kMatrix.
    MatrixTrial(DeviceWork& work, int written, std::int64_t m, std::int64_t n, bool aligned)
        : work_(work), written_(written), m_(m), n_(n), aligned_(aligned) {}

    /// Makes sets of vectors of these lengths. `change` makes of random numbers what a set is to hold; `see` is
    /// shown the first set.
    template <class Change, class See>
    void add_sets(const std::vector<std::int64_t>& lengths, std::int64_t set_bytes, const Change& change,
                  const See& see) {
        constexpr std::int64_t kMostSets = 8;
        const std::int64_t bytes =
            std::accumulate(lengths.begin(), lengths.end(), m_ * n_) * std::int64_t{sizeof(T)};
        const DeviceInfo& device = work_.device().info();
        if (m_ * n_ * std::int64_t{sizeof(T)} > device.largest_buffer || bytes > device.memory)
            throw Error(ErrorCode::out_of_memory,
                        "the operands take more than the device's " + std::to_string(device.memory) +
                            " bytes, or A more than " + std::to_string(device.largest_buffer));
        const std::int64_t sets = std::clamp<std::int64_t>((set_bytes + bytes - 1) / bytes, 1, kMostSets);
        for (std::int64_t i = 0; i < sets; ++i) {
            Contents contents = add_set(lengths, i * 104729);
            change(contents);
            work_.load(contents.a.data(), sets_.back().a.whole());
            if (i == 0) see(contents);
            sets_.back().before = std::move(contents.vectors);
            if (i == 0 && (changes_matrix() || m_ * n_ <= kSmall)) matrix_ = std::move(contents.a);
        }
    }

    [[nodiscard]] DeviceWork& work() const { return work_; }
    [[nodiscard]] std::int64_t rows() const { return m_; }
    [[nodiscard]] std::int64_t cols() const { return n_; }
    [[nodiscard]] bool aligned() const { return aligned_; }
    [[nodiscard]] bool changes_matrix() const { return written_ == kMatrix; }
    /// A of the first set, before kernels run.
    [[nodiscard]] const std::vector<T>& matrix() const { return matrix_; }
    [[nodiscard]] std::int64_t leading_dimension() const {
        constexpr std::int64_t kLine = 128 / sizeof(T);
        return aligned_ ? (m_ + kLine - 1) / kLine * kLine : (m_ + 2) | 1;
    }
    /// The elements of a vector of length n; in the order of the routine if it counts from its end.
    [[nodiscard]] std::vector<T> elements(const std::vector<T>& storage, std::int64_t n,
                                          bool reversed) const {
        std::vector<T> found = elements_of(storage, n, aligned_);
        if (reversed) std::reverse(found.begin(), found.end());
        return found;
    }

    virtual void add_calls(const PreparedKernel& prepared, const Set& set,
                           std::vector<KernelCall>& calls) = 0;
    /// What is wrong with the elements that were written.
    virtual std::string fault_of_result(const Contents& after) = 0;
    /// What is wrong with registers that the derived class adds.
    virtual std::string fault_beside_result(const PreparedKernel& /*prepared*/) { return {}; }

  private:
    static constexpr std::int64_t kSmall = 1 << 20;  ///< elements of A up to which it is looked at

    Contents add_set(const std::vector<std::int64_t>& lengths, std::int64_t first) {
        sets_.push_back({{work_, m_, n_, leading_dimension()}, {}, {}});
        Set& set = sets_.back();
        Contents contents{set.a.random(first), {}};
        first += m_ * n_;
        for (const std::int64_t length : lengths) {
            set.vectors.push_back(guarded_vector<T>(work_, length, aligned_));
            contents.vectors.push_back(set.vectors.back().random(first));
            first += length;
        }
        return contents;
    }

    void load_vectors(const Set& set) {
        for (std::size_t v = 0; v < set.vectors.size(); ++v)
            work_.load(set.before[v].data(), set.vectors[v].whole());
    }

    std::string fault_of_guards(const Set& set, const Contents& after) const {
        const auto same = [](const std::vector<T>& x, const std::vector<T>& y) {
            return std::memcmp(x.data(), y.data(), x.size() * sizeof(T)) == 0;
        };
        for (std::size_t v = 0; v < set.vectors.size(); ++v) {
            if (static_cast<int>(v) == written_) {
                if (!set.vectors[v].guards_untouched(after.vectors[v])) return "wrote beside the result";
            } else if (!same(after.vectors[v], set.before[v])) {
                return "wrote to a vector that is only read, or beside it";
            }
        }
        if (changes_matrix()) return set.a.guards_untouched(after.a) ? "" : "wrote beside A";
        return matrix_.empty() || same(after.a, matrix_) ? "" : "wrote to A or beside it";
    }

    DeviceWork& work_;
    int written_;
    std::int64_t m_;
    std::int64_t n_;
    bool aligned_;
    std::vector<Set> sets_;
    std::vector<T> matrix_;  ///< A of the first set, guards and all; empty if it is large and only read
    std::size_t next_set_ = 0;
};

}  // namespace hg::kernels
