// ViennaCL's product on the OpenCL device that hg uses first. It has headers alone, so it is compiled in, if they are there. What
// its users do: matrices on the device, made once; each call writes what it reads, computes, reads the result.
#include "tools/peers/libraries/load.hpp"

#ifdef HGCTL_VIENNACL

#include "tools/peers/opencl_device.hpp"

#define VIENNACL_WITH_OPENCL
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <viennacl/linalg/prod.hpp>
#include <viennacl/matrix.hpp>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

bool transposes(hg::Op op) {
    return op != hg::Op::none;
}

/// What its product takes of a call of gemm: ops, sizes, alpha, A, B, beta and C.
struct Product {
    explicit Product(const ListedCall& call)
        : type(call.type),
          op_a(std::get<hg::Op>(std::get<ListedOption>(call.arguments[0]))),
          op_b(std::get<hg::Op>(std::get<ListedOption>(call.arguments[1]))),
          alpha(std::get<ListedScalar>(call.arguments[5]).value.real()),
          a(std::get<ListedOperand>(call.arguments[6])),
          b(std::get<ListedOperand>(call.arguments[7])),
          beta(std::get<ListedScalar>(call.arguments[8]).value.real()),
          c(std::get<ListedOperand>(call.arguments[9])) {}

    hg::ElementType type;
    hg::Op op_a, op_b;
    double alpha;
    ListedOperand a, b;
    double beta;
    ListedOperand c;
};

template <class T>
using Matrix = viennacl::matrix<T, viennacl::column_major>;

[[noreturn]] void fail(const std::string& what) {
    throw hg::Error(hg::ErrorCode::device_failed, "viennacl: " + what);
}

/// The matrices of one call in the device's memory, where ViennaCL pads them as it likes.
template <class T>
struct Matrices {
    Matrix<T> a, b, c;

    Matrices(const Product& call, const viennacl::context& context)
        : a(size(call.a.rows), size(call.a.cols), context),
          b(size(call.b.rows), size(call.b.cols), context),
          c(size(call.c.rows), size(call.c.cols), context) {}
    [[nodiscard]] bool serve(const Product& call) const {
        return serves(a, call.a) && serves(b, call.b) && serves(c, call.c);
    }

  private:
    static std::size_t size(std::int64_t extent) { return static_cast<std::size_t>(extent); }
    static bool serves(const Matrix<T>& x, const ListedOperand& operand) {
        return x.size1() == size(operand.rows) && x.size2() == size(operand.cols);
    }
};

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

class ViennaCl final : public Peer {
  public:
    explicit ViennaCl(cl_device_id device)
        : context_(context_of(device)), runs_on_(opencl_device_name(device)) {}

    [[nodiscard]] std::string name() const override { return "viennacl"; }
    [[nodiscard]] std::string runs_on(int /*devices*/) const override { return runs_on_; }

    PeerTime run(const ListedCall& any, std::size_t /*variant*/) override {
        if (any.routine != "gemm" || hg::is_complex(any.type)) lacks(any);
        const Product call(any);
        try {
            return call.type == hg::ElementType::f64 ? timed(f64_, call) : timed(f32_, call);
        } catch (const hg::Error&) {
            throw;
        } catch (const std::exception& error) {
            fail(error.what());
        }
    }

  private:
    /// A new context of ViennaCL's, which counts them for the whole process.
    static viennacl::context context_of(cl_device_id device) {
        static long contexts = 0;
        const long number = ++contexts;
        viennacl::ocl::setup_context(number, viennacl::ocl::device(device));
        return viennacl::context(viennacl::ocl::get_context(number));
    }

    [[nodiscard]] cl_command_queue queue() const {
        return context_.opencl_context().get_queue().handle().get();
    }
    void finish(const char* what) const {
        if (clFinish(queue()) != CL_SUCCESS) fail(std::string(what) + " failed");
    }

    /// A whole matrix between its place on the device and `host`, which has no gaps between columns.
    template <class T>
    void copy(const Matrix<T>& x, void* host, bool to_device) const {
        const std::size_t none[3] = {0, 0, 0};
        const std::size_t region[3] = {x.size1() * sizeof(T), x.size2(), 1};
        const std::size_t line = x.internal_size1() * sizeof(T);
        const cl_mem buffer = x.handle().opencl_handle().get();
        const cl_int status = to_device
                                  ? clEnqueueWriteBufferRect(queue(), buffer, CL_TRUE, none, none, region,
                                                             line, 0, region[0], 0, host, 0, nullptr, nullptr)
                                  : clEnqueueReadBufferRect(queue(), buffer, CL_TRUE, none, none, region,
                                                            line, 0, region[0], 0, host, 0, nullptr, nullptr);
        if (status != CL_SUCCESS) fail("copying a matrix failed with status " + std::to_string(status));
    }

    template <class T>
    PeerTime timed(std::unique_ptr<Matrices<T>>& matrices, const Product& call) const {
        if (!matrices || !matrices->serve(call)) {
            matrices.reset();
            matrices = std::make_unique<Matrices<T>>(call, context_);
            finish("making the matrices");
        }
        Matrices<T>& x = *matrices;
        const auto begin = std::chrono::steady_clock::now();
        copy(x.a, call.a.data, true);
        copy(x.b, call.b.data, true);
        if (call.beta != 0) copy(x.c, call.c.data, true);
        const auto on_device = std::chrono::steady_clock::now();
        product<T>(x.a, transposes(call.op_a), x.b, transposes(call.op_b), x.c, static_cast<T>(call.alpha),
                   static_cast<T>(call.beta));
        finish("gemm");
        const auto computed = std::chrono::steady_clock::now();
        copy(x.c, call.c.data, false);
        using Seconds = std::chrono::duration<double>;
        return {Seconds(std::chrono::steady_clock::now() - begin).count(),
                Seconds(computed - on_device).count()};
    }

    viennacl::context context_;
    std::string runs_on_;
    std::unique_ptr<Matrices<double>> f64_;
    std::unique_ptr<Matrices<float>> f32_;
};

}  // namespace

std::unique_ptr<Peer> load_viennacl(const hg::DeviceInfo& device, std::string& reason) {
    return started_on<ViennaCl>(device, "ViennaCL", reason);
}

}  // namespace hgctl

#else

namespace hgctl {

std::unique_ptr<Peer> load_viennacl(const hg::DeviceInfo& /*device*/, std::string& reason) {
    reason = "it is not built in; its headers (Debian's libviennacl-dev) were not there";
    return nullptr;
}

}  // namespace hgctl

#endif
