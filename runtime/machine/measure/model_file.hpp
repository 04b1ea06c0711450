#pragma once

#include <functional>
#include <string>

#include "runtime/files/cache_folder.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

/// What tells devices of one kind: name, driver and compute units, in printable ASCII. Devices of one kind
/// have equal rates; only their links may differ.
std::string kind_of(const DeviceInfo& info);

/// The name of the GEMM kernel whose rate stands for a device's; empty if there is none.
using ProductKernel = std::function<std::string(const DeviceModel&, ElementType)>;

/// Measured figures in the file machine.json of a cache folder. Figures of a kind of device are kept by its
/// name, its driver and the cores of the host, the rate of a kernel by the kernel as well. Figures of a
/// machine are kept by its devices and the cores, those of the CPU's BLAS by the CPU. Each figure has the day
/// on which it was measured.
class ModelFile {
  public:
    /// `folder` empty: nothing is kept, and nothing known. Without `kernel` no rates of kernels are. The
    /// machine must outlive this.
    ModelFile(std::string folder, const Machine& machine, ProductKernel kernel = {});

    /// What the file knows of the machine. A file that is missing counts as empty; one that cannot be read,
    /// is no ordinary file, is damaged or not ours, holds a figure that cannot be (a rate below 1), or can be
    /// changed by other users is ignored with one warning in the log.
    [[nodiscard]] MachineModel load() const;
    /// Adds what `model` knows to the file; older figures are replaced. It is written under a temporary name
    /// and renamed. True if that went well: a folder that cannot be written costs a warning in the log.
    bool save(const MachineModel& model) const;

    [[nodiscard]] std::string path() const;

  private:
    [[nodiscard]] std::string kernel_of(std::size_t device, ElementType type) const;
    [[nodiscard]] std::string kind_key(std::size_t device) const;
    [[nodiscard]] std::string machine_key() const;

    CacheFolder folder_;
    const Machine& machine_;
    ProductKernel kernel_;
};

}  // namespace hg
