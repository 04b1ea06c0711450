#pragma once

#include <complex>
#include <cstdint>
#include <vector>

namespace hg::kernels {

/// Random numbers with parts in [-0.5, 0.5) without zero, by their index; the same in every process. They
/// repeat after a prime number of elements, which no matrix' columns keep step with.
template <class T>
class RepeatingNumbers {
  public:
    static const RepeatingNumbers& instance();
    /// Numbers first, first + 1, ... of the endless row.
    void copy(std::int64_t first, std::int64_t count, T* to) const;

  private:
    RepeatingNumbers();
    std::vector<T> numbers_;
};

extern template class RepeatingNumbers<float>;
extern template class RepeatingNumbers<double>;
extern template class RepeatingNumbers<std::complex<float>>;
extern template class RepeatingNumbers<std::complex<double>>;

}  // namespace hg::kernels
