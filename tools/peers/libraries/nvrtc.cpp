// CUDA's run-time compiler (NVRTC): hg's own kernels, compiled as CUDA C++.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/cli/stopwatch.hpp"
#include "tools/peers/cuda_kernels.hpp"
#include "tools/peers/cuda_source.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"

namespace hgctl {
namespace {

/// The compiler, as its header nvrtc.h declares it.
class Nvrtc {
  public:
    /// "12.8"
    [[nodiscard]] std::string version() const {
        int major = 0, minor = 0;
        library.require(version_(&major, &minor), "nvrtcVersion");
        return std::to_string(major) + "." + std::to_string(minor);
    }
    /// The machine code for devices of this compute capability. Throws hg::Error{device_failed} with the log.
    [[nodiscard]] std::string compiled(const hg::Instruction& instruction, int capability) const;

    NvidiaLibrary library{"NVRTC", {13, 12, 11}};

  private:
    [[nodiscard]] std::string log_of(void* program) const;

    int (*version_)(int*, int*) = library.need("nvrtcVersion");
    int (*create_)(void**, const char*, const char*, int, const char* const*,
                   const char* const*) = library.need("nvrtcCreateProgram");
    int (*compile_)(void*, int, const char* const*) = library.need("nvrtcCompileProgram");
    int (*log_size_)(void*, std::size_t*) = library.need("nvrtcGetProgramLogSize");
    int (*log_)(void*, char*) = library.need("nvrtcGetProgramLog");
    int (*code_size_)(void*, std::size_t*) = library.need("nvrtcGetCUBINSize");
    int (*code_)(void*, char*) = library.need("nvrtcGetCUBIN");
    int (*destroy_)(void**) = library.need("nvrtcDestroyProgram");
};

std::string Nvrtc::log_of(void* program) const {
    std::size_t size = 0;
    if (log_size_(program, &size) != 0 || size == 0) return "it gives no reason";
    std::string log(size, '\0');
    if (log_(program, log.data()) != 0) return "it gives no reason";
    return log.c_str();
}

std::string Nvrtc::compiled(const hg::Instruction& instruction, int capability) const {
    const std::string source = cuda_source(instruction);
    std::vector<std::string> options = cuda_options(instruction);
    options.push_back("--gpu-architecture=sm_" + std::to_string(capability));
    options.emplace_back("--device-as-default-execution-space");
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    void* program = nullptr;
    library.require(
        create_(&program, source.c_str(), (instruction.name + ".cu").c_str(), 0, nullptr, nullptr),
        "nvrtcCreateProgram");
    struct Ended {
        const Nvrtc& nvrtc;
        void*& program;
        ~Ended() { nvrtc.destroy_(&program); }
    } const ended{*this, program};
    if (compile_(program, static_cast<int>(words.size()), words.data()) != 0)
        fail("NVRTC does not compile " + instruction.name + ":\n" + log_of(program));
    std::size_t size = 0;
    library.require(code_size_(program, &size), "nvrtcGetCUBINSize");
    std::string code(size, '\0');
    library.require(code_(program, code.data()), "nvrtcGetCUBIN");
    return code;
}

/// The arguments of a launch, in the order of hg's calling convention.
class Arguments {
  public:
    void add_register(void* memory, const hg::Register& shape) {
        add(memory);
        add(std::int64_t{0});
        for (const std::int64_t extent : {shape.rows, shape.cols, shape.ld})
            add(static_cast<std::int32_t>(extent));
    }
    void add_scalar(hg::ElementType type, double value) {
        if (type == hg::ElementType::f64)
            add(value);
        else if (type == hg::ElementType::f32)
            add(static_cast<float>(value));
        else
            add(static_cast<std::int32_t>(value));
    }
    [[nodiscard]] std::vector<void*>& addresses() { return addresses_; }

  private:
    template <class T>
    void add(T value) {
        static_assert(sizeof(T) <= sizeof(std::int64_t));
        std::memcpy(&values_.emplace_back(), &value, sizeof value);
        addresses_.push_back(&values_.back());
    }

    std::deque<std::int64_t> values_;  // which stay where they are
    std::vector<void*> addresses_;
};

class NvrtcPeer final : public KernelPeer {
  public:
    NvrtcPeer() { nvrtc_.library.driver.use(0); }

    [[nodiscard]] std::string name() const override { return "cuda"; }
    [[nodiscard]] std::string runs_on() const override {
        return nvrtc_.library.devices_text(1) + ", kernels by NVRTC " + nvrtc_.version();
    }
    double build(const hg::Instruction& instruction) override;
    KernelTimes run(const hg::Instruction& instruction, const std::vector<KernelOperand>& operands,
                    const std::vector<double>& scalars) override;

  private:
    void move(const hg::Instruction& instruction, const std::vector<KernelOperand>& operands,
              const std::deque<CudaMemory>& memory, bool in) const;

    struct Built {
        std::unique_ptr<CudaKernels::Kernel> kernel;
        double seconds = 0;
    };

    Nvrtc nvrtc_;
    CudaKernels kernels_{nvrtc_.library.driver};
    std::map<std::string, Built> built_{};  ///< by the instruction's name
};

double NvrtcPeer::build(const hg::Instruction& instruction) {
    Built& built = built_[instruction.name];
    if (built.kernel) return built.seconds;
    Stopwatch watch;
    const std::string code = nvrtc_.compiled(instruction, kernels_.capability(0));
    built.kernel = std::make_unique<CudaKernels::Kernel>(kernels_, code, instruction.entry);
    return built.seconds = watch.lap();
}

/// The blocks of a launch, 16 x 16 threads each if the instruction leaves them to the driver.
std::pair<std::array<unsigned, 3>, std::array<unsigned, 3>> blocks_of(const hg::Geometry& geometry) {
    const bool is_chosen = geometry.local[0] == 0;
    const std::array<std::size_t, 3> block =
        is_chosen ? std::array<std::size_t, 3>{16, 16, 1} : geometry.local;
    std::pair<std::array<unsigned, 3>, std::array<unsigned, 3>> blocks;
    for (std::size_t d = 0; d < block.size(); ++d) {
        blocks.first[d] = static_cast<unsigned>((geometry.global[d] + block[d] - 1) / block[d]);
        blocks.second[d] = static_cast<unsigned>(block[d]);
    }
    return blocks;
}

/// Copies the operands that the kernel reads to the device (`in`), or those that it writes back.
void NvrtcPeer::move(const hg::Instruction& instruction, const std::vector<KernelOperand>& operands,
                     const std::deque<CudaMemory>& memory, bool in) const {
    for (std::size_t o = 0; o < operands.size(); ++o) {
        const hg::Register& shape = operands[o].shape;
        const auto element = static_cast<std::size_t>(size_of(shape.type));
        const std::size_t bytes = static_cast<std::size_t>(shape.rows) * element;
        const CudaColumns host{operands[o].data, bytes};
        const CudaColumns there{memory[o].address(), static_cast<std::size_t>(shape.ld) * element};
        const auto count = static_cast<std::size_t>(shape.cols);
        if (in && reads(instruction.operands[o].access))
            kernels_.copy_in(there, host, bytes, count);
        else if (!in && writes(instruction.operands[o].access))
            kernels_.copy_out(host, there, bytes, count);
    }
}

KernelTimes NvrtcPeer::run(const hg::Instruction& instruction, const std::vector<KernelOperand>& operands,
                           const std::vector<double>& scalars) {
    build(instruction);
    const CudaDriver& driver = nvrtc_.library.driver;
    KernelTimes times;
    Stopwatch watch;
    std::deque<CudaMemory> memory;
    for (const KernelOperand& operand : operands) memory.emplace_back(driver, operand.shape.span_bytes());
    times.allocation = watch.lap();
    Arguments arguments;
    std::vector<hg::Register> registers;
    for (std::size_t o = 0; o < operands.size(); ++o) {
        registers.push_back(operands[o].shape);
        arguments.add_register(memory[o].address(), operands[o].shape);
    }
    std::vector<hg::ScalarValue> values;
    for (std::size_t s = 0; s < scalars.size(); ++s) {
        values.emplace_back(scalars[s]);
        arguments.add_scalar(instruction.scalars[s].type, scalars[s]);
    }
    const auto [grid, block] = blocks_of(instruction.geometry({registers, values}));
    watch.lap();
    move(instruction, operands, memory, true);
    times.in = watch.lap();
    times.by_device = built_.at(instruction.name).kernel->run(grid, block, arguments.addresses());
    times.kernel = watch.lap();
    move(instruction, operands, memory, false);
    times.out = watch.lap();
    return times;
}

}  // namespace

std::unique_ptr<KernelPeer> load_nvrtc() {
    return std::make_unique<NvrtcPeer>();
}

}  // namespace hgctl
