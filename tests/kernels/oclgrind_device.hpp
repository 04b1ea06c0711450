#pragma once

// What programs for Oclgrind share: the first device of the first platform through the plain OpenCL C
// interface, and registers of any type in host memory.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hg/runtime/program/instruction.hpp>

namespace hg::test {

inline void need(cl_int status, const char* what) {
    if (status != CL_SUCCESS)
        throw std::runtime_error(std::string(what) + ": OpenCL error " + std::to_string(status));
}

/// A matrix in host memory, with a gap of `gap` elements under each column, filled with
/// numbers of [-0.5, 0.5).
template <class T>
struct Matrix {
    Matrix(std::int64_t r, std::int64_t c, std::int64_t gap, unsigned seed) : rows(r), cols(c), ld(r + gap) {
        const auto next = [&] {
            seed = seed * 1664525u + 1013904223u;
            return static_cast<double>(seed >> 16) / 65536 - 0.5;
        };
        for (std::int64_t i = 0; i < ld * cols; ++i) {
            const double real = next();
            const bool complex = is_complex(element_type_of<T>());
            data.push_back(ScalarValue(real, complex ? next() : 0).as<T>());
        }
    }
    [[nodiscard]] T& operator()(std::int64_t i, std::int64_t j) {
        return data[static_cast<std::size_t>(i + j * ld)];
    }
    std::int64_t rows, cols, ld;
    std::vector<T> data;
};

/// One operand of an instruction, of any type.
struct AnyMatrix {
    template <class T>
    AnyMatrix(Matrix<T>& m)
        : shape{element_type_of<T>(), 0, m.rows, m.cols, m.ld},
          data(m.data.data()),
          bytes(m.data.size() * sizeof(T)) {}

    [[nodiscard]] HostOperand host() const { return {data, shape.rows, shape.cols, shape.ld}; }

    Register shape;
    void* data;
    std::size_t bytes;
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
        for (const auto& [text, program] : programs_) clReleaseProgram(program);
        clReleaseCommandQueue(queue_);
        clReleaseContext(context_);
    }

    /// Runs an instruction; all operands are read back.
    void run(const Instruction& instruction, const std::vector<AnyMatrix>& operands,
             const std::vector<ScalarValue>& scalars) {
        cl_int status = 0;
        cl_kernel kernel = clCreateKernel(program_of(instruction), instruction.entry.c_str(), &status);
        need(status, "clCreateKernel");

        std::vector<cl_mem> buffers;
        std::vector<Register> shapes;
        cl_uint position = 0;
        const auto set = [&](std::size_t size, const void* value) {
            need(clSetKernelArg(kernel, position++, size, value), "clSetKernelArg");
        };
        for (const AnyMatrix& m : operands) {
            buffers.push_back(
                clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, m.bytes, m.data, &status));
            need(status, "clCreateBuffer");
            shapes.push_back(m.shape);
            set(sizeof(cl_mem), &buffers.back());
            const cl_long first = 0;
            set(sizeof first, &first);
            for (std::int64_t value : {m.shape.rows, m.shape.cols, m.shape.ld}) {
                const auto number = static_cast<cl_int>(value);
                set(sizeof number, &number);
            }
        }
        for (std::size_t i = 0; i < scalars.size(); ++i) {
            with_element_type(instruction.scalars[i].type, [&]<class T>() {
                const T value = scalars[i].as<T>();
                set(sizeof value, &value);
            });
        }

        const Geometry g = instruction.geometry({shapes, scalars});
        need(clEnqueueNDRangeKernel(queue_, kernel, 3, nullptr, g.global.data(),
                                    g.local[0] ? g.local.data() : nullptr, 0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (!writes(instruction.operands[i].access)) continue;
            need(clEnqueueReadBuffer(queue_, buffers[i], CL_TRUE, 0, operands[i].bytes, operands[i].data, 0,
                                     nullptr, nullptr),
                 "clEnqueueReadBuffer");
        }
        for (cl_mem buffer : buffers) clReleaseMemObject(buffer);
        clReleaseKernel(kernel);
    }

  private:
    /// Built once: Oclgrind's compiler takes longer than most kernels.
    cl_program program_of(const Instruction& instruction) {
        cl_program& program = programs_[{instruction.source, instruction.build_options}];
        if (program) return program;
        cl_int status = 0;
        const char* source = instruction.source.c_str();
        program = clCreateProgramWithSource(context_, 1, &source, nullptr, &status);
        need(status, "clCreateProgramWithSource");
        need(clBuildProgram(program, 1, &device_, instruction.build_options.c_str(), nullptr, nullptr),
             "clBuildProgram");
        return program;
    }

    std::map<std::pair<std::string, std::string>, cl_program> programs_;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
};

inline int failures = 0;

/// Compares all of both, gaps too, by the largest element or 1.
template <class T>
void expect_close(const std::string& what, const std::vector<T>& got, const std::vector<T>& wanted) {
    double worst = 0;
    double largest = 1;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const auto is = static_cast<double>(got[i]);
        const auto should_be = static_cast<double>(wanted[i]);
        if (std::isfinite(should_be)) largest = std::max(largest, std::fabs(should_be));
        if (is == should_be || (std::isnan(is) && std::isnan(should_be))) continue;
        const double difference = std::fabs(is - should_be);
        worst = std::isnan(difference) ? HUGE_VAL : std::max(worst, difference);
    }
    const bool good = worst <= (sizeof(T) == 8 ? 1e-13 : 1e-4) * largest;
    if (!good) ++failures;
    std::printf("%s %s: largest difference %g\n", good ? "good " : "WRONG", what.c_str(), worst);
    std::fflush(stdout);
}
template <class Part>
void expect_close(const std::string& what, const std::vector<std::complex<Part>>& got,
                  const std::vector<std::complex<Part>>& wanted) {
    const auto parts = [](const std::vector<std::complex<Part>>& numbers) {
        std::vector<Part> all;
        for (const std::complex<Part>& x : numbers) all.insert(all.end(), {x.real(), x.imag()});
        return all;
    };
    expect_close(what, parts(got), parts(wanted));
}

/// Runs an instruction on `got` by the device and on `wanted` by its host implementation.
inline void run_both(Device& device, const Instruction& instruction, const std::vector<AnyMatrix>& got,
                     const std::vector<AnyMatrix>& wanted, const std::vector<ScalarValue>& scalars) {
    std::vector<HostOperand> on_host;
    for (const AnyMatrix& operand : wanted) on_host.push_back(operand.host());
    device.run(instruction, got, scalars);
    instruction.host({on_host, scalars});
}

/// Likewise on the same operands, which keep what the device makes of them. All of each must be alike then,
/// or all of the operand that is called `alone`.
inline void check(Device& device, const Instruction& instruction, const std::vector<AnyMatrix>& operands,
                  const std::vector<ScalarValue>& scalars, std::string_view alone = {}) {
    std::vector<std::vector<char>> copies;
    std::vector<AnyMatrix> wanted = operands;
    for (AnyMatrix& m : wanted) {
        const auto* bytes = static_cast<const char*>(m.data);
        m.data = copies.emplace_back(bytes, bytes + m.bytes).data();
    }
    run_both(device, instruction, operands, wanted, scalars);
    for (std::size_t o = 0; o < operands.size(); ++o) {
        const std::string& name = instruction.operands[o].name;
        const Register& shape = operands[o].shape;
        if (!alone.empty() && name != alone) continue;
        with_element_type(shape.type, [&]<class T>() {
            const auto elements = [](const AnyMatrix& m) {
                const auto* first = static_cast<const T*>(m.data);
                return std::vector<T>(first, first + m.bytes / sizeof(T));
            };
            expect_close(instruction.name + " " + name + " " + std::to_string(shape.rows) + "x" +
                             std::to_string(shape.cols),
                         elements(operands[o]), elements(wanted[o]));
        });
    }
}

/// The same with operands and scalars by their names; scalars that are not named are 0.
inline void check_named(Device& device, const Instruction& instruction,
                        const std::map<std::string, AnyMatrix>& operands,
                        const std::map<std::string, ScalarValue>& scalars, std::string_view alone = {}) {
    std::vector<AnyMatrix> all;
    for (const Operand& operand : instruction.operands) all.push_back(operands.at(operand.name));
    std::vector<ScalarValue> values;
    for (const ScalarOperand& scalar : instruction.scalars) {
        const auto found = scalars.find(scalar.name);
        values.push_back(found == scalars.end() ? ScalarValue(0.0) : found->second);
    }
    check(device, instruction, all, values, alone);
}

/// main() of a program of these checks: exit status 1 if a result is wrong, or if OpenCL fails.
template <class Checks>
int run_checks(const Checks& checks) {
    try {
        Device device;
        checks(device);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return failures == 0 ? 0 : 1;
}

}  // namespace hg::test
