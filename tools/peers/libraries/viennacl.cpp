// ViennaCL's product. It has headers alone, so it is compiled in. What its users do: matrices on the device,
// made once; each call writes what it reads, computes, reads the result.
#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>

#include "tools/peers/device_peer.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/libraries/viennacl_device.hpp"

namespace hgctl {
namespace {

template <class T>
using Matrix = viennacl::matrix<T, viennacl::column_major>;

/// c := alpha op(a) op(b) + beta c.
template <class T>
void product(const viennacl::matrix_base<T>& a, bool transpose_a, const viennacl::matrix_base<T>& b,
             bool transpose_b, viennacl::matrix_base<T>& c, T alpha, T beta) {
    using viennacl::trans;
    using viennacl::linalg::prod_impl;
    if (transpose_a && transpose_b)
        prod_impl(trans(a), trans(b), c, alpha, beta);
    else if (transpose_a)
        prod_impl(trans(a), b, c, alpha, beta);
    else if (transpose_b)
        prod_impl(a, trans(b), c, alpha, beta);
    else
        prod_impl(a, b, c, alpha, beta);
}

/// A, B and C in the device's memory, where ViennaCL pads them as it likes.
template <class T>
using Matrices = std::vector<Matrix<T>>;

/// A call of gemm: ops, sizes, alpha, A, B, beta and C.
template <class T>
class ViennaClCall final : public DeviceCall {
  public:
    ViennaClCall(const ViennaClDevice& device, const ListedCall& call, Matrices<T>& matrices)
        : device_(device),
          transposes_a_(transposes(call, 0)),
          transposes_b_(transposes(call, 1)),
          alpha_(scalar(call, 5)),
          beta_(scalar(call, 8)),
          matrices_(matrices) {}

    void load(std::size_t i, const void* from) override { copy(i, const_cast<void*>(from), true); }
    void store(std::size_t i, void* to) override { copy(i, to, false); }
    void enqueue() override {
        ViennaClDevice::guarded("fails: ", [this] {
            product<T>(matrices_[0], transposes_a_, matrices_[1], transposes_b_, matrices_[2], alpha_, beta_);
        });
    }
    void wait() override { device_.wait(); }

  private:
    static bool transposes(const ListedCall& call, std::size_t argument) {
        return std::get<hg::Op>(std::get<ListedOption>(call.arguments[argument])) != hg::Op::none;
    }
    static T scalar(const ListedCall& call, std::size_t argument) {
        return static_cast<T>(std::get<ListedScalar>(call.arguments[argument]).value.real());
    }
    /// A whole matrix between its place on the device and `host`, which has no gaps between columns.
    void copy(std::size_t i, void* host, bool to_device) const {
        const Matrix<T>& x = matrices_[i];
        const std::size_t none[3] = {0, 0, 0};
        const std::size_t region[3] = {x.size1() * sizeof(T), x.size2(), 1};
        const std::size_t line = x.internal_size1() * sizeof(T);
        const cl_mem buffer = x.handle().opencl_handle().get();
        const cl_command_queue queue = device_.queue();
        const cl_int status = to_device
                                  ? clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, none, none, region, line,
                                                             0, region[0], 0, host, 0, nullptr, nullptr)
                                  : clEnqueueReadBufferRect(queue, buffer, CL_TRUE, none, none, region, line,
                                                            0, region[0], 0, host, 0, nullptr, nullptr);
        if (status != CL_SUCCESS) ViennaClDevice::fail("copies no matrix: status " + std::to_string(status));
    }

    const ViennaClDevice& device_;
    bool transposes_a_, transposes_b_;
    T alpha_, beta_;
    Matrices<T>& matrices_;
};

class ViennaCl final : public DevicePeer {
  public:
    explicit ViennaCl(const hg::DeviceInfo& device) : device_(device) {}

    [[nodiscard]] std::string name() const override { return "viennacl"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return device_.name(); }

  protected:
    std::unique_ptr<DeviceCall> prepare(const ListedCall& call) override {
        if (call.routine != "gemm" || hg::is_complex(call.type)) lacks(call);
        if (call.type == hg::ElementType::f64) return call_as<double>(call);
        return call_as<float>(call);
    }

  private:
    template <class T>
    std::unique_ptr<DeviceCall> call_as(const ListedCall& call) {
        const auto size = [](std::int64_t extent) { return static_cast<std::size_t>(extent); };
        auto& matrices = std::get<Matrices<T>>(matrices_);
        const auto serves = [&](const Matrix<T>& x, const ListedOperand* operand) {
            return x.size1() == size(operand->rows) && x.size2() == size(operand->cols);
        };
        const std::vector<const ListedOperand*> operands = call.operands();
        if (!std::ranges::equal(matrices, operands, serves))
            ViennaClDevice::guarded("makes no matrices: ", [&] {
                matrices.clear();
                for (const ListedOperand* const x : operands)
                    matrices.emplace_back(size(x->rows), size(x->cols), device_.context());
                device_.wait();
            });
        return std::make_unique<ViennaClCall<T>>(device_, call, matrices);
    }

    ViennaClDevice device_;
    std::tuple<Matrices<double>, Matrices<float>> matrices_;
};

}  // namespace

std::unique_ptr<Peer> load_viennacl(const hg::DeviceInfo& device) {
    return std::make_unique<ViennaCl>(device);
}

}  // namespace hgctl
