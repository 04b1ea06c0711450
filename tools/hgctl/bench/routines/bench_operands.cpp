#include "tools/hgctl/bench/routines/bench_operands.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <variant>

namespace hgctl {

template <class T>
BenchOperands<T>::BenchOperands(hg::Session* session, const BenchCase& bench, const ListedCall& call) {
    const BenchRoutine& routine = *bench.routine;
    const Filling filling{routine.diagonal != nullptr ? routine.diagonal(bench) : 0,
                          routine.moves_memory() && routine.form.has_diag};
    std::uint64_t seed = 0;
    for (const ListedOperand* const operand : call.operands()) {
        names_.push_back(operand->name);
        if (operand->has_stride()) ++seed;
        operands_.emplace_back(bench.pinned ? &session->machine() : nullptr, *operand, seed, filling);
    }
}

template <class T>
void* BenchOperands<T>::data(std::string_view name) {
    return operands_[place_of(name)].data();
}

template <class T>
void BenchOperands<T>::restore() {
    for (HostOperand<T>& x : operands_) x.restore();
}

template <class T>
std::uint64_t BenchOperands<T>::fingerprint() const {
    std::uint64_t hash = 0;
    for (const HostOperand<T>& x : operands_) hash ^= x.fingerprint();
    return hash;
}

template <class T>
Operands<T> BenchOperands<T>::before(const Operands<T>& now, std::deque<std::vector<T>>& memory) const {
    Operands<T> was = now;
    for (const auto& x : now)
        if (x.written)
            was.replace(x.name, operands_[place_of(x.name)].before(std::get<StoredMatrix<T>>(x.matrix),
                                                                   memory.emplace_back()));
    return was;
}

template <class T>
std::size_t BenchOperands<T>::place_of(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
}

template class BenchOperands<float>;
template class BenchOperands<double>;
template class BenchOperands<std::complex<float>>;
template class BenchOperands<std::complex<double>>;

}  // namespace hgctl
