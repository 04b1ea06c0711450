#include "tools/hgctl/bench/resident/resident_data.hpp"

#include <cstdint>

#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/vectors/vector_error.hpp"
#include "tools/workload/vectors/vector_filling.hpp"

namespace hgctl {
namespace {

template <class T>
void fill(std::vector<std::byte>& bytes, const VectorOperand& x, std::uint64_t seed) {
    fill(reinterpret_cast<T*>(bytes.data()), x.count(), x, seed);
}

}  // namespace

ResidentData::ResidentData(const ResidentCase& bench)
    : case_(bench), operands_(form_of(bench).operands(bench)) {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        const VectorOperand& x = operands_[i];
        std::vector<std::byte> bytes(static_cast<std::size_t>(x.count() * hg::size_of(x.type)));
        AllTypes::with(x.type, [&]<class T>() { fill<T>(bytes, x, i + 1); });
        before_.push_back(std::move(bytes));
        after_.emplace_back(x.written ? before_.back().size() : 0);
    }
}

bool ResidentData::serves(const ResidentCase& bench) const noexcept {
    return case_.routine == bench.routine && case_.type == bench.type && case_.op == bench.op &&
           case_.uplo == bench.uplo && case_.m == bench.m && case_.n == bench.n;
}

double ResidentData::error() const {
    double error = 0;
    AllTypes::with(case_.type, [&]<class T>() { error = error_of<T>(); });
    return error;
}

template <class T>
double ResidentData::error_of() const {
    std::vector<const void*> before;
    std::vector<const void*> after;
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        before.push_back(before_[i].data());
        after.push_back(after_[i].data());
    }
    return vector_error<T>(case_, before, after);
}

}  // namespace hgctl
