// ViennaCL's product of a matrix of compressed rows with a vector, on the OpenCL device that hg uses first. It is compiled in, if its headers
// are there.
#include "tools/peers/libraries/load.hpp"

#ifdef HGCTL_VIENNACL

#include "tools/peers/opencl_device.hpp"

#define VIENNACL_WITH_OPENCL
#include <chrono>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <viennacl/compressed_matrix.hpp>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/vector.hpp>

#include "sparse/formats/csr_block.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

[[noreturn]] void refuse_sparse(hg::ErrorCode code, const std::string& what) {
    throw hg::Error(code, "viennacl: " + what);
}

class ViennaClSparse final : public SparsePeer {
  public:
    explicit ViennaClSparse(cl_device_id device) : context_(context_of(device)) {}

    [[nodiscard]] std::string name() const override { return "viennacl"; }
    [[nodiscard]] std::string function() const override { return "viennacl::linalg::prod"; }

    std::vector<double> run(const AnySparseCall& any) override {
        try {
            return std::visit([this](const auto& call) { return timed(call); }, any);
        } catch (const hg::Error&) {
            throw;
        } catch (const std::exception& error) {
            refuse_sparse(hg::ErrorCode::device_failed, error.what());
        }
    }

  private:
    static viennacl::context context_of(cl_device_id device) {
        constexpr long kNumber = 1;  // no other peer of ViennaCL runs in the process
        viennacl::ocl::setup_context(kNumber, viennacl::ocl::device(device));
        return viennacl::context(viennacl::ocl::get_context(kNumber));
    }

    template <hg::ComplexElement T>
    std::vector<double> timed(const SparseCall<T>& /*call*/) const {
        refuse_sparse(hg::ErrorCode::invalid_argument, "has no complex elements");
    }

    template <class T>
    requires std::is_floating_point_v<T> std::vector<double> timed(const SparseCall<T>& call)
    const {
        const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
        if (call.A.nonzeros() == 0) refuse_sparse(hg::ErrorCode::invalid_argument, "needs a nonzero");
        viennacl::compressed_matrix<T> matrix(context_);
        {
            const hg::sparse::CsrBlock<T> block = hg::sparse::csr_block(call.A);
            matrix.set(block.row_start.data(), block.column.data(), block.value.data(), size(block.rows),
                       size(block.cols), size(call.A.nonzeros()));
        }
        viennacl::vector<T> x(size(call.A.cols()), context_), y(size(call.A.rows()), context_);
        viennacl::fast_copy(call.x, call.x + call.A.cols(), x.begin());
        y = viennacl::linalg::prod(matrix, x);
        viennacl::fast_copy(y.begin(), y.end(), call.y);
        std::vector<double> seconds;
        for (int run = 0; run < call.runs; ++run) {
            finish();
            const auto begin = std::chrono::steady_clock::now();
            for (int i = 0; i < call.chain; ++i) y = viennacl::linalg::prod(matrix, x);
            finish();
            seconds.push_back(
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / call.chain);
        }
        return seconds;
    }

    void finish() const {
        if (clFinish(context_.opencl_context().get_queue().handle().get()) != CL_SUCCESS)
            refuse_sparse(hg::ErrorCode::device_failed, "a product failed");
    }

    viennacl::context context_;
};

}  // namespace

std::unique_ptr<SparsePeer> load_viennacl_sparse(const hg::DeviceInfo& device, std::string& reason) {
    return started_on<ViennaClSparse>(device, "ViennaCL", reason);
}

}  // namespace hgctl

#else

namespace hgctl {

std::unique_ptr<SparsePeer> load_viennacl_sparse(const hg::DeviceInfo& /*device*/, std::string& reason) {
    reason = "it is not built in; its headers (Debian's libviennacl-dev) were not there";
    return nullptr;
}

}  // namespace hgctl

#endif
