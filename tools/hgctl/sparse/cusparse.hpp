#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/peers/peer_cuda.hpp"
#include <hg/sparse/sparse_matrix.hpp>

namespace hgctl {

struct CusparseFunctions;

/// cuSPARSE on the first device of NVIDIA's driver, loaded at run time.
class Cusparse {
  public:
    /// Null if it is not there or lacks something; `reason` then says why.
    static std::unique_ptr<Cusparse> load(std::string& reason);
    explicit Cusparse(std::unique_ptr<CusparseFunctions> functions);
    ~Cusparse();
    Cusparse(const Cusparse&) = delete;
    Cusparse& operator=(const Cusparse&) = delete;

    /// y := A x with all in the device's memory, compressed rows with indices of 32 bits, by its default algorithm, prepared as it
    /// offers: `chain` products one after the other, `runs` times. y becomes the product. Returns the seconds of one product in each run.
    /// Throws hg::Error{device_failed}, and {invalid_argument} for more than 2^31 - 1 nonzeros.
    template <hg::Element T>
    std::vector<double> multiply(const hg::SparseMatrix<T>& A, const T* x, T* y, int chain, int runs);

  private:
    std::unique_ptr<CusparseFunctions> call_;
    void* handle_ = nullptr;
};

}  // namespace hgctl
