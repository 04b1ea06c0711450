#include <algorithm>
#include <chrono>
#include <complex>
#include <deque>
#include <utility>

#include "sparse/formats/csr_block.hpp"
#include "tools/peers/libraries/cusparse_functions.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

// Values of cuSPARSE's enumerations.
constexpr int kIndex32 = 2, kFromZero = 0, kPlain = 0, kDefaultAlgorithm = 0;

template <hg::Element T>
constexpr int cuda_type() noexcept {
    return (hg::ComplexElement<T> ? 4 : 0) + (hg::needs_f64(hg::element_type_of<T>()) ? 1 : 0);
}

void require_cusparse(int status, const char* what) {
    require_status(status, "cuSPARSE", what);
}

/// A matrix with two vectors in the device's memory.
template <hg::Element T>
class CusparseProduct {
  public:
    CusparseProduct(CusparseFunctions& functions, void* handle, const hg::SparseMatrix<T>& A, const T* x)
        : call_(functions), handle_(handle), rows_(A.rows()) {
        const hg::sparse::CsrBlock<T> block = hg::sparse::csr_block(A);
        y_there_ = place(block.value.data(), 0, A.rows());
        void* const start = place(block.row_start.data(), block.row_start.size());
        void* const column = place(block.column.data(), block.column.size());
        void* const value = place(block.value.data(), block.value.size());
        require_cusparse(call_.create_csr(&matrix_, A.rows(), A.cols(), A.nonzeros(), start, column, value,
                                          kIndex32, kIndex32, kFromZero, cuda_type<T>()),
                         "cusparseCreateCsr");
        require_cusparse(call_.create_vector(&x_, A.cols(), place(x, A.cols()), cuda_type<T>()),
                         "cusparseCreateDnVec");
        require_cusparse(call_.create_vector(&y_, A.rows(), y_there_, cuda_type<T>()), "cusparseCreateDnVec");
        std::size_t bytes = 0;
        require_cusparse(with(call_.buffer_size, &bytes), "cusparseSpMV_bufferSize");
        buffer_ = place(static_cast<const char*>(nullptr), 0, static_cast<std::int64_t>(bytes));
        if (call_.prepare != nullptr)
            require_cusparse(with(call_.prepare, buffer_), "cusparseSpMV_preprocess");
    }
    ~CusparseProduct() {
        if (y_ != nullptr) call_.destroy_vector(y_);
        if (x_ != nullptr) call_.destroy_vector(x_);
        if (matrix_ != nullptr) call_.destroy_matrix(matrix_);
    }
    CusparseProduct(const CusparseProduct&) = delete;
    CusparseProduct& operator=(const CusparseProduct&) = delete;

    /// Seconds of `times` products.
    double run(int times) {
        using Clock = std::chrono::steady_clock;
        call_.driver->synchronise();
        const auto begin = Clock::now();
        for (int i = 0; i < times; ++i) require_cusparse(with(call_.multiply, buffer_), "cusparseSpMV");
        call_.driver->synchronise();
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    void take(T* y) const {
        call_.driver->copy_out(y, memory_.front().address(), rows_ * static_cast<std::int64_t>(sizeof(T)));
    }

  private:
    int with(CusparseFunctions::Product* product, void* last) {
        return product(handle_, kPlain, &one_, matrix_, x_, &zero_, y_, cuda_type<T>(), kDefaultAlgorithm,
                       last);
    }
    /// Memory for `room` elements, of which `count` are copied there.
    template <class E>
    void* place(const E* data, std::int64_t count, std::int64_t room = 0) {
        const auto size = static_cast<std::int64_t>(sizeof(E));
        const CudaMemory& there =
            memory_.emplace_back(*call_.driver, std::max<std::int64_t>(1, std::max(count, room)) * size);
        if (count > 0) call_.driver->copy_in(there.address(), data, count * size);
        return reinterpret_cast<void*>(there.address());
    }

    CusparseFunctions& call_;
    void* handle_;
    std::int64_t rows_;
    const T one_{1}, zero_{0};
    std::deque<CudaMemory> memory_{};  ///< that of y first
    void* y_there_ = nullptr;
    void* buffer_ = nullptr;
    void *matrix_ = nullptr, *x_ = nullptr, *y_ = nullptr;
};

/// cuSPARSE on the first device of NVIDIA's driver, loaded at run time: compressed rows with indices of 32 bits, by its default algorithm,
/// prepared as it offers.
class Cusparse final : public SparsePeer {
  public:
    explicit Cusparse(CusparseFunctions functions) : call_(std::move(functions)) {
        call_.driver->use(0);
        require_cusparse(call_.create(&handle_), "cusparseCreate");
    }
    ~Cusparse() override { call_.destroy(handle_); }

    [[nodiscard]] std::string name() const override { return "cusparse"; }
    [[nodiscard]] std::string function() const override { return "cusparseSpMV"; }

    std::vector<double> run(const AnySparseCall& any) override {
        return std::visit(
            [this]<class T>(const SparseCall<T>& call) {
                call_.driver->use(0);
                CusparseProduct<T> product(call_, handle_, call.A, call.x);
                product.run(1);
                product.take(call.y);
                std::vector<double> seconds;
                for (int run = 0; run < call.runs; ++run)
                    seconds.push_back(product.run(call.chain) / call.chain);
                return seconds;
            },
            any);
    }

  private:
    CusparseFunctions call_;
    void* handle_ = nullptr;
};

}  // namespace

std::unique_ptr<SparsePeer> load_cusparse(std::string& reason) {
    auto library = NvidiaLibrary::load_cusparse(reason);
    if (!library) return nullptr;
    CusparseFunctions functions(std::move(*library));
    if (!functions.complete()) {
        reason = "the library lacks functions of cuSPARSE";
        return nullptr;
    }
    try {
        return std::make_unique<Cusparse>(std::move(functions));
    } catch (const hg::Error& error) {
        reason = error.what();
        return nullptr;
    }
}

}  // namespace hgctl
