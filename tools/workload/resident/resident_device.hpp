#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "runtime/machine/measure/device_work.hpp"

namespace hgctl {

using hg::ChainTimes;
using ResidentStep = hg::KernelCall;

/// A column-major matrix in a device's memory. Behind its last column stand `guard` more of ld elements each,
/// that nobody should touch.
struct ResidentMatrix {
    hg::Register shape;
    std::int64_t guard = 0;
    std::unique_ptr<hg::DeviceMemory> memory;

    [[nodiscard]] hg::LiveRegister live() const { return {shape, memory.get()}; }
    [[nodiscard]] std::int64_t frame_elements() const { return shape.ld * (shape.cols + guard); }
    /// Everything in the memory, gaps and guard included, as one matrix of ld rows.
    [[nodiscard]] hg::LiveRegister frame() const {
        hg::Register whole = shape;
        whole.rows = shape.ld;
        whole.cols = shape.cols + guard;
        return {whole, memory.get()};
    }
};

/// A device with matrices in its memory.
class ResidentDevice : public hg::DeviceWork {
  public:
    using DeviceWork::DeviceWork;

    /// Throws hg::Error{out_of_memory}.
    [[nodiscard]] ResidentMatrix matrix(hg::ElementType type, std::int64_t rows, std::int64_t cols,
                                        std::int64_t ld, std::int64_t guard = 0) {
        return {{type, 0, rows, cols, ld}, guard, device().allocate(ld * (cols + guard) * hg::size_of(type))};
    }
    /// Moves a matrix from or to host memory if its columns stand without gaps; a frame as
    /// a whole. Throws hg::Error{device_failed}.
    void load(const hg::LiveRegister& matrix, const void* data) {
        DeviceWork::load(data, matrix, matrix.shape.rows);
    }
    void store(const hg::LiveRegister& matrix, void* data) {
        DeviceWork::store(matrix, data, matrix.shape.rows);
    }
    /// Runs all steps in order, `times` times over; they are prepared. Throws the first error.
    ChainTimes run(std::span<const ResidentStep> steps, int times = 1) { return run_chain(steps, times); }
};

}  // namespace hgctl
