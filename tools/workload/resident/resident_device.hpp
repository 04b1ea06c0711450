#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hgctl {

/// A column-major matrix in a device's memory. Behind its last column stand `guard` more of ld elements each,
/// that nobody should touch.
struct ResidentMatrix {
    hg::Register shape;
    std::int64_t guard = 0;
    std::unique_ptr<hg::DeviceMemory> memory;

    [[nodiscard]] hg::LiveRegister live() const { return {shape, memory.get()}; }
    /// Everything in the memory, gaps and guard included, as one matrix of ld rows.
    [[nodiscard]] hg::LiveRegister frame() const;
    [[nodiscard]] std::int64_t frame_elements() const { return shape.ld * (shape.cols + guard); }
};

/// One instruction with what it runs on.
struct ResidentStep {
    hg::InstructionPtr instruction;
    std::vector<hg::LiveRegister> registers;
    std::vector<hg::ScalarValue> scalars;
};

/// How long a chain of steps took.
struct ChainTimes {
    double wall = 0;    ///< seconds from the first launch until the last step was reported done
    double device = 0;  ///< seconds in kernels, by the device's own clock; 0 if the driver tells none
};

/// One device without a machine around it: what is put in its memory stays there, and instructions run when
/// they are called. Not thread-safe.
class ResidentDevice {
  public:
    explicit ResidentDevice(std::unique_ptr<hg::Device> device) : device_(std::move(device)) {}

    [[nodiscard]] const hg::DeviceInfo& info() const noexcept { return device_->info(); }

    /// Throws hg::Error{out_of_memory}.
    [[nodiscard]] ResidentMatrix matrix(hg::ElementType type, std::int64_t rows, std::int64_t cols,
                                        std::int64_t ld, std::int64_t guard = 0);
    /// Moves a matrix from or to host memory if its columns stand without gaps; a frame as
    /// a whole. Throws hg::Error{device_failed}.
    void load(const hg::LiveRegister& matrix, const void* data);
    void store(const hg::LiveRegister& matrix, void* data);

    /// Compiles. Throws hg::Error{build_failed}, {device_failed} if the device cannot run it.
    void prepare(const hg::Instruction& instruction) { device_->prepare(instruction); }
    /// Runs all steps in order, `times` times over; they are prepared. Throws the first error.
    ChainTimes run(std::span<const ResidentStep> steps, int times = 1);
    /// The same without a look at the device's clock, which would take longer than a short kernel. Returns the
    /// seconds from the first launch until the last step was reported done.
    double run_unobserved(std::span<const ResidentStep> steps, int times);

  private:
    std::unique_ptr<hg::Device> device_;
};

}  // namespace hgctl
