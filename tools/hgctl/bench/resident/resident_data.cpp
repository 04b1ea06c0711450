#include "tools/hgctl/bench/resident/resident_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "runtime/threads/parallel_for.hpp"
#include "tools/hgctl/bench/resident/resident_error.hpp"
#include "tools/hgctl/matrices/random_matrix.hpp"

namespace hgctl {
namespace {

/// Products with it and solves neither grow nor shrink much, however often they are repeated.
template <class T>
void make_near_identity(T* a, std::int64_t n) {
    const auto column = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t j = first; j < last; ++j) {
            T* const c = a + j * n;
            for (std::int64_t i = 0; i < n; ++i)
                c[i] = i == j ? T(1) - std::abs(c[i]) / 128 : c[i] / static_cast<T>(n);
        }
    };
    hg::parallel_for(n, column, {.least = 16});
}

template <class T>
void fill(std::vector<std::byte>& bytes, const ResidentOperand& x, std::uint64_t seed) {
    T* const data = reinterpret_cast<T*>(bytes.data());
    fill_random(data, x.rows * x.cols, seed);
    if (x.filling == Filling::near_identity) make_near_identity(data, x.rows);
}

}  // namespace

ResidentData::ResidentData(const ResidentCase& bench)
    : case_(bench), operands_(bench.routine->operands(bench)) {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        const ResidentOperand& x = operands_[i];
        std::vector<std::byte> bytes(static_cast<std::size_t>(x.rows * x.cols * hg::size_of(x.type)));
        if (x.type == hg::ElementType::f64) fill<double>(bytes, x, i + 1);
        if (x.type == hg::ElementType::f32) fill<float>(bytes, x, i + 1);
        before_.push_back(std::move(bytes));
        after_.emplace_back(x.written ? before_.back().size() : 0);
    }
}

bool ResidentData::serves(const ResidentCase& bench) const noexcept {
    return case_.routine == bench.routine && case_.type == bench.type && case_.op == bench.op &&
           case_.uplo == bench.uplo && case_.m == bench.m && case_.n == bench.n;
}

double ResidentData::error() const {
    return case_.type == hg::ElementType::f64 ? error_of<double>() : error_of<float>();
}

template <class T>
double ResidentData::error_of() const {
    std::vector<const void*> before;
    std::vector<const void*> after;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        before.push_back(before_[i].data());
        after.push_back(after_[i].data());
    }
    return resident_error<T>(case_, before, after);
}

}  // namespace hgctl
