// ViennaCL's product of a matrix of compressed rows with a vector.
#include <cstdint>
#include <type_traits>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/vector.hpp>

#include "sparse/formats/csr_block.hpp"
#include "tools/peers/chain.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/libraries/viennacl_device.hpp"

namespace hgctl {
namespace {

template <class T>
class ViennaClProduct {
  public:
    ViennaClProduct(const ViennaClDevice& device, const SparseCall<T>& call)
        : device_(device),
          matrix_(device.context()),
          x_(size(call.A.cols()), device.context()),
          y_(size(call.A.rows()), device.context()) {
        const hg::sparse::CsrBlock<T> block = hg::sparse::csr_block(call.A);
        matrix_.set(block.row_start.data(), block.column.data(), block.value.data(), size(block.rows),
                    size(block.cols), size(call.A.nonzeros()));
        viennacl::fast_copy(call.x, call.x + call.A.cols(), x_.begin());
    }

    void enqueue() { y_ = viennacl::linalg::prod(matrix_, x_); }
    void wait() const { device_.wait(); }
    void take(T* y) const { viennacl::fast_copy(y_.begin(), y_.end(), y); }

  private:
    static std::size_t size(std::int64_t n) { return static_cast<std::size_t>(n); }

    const ViennaClDevice& device_;
    viennacl::compressed_matrix<T> matrix_;
    viennacl::vector<T> x_, y_;
};

class ViennaClSparse final : public SparsePeer {
  public:
    explicit ViennaClSparse(const hg::DeviceInfo& device) : device_(device) {}

    [[nodiscard]] std::string name() const override { return "viennacl"; }
    [[nodiscard]] std::string function() const override { return "viennacl::linalg::prod"; }

    std::vector<double> run(const AnySparseCall& any) override {
        return std::visit([this](const auto& call) { return timed(call); }, any);
    }

  private:
    [[noreturn]] static void refuse(const std::string& what) {
        throw hg::Error(hg::ErrorCode::invalid_argument, "viennacl: " + what);
    }

    template <class T>
    [[nodiscard]] std::vector<double> timed(const SparseCall<T>& call) const {
        if constexpr (std::is_floating_point_v<T>) {
            if (call.A.nonzeros() == 0) refuse("needs a nonzero");
            return ViennaClDevice::guarded("fails: ", [&] {
                ViennaClProduct<T> product(device_, call);
                return run_sparse(product, call);
            });
        } else {
            refuse("has no complex elements");
        }
    }

    ViennaClDevice device_;
};

}  // namespace

std::unique_ptr<SparsePeer> load_viennacl_sparse(const hg::DeviceInfo& device) {
    return std::make_unique<ViennaClSparse>(device);
}

}  // namespace hgctl
