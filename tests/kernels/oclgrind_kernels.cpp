// Runs every kernel of the library once or more at small, odd sizes through the plain OpenCL C interface and
// compares with the host reference: a program small enough for Oclgrind, which watches each access. Exit
// status 1 for a wrong result. Under Oclgrind its log tells of races and of accesses that are invalid or
// uninitialized.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/gemm.hpp"
#include "kernels/reference.hpp"
#include "kernels/scale.hpp"

namespace {

using namespace hg;

void need(cl_int status, const char* what) {
    if (status != CL_SUCCESS)
        throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(status));
}

/// A matrix in host memory, with a gap of `gap` elements under each column.
template <class T>
struct Matrix {
    Matrix(std::int64_t r, std::int64_t c, std::int64_t gap, unsigned seed) : rows(r), cols(c), ld(r + gap) {
        for (std::int64_t i = 0; i < ld * cols; ++i) {
            seed = seed * 1664525u + 1013904223u;
            data.push_back(static_cast<T>(seed >> 16) / T{65536} - T{0.5});
        }
    }
    std::int64_t rows, cols, ld;
    std::vector<T> data;
};

class Device {
  public:
    Device() {
        cl_platform_id platform = nullptr;
        need(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
        need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr), "clGetDeviceIDs");
        cl_int status = 0;
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        need(status, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, device_, 0, &status);
        need(status, "clCreateCommandQueue");
    }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device() {
        clReleaseCommandQueue(queue_);
        clReleaseContext(context_);
    }

    /// Runs an instruction; the last matrix is read back.
    template <class T>
    void run(const Instruction& instruction, const std::vector<Matrix<T>*>& matrices,
             const std::vector<T>& scalars) {
        cl_int status = 0;
        const char* source = instruction.source.c_str();
        cl_program program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
        need(status, "clCreateProgramWithSource");
        need(clBuildProgram(program, 1, &device_, instruction.build_options.c_str(), nullptr, nullptr),
             "clBuildProgram");
        cl_kernel kernel = clCreateKernel(program, instruction.entry.c_str(), &status);
        need(status, "clCreateKernel");

        std::vector<cl_mem> buffers;
        std::vector<Register> shapes;
        cl_uint argument = 0;
        const auto set = [&](std::size_t size, const void* value) {
            need(clSetKernelArg(kernel, argument++, size, value), "clSetKernelArg");
        };
        for (Matrix<T>* m : matrices) {
            buffers.push_back(clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                             m->data.size() * sizeof(T), m->data.data(), &status));
            need(status, "clCreateBuffer");
            shapes.push_back({element_type_of<T>(), 0, m->rows, m->cols, m->ld});
            set(sizeof(cl_mem), &buffers.back());
            for (std::int64_t value : {m->rows, m->cols, m->ld}) {
                const auto number = static_cast<cl_int>(value);
                set(sizeof number, &number);
            }
        }
        for (const T& scalar : scalars) set(sizeof(T), &scalar);

        const Geometry g = instruction.geometry({shapes, {}});
        need(clEnqueueNDRangeKernel(queue_, kernel, 3, nullptr, g.global.data(),
                                    g.local[0] ? g.local.data() : nullptr, 0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
        std::vector<T>& result = matrices.back()->data;
        need(clEnqueueReadBuffer(queue_, buffers.back(), CL_TRUE, 0, result.size() * sizeof(T), result.data(),
                                 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
        for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
    }

  private:
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
};

int failures = 0;

/// Compares all of both, gaps too.
template <class T>
void expect_close(const std::string& what, const std::vector<T>& got, const std::vector<T>& wanted) {
    double worst = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double difference = std::fabs(static_cast<double>(got[i]) - static_cast<double>(wanted[i]));
        worst = std::isnan(difference) ? HUGE_VAL : std::max(worst, difference);
    }
    const bool good = worst <= (sizeof(T) == 8 ? 1e-13 : 1e-4);
    if (!good) ++failures;
    std::printf("%s %s: largest difference %g\n", good ? "good " : "WRONG", what.c_str(), worst);
    std::fflush(stdout);
}

template <class T>
void check_gemm(Device& device, const kernels::GemmParameters& p, std::int64_t m, std::int64_t n,
                std::int64_t k) {
    Matrix<T> a(p.transpose_a ? k : m, p.transpose_a ? m : k, 3, 1);
    Matrix<T> b(p.transpose_b ? n : k, p.transpose_b ? k : n, 1, 2);
    Matrix<T> c(m, n, 2, 3);
    Matrix<T> expected = c;
    const T alpha = T{1.5};
    const T beta = T{-0.5};
    kernels::reference_gemm(p.transpose_a, p.transpose_b, m, n, k, alpha, a.data.data(), a.ld, b.data.data(),
                            b.ld, beta, expected.data.data(), expected.ld, p.overwrite);
    device.run<T>(*kernels::gemm(p), {&a, &b, &c}, {alpha, beta});
    expect_close(
        kernels::name(p) + " " + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k),
        c.data, expected.data);
}

template <class T>
void check_type(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    const std::vector<kernels::GemmParameters> kinds = {
        {.family = kernels::GemmFamily::global, .type = type},
        kernels::default_gemm(type, true),
        kernels::default_gemm(type, false),
        {.type = type, .tile_m = 6, .tile_n = 10, .tile_k = 5, .work_m = 3, .work_n = 5}};
    for (kernels::GemmParameters p : kinds)
        for (bool transpose_a : {false, true})
            for (bool transpose_b : {false, true}) {
                p.transpose_a = transpose_a;
                p.transpose_b = transpose_b;
                p.overwrite = transpose_a != transpose_b;
                // Oclgrind is slow: what the types share is run in one of them, large tiles once.
                if (type == ElementType::f32 && transpose_a != transpose_b) continue;
                if (p.tile_m <= 64) check_gemm<T>(device, p, 13, 7, 5);
                if (p.tile_m <= 64 || (transpose_a && transpose_b)) check_gemm<T>(device, p, 67, 35, 19);
            }

    Matrix<T> c(13, 7, 2, 4);
    Matrix<T> expected = c;
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i)
            expected.data[static_cast<std::size_t>(i + j * c.ld)] *= T{3};
    device.run<T>(*kernels::scale(type), {&c}, {T{3}});
    expect_close(kernels::scale(type)->name, c.data, expected.data);
    for (std::int64_t j = 0; j < c.cols; ++j)
        for (std::int64_t i = 0; i < c.rows; ++i) expected.data[static_cast<std::size_t>(i + j * c.ld)] = 0;
    device.run<T>(*kernels::zero(type), {&c}, {});
    expect_close(kernels::zero(type)->name, c.data, expected.data);
}

}  // namespace

int main() {
    try {
        Device device;
        check_type<double>(device);
        check_type<float>(device);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return failures == 0 ? 0 : 1;
}
