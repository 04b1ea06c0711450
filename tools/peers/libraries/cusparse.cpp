// cuSPARSE on the first device of NVIDIA's driver: compressed rows with indices of 32 bits, by its default
// algorithm, prepared as it offers.
#include <algorithm>
#include <deque>

#include "sparse/formats/csr_block.hpp"
#include "tools/peers/chain.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"

namespace hgctl {
namespace {

/// The functions that a product takes, by the declarations of its header.
struct CusparseFunctions : NvidiaLibrary {
    using Destroy = int(void*);
    using Product = int(void*, int, const void*, void*, void*, const void*, void*, int, int, void*);

    CusparseFunctions() : NvidiaLibrary("cuSPARSE", {12, 11}) {}

    int (*create_csr)(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int, int,
                      int) = need("cusparseCreateCsr");
    int (*create_vector)(void**, std::int64_t, void*, int) = need("cusparseCreateDnVec");
    Destroy* destroy_matrix = need("cusparseDestroySpMat");
    Destroy* destroy_vector = need("cusparseDestroyDnVec");
    Product* buffer_size = need("cusparseSpMV_bufferSize");
    Product* prepare = find("cusparseSpMV_preprocess");  ///< newer than the others
    Product* multiply = need("cusparseSpMV");
};

template <hg::Element T>
constexpr int cuda_type() noexcept {
    return (hg::ComplexElement<T> ? 4 : 0) + (hg::needs_f64(hg::element_type_of<T>()) ? 1 : 0);
}

/// A matrix with two vectors in the device's memory.
template <hg::Element T>
class CusparseProduct {
  public:
    CusparseProduct(const CusparseFunctions& functions, void* handle, const hg::SparseMatrix<T>& A,
                    const T* x)
        : call_(functions), handle_(handle), rows_(A.rows()) {
        const hg::sparse::CsrBlock<T> block = hg::sparse::csr_block(A);
        constexpr int kIndex32 = 2, kFromZero = 0;
        y_there_ = place(block.value.data(), 0, A.rows());
        void* const start = place(block.row_start.data(), block.row_start.size());
        void* const column = place(block.column.data(), block.column.size());
        void* const value = place(block.value.data(), block.value.size());
        call_.require(call_.create_csr(&matrix_, A.rows(), A.cols(), A.nonzeros(), start, column, value,
                                       kIndex32, kIndex32, kFromZero, cuda_type<T>()),
                      "cusparseCreateCsr");
        call_.require(call_.create_vector(&x_, A.cols(), place(x, A.cols()), cuda_type<T>()),
                      "cusparseCreateDnVec");
        call_.require(call_.create_vector(&y_, A.rows(), y_there_, cuda_type<T>()), "cusparseCreateDnVec");
        std::size_t bytes = 0;
        with(call_.buffer_size, &bytes, "cusparseSpMV_bufferSize");
        buffer_ = place(static_cast<const char*>(nullptr), 0, static_cast<std::int64_t>(bytes));
        if (call_.prepare != nullptr) with(call_.prepare, buffer_, "cusparseSpMV_preprocess");
    }
    ~CusparseProduct() {
        if (y_ != nullptr) call_.destroy_vector(y_);
        if (x_ != nullptr) call_.destroy_vector(x_);
        if (matrix_ != nullptr) call_.destroy_matrix(matrix_);
    }
    CusparseProduct(const CusparseProduct&) = delete;
    CusparseProduct& operator=(const CusparseProduct&) = delete;

    void enqueue() { with(call_.multiply, buffer_, "cusparseSpMV"); }
    void wait() { call_.driver.synchronise(); }
    void take(T* y) const {
        call_.driver.copy_out(y, y_there_, rows_ * static_cast<std::int64_t>(sizeof(T)));
    }

  private:
    void with(CusparseFunctions::Product* product, void* last, const char* what) {
        constexpr int kPlain = 0, kDefaultAlgorithm = 0;
        call_.require(
            product(handle_, kPlain, &one_, matrix_, x_, &zero_, y_, cuda_type<T>(), kDefaultAlgorithm, last),
            what);
    }
    /// Memory for `room` elements, of which `count` are copied there.
    template <class E>
    void* place(const E* data, std::int64_t count, std::int64_t room = 0) {
        const auto size = static_cast<std::int64_t>(sizeof(E));
        void* const there =
            memory_.emplace_back(call_.driver, std::max<std::int64_t>(1, std::max(count, room)) * size)
                .address();
        if (count > 0) call_.driver.copy_in(there, data, count * size);
        return there;
    }

    const CusparseFunctions& call_;
    void* handle_;
    std::int64_t rows_;
    const T one_{1}, zero_{0};
    std::deque<CudaMemory> memory_{};
    void* y_there_ = nullptr;
    void* buffer_ = nullptr;
    void *matrix_ = nullptr, *x_ = nullptr, *y_ = nullptr;
};

class Cusparse final : public SparsePeer {
  public:
    [[nodiscard]] std::string name() const override { return "cusparse"; }
    [[nodiscard]] std::string function() const override { return "cusparseSpMV"; }

    std::vector<double> run(const AnySparseCall& any) override {
        call_.driver.use(0);
        return std::visit(
            [this]<class T>(const SparseCall<T>& call) {
                CusparseProduct<T> product(call_, handle_.get(), call.A, call.x);
                return run_sparse(product, call);
            },
            any);
    }

  private:
    CusparseFunctions call_;
    NvidiaHandle handle_ = call_.make_handle("cusparseCreate", "cusparseDestroy");
};

}  // namespace

std::unique_ptr<SparsePeer> load_cusparse() {
    return std::make_unique<Cusparse>();
}

}  // namespace hgctl
