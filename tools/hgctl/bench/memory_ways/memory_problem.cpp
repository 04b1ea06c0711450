#include "tools/hgctl/bench/memory_ways/memory_problem.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/wide.hpp"

namespace hgctl {
namespace {

template <class T>
std::vector<T> random_square(std::int64_t n, std::uint64_t seed) {
    std::vector<T> elements(static_cast<std::size_t>(n * n));
    fill_random(elements.data(), n * n, seed);
    return elements;
}

template <class T>
double norm(const std::vector<T>& x) {
    double sum = 0;
    for (const T element : x) sum += static_cast<double>(element) * static_cast<double>(element);
    return std::sqrt(sum);
}

}  // namespace

template <class T>
MemoryProblem<T>::MemoryProblem(std::int64_t n)
    : n_(n), a_(random_square<T>(n, 1)), b_(random_square<T>(n, 2)), c_(a_.size()) {}

template <class T>
void MemoryProblem<T>::spoil_c() {
    std::fill(c_.begin(), c_.end(), std::numeric_limits<T>::quiet_NaN());
}

template <class T>
void MemoryProblem<T>::multiply_by_blas() {
    hg::kernels::cpu_gemm<T>(false, false, n_, n_, n_, T{1}, a(), n_, b(), n_, T{0}, c_.data(), n_);
}

template <class T>
void MemoryProblem<T>::multiply_by_hg(int threads) {
    auto* const gemm = hg::kernels::plain_routines<T>().gemm;
    const auto order = static_cast<int>(n_);
    const auto columns = [&](const tbb::blocked_range<std::int64_t>& range) {
        const auto count = static_cast<int>(range.end() - range.begin());
        const T one = 1, zero = 0;
        gemm("N", "N", &order, &count, &order, &one, a(), &order, b() + range.begin() * n_, &order, &zero,
             c_.data() + range.begin() * n_, &order, 1, 1);
    };
    tbb::task_arena(std::min(threads, tbb::this_task_arena::max_concurrency())).execute([&] {
        tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, n_), columns, tbb::static_partitioner());
    });
}

template <class T>
void MemoryProblem<T>::keep_as_reference() {
    reference_ = c_;
}

template <class T>
double MemoryProblem<T>::error() const {
    double sum = 0;
    for (std::size_t i = 0; i < c_.size(); ++i) {
        const double difference = static_cast<double>(c_[i]) - static_cast<double>(reference_[i]);
        sum += difference * difference;
    }
    const double bound = 3 * static_cast<double>(std::numeric_limits<T>::epsilon()) *
                         std::sqrt(static_cast<double>(n_ + 2)) * norm(a_) * norm(b_);
    return in_units_of(bound, std::sqrt(sum));
}

template class MemoryProblem<float>;
template class MemoryProblem<double>;

}  // namespace hgctl
