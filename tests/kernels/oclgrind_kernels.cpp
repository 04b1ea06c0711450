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
            const cl_long first = 0;
            set(sizeof first, &first);
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

std::string extents(std::int64_t m, std::int64_t n, std::int64_t k) {
    return " " + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
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
    if (p.split_k == 1) {
        device.run<T>(*kernels::gemm(p), {&a, &b, &c}, {alpha, beta});
    } else {
        Matrix<T> parts(m, n * p.split_k, 1, 4);
        device.run<T>(*kernels::gemm(p), {&a, &b, &parts}, {T{1}, T{0}});
        device.run<T>(*kernels::gemm_sum(p.type, p.split_k, p.overwrite), {&parts, &c}, {alpha, beta});
    }
    expect_close(kernels::name(p) + extents(m, n, k), c.data, expected.data);
}

/// Small blockings of every family: Oclgrind is slow. The products have edges on all sides of several tiles.
template <class T>
std::vector<kernels::GemmParameters> small_kernels() {
    using kernels::GemmFamily;
    constexpr ElementType type = element_type_of<T>();
    return {
        {.family = GemmFamily::global, .type = type},
        {.family = GemmFamily::global, .type = type, .split_k = 2, .tile_m = 8, .tile_n = 2},
        {.family = GemmFamily::local, .type = type, .tile_m = 4, .tile_n = 4, .tile_k = 4},
        {.family = GemmFamily::local,
         .type = type,
         .split_k = 3,
         .tile_m = 8,
         .tile_n = 4,
         .tile_k = 6,
         .padding = 1,
         .transpose_local = 3,
         .unroll = 2,
         .order = 1},
        {.family = GemmFamily::local_a,
         .type = type,
         .tile_m = 8,
         .tile_n = 6,
         .tile_k = 4,
         .work_m = 4,
         .work_n = 3,
         .vector = 2,
         .padding = 2,
         .unroll = 2},
        {.family = GemmFamily::registers,
         .type = type,
         .tile_m = 12,
         .tile_n = 12,
         .work_m = 6,
         .work_n = 6,
         .order = 2},
        {.family = GemmFamily::registers,
         .type = type,
         .split_k = 2,
         .tile_m = 8,
         .tile_n = 4,
         .tile_k = 3,
         .work_m = 4,
         .work_n = 2,
         .vector = 4},
        {.family = GemmFamily::blocked,
         .type = type,
         .tile_m = 6,
         .tile_n = 10,
         .tile_k = 5,
         .work_m = 3,
         .work_n = 5},
        {.family = GemmFamily::blocked,
         .type = type,
         .split_k = 2,
         .tile_m = 16,
         .tile_n = 8,
         .tile_k = 4,
         .work_m = 8,
         .work_n = 2,
         .vector = 4,
         .padding = 4,
         .transpose_local = 2,
         .unroll = 2,
         .order = 1,
         .variant = 1},
        {.family = GemmFamily::blocked,
         .type = type,
         .tile_m = 8,
         .tile_n = 8,
         .tile_k = 8,
         .transpose_local = 1},
        {.family = GemmFamily::pipelined,
         .type = type,
         .tile_m = 16,
         .tile_n = 16,
         .tile_k = 8,
         .work_m = 4,
         .work_n = 8,
         .padding = 4,
         .order = 2},
    };
}

template <class T>
void check_type(Device& device) {
    constexpr ElementType type = element_type_of<T>();
    for (kernels::GemmParameters p : small_kernels<T>())
        for (bool transpose_a : {false, true})
            for (bool transpose_b : {false, true}) {
                p.transpose_a = transpose_a;
                p.transpose_b = transpose_b;
                p.overwrite = transpose_a != transpose_b;
                check_gemm<T>(device, p, 13, 17, 11);
                check_gemm<T>(device, p, 1, 3, 2);
                check_gemm<T>(device, p, 37, 21, 29);
            }
    for (const bool is_gpu : {true, false})
        check_gemm<T>(device, kernels::default_gemm(type, is_gpu), 19, 9, 21);

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
        std::printf("skipped gemm_mma: matrix instructions are NVIDIA's\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return failures == 0 ? 0 : 1;
}
