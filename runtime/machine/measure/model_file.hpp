#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "runtime/files/file_lock.hpp"
#include "runtime/machine/measure/learned_factors.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {

class OwnedJson;

/// Returns the kind of a device: its name, driver and compute units, in printable ASCII. Devices of one kind
/// have equal rates; only their links may differ.
std::string kind_of(const DeviceInfo& info);

/// Returns the name of the GEMM kernel whose rate represents a device's rate; empty if there is none.
using ProductKernel = std::function<std::string(const DeviceModel&, ElementType)>;

/// The measured figures in the file machine.json of a cache folder. The keys of figures are: for a kind of
/// device its name, its driver and the cores of the host; for the rate of a kernel also the kernel; for a
/// machine its devices and the cores; for the CPU's BLAS the CPU. Each figure has the date of its
/// measurement.
class ModelFile {
  public:
    /// If `folder` is empty, nothing is stored and nothing is known. Without `kernel`, this applies to the
    /// rates of kernels. The machine must outlive this object.
    ModelFile(std::string folder, const Machine& machine, ProductKernel kernel = {});

    /// Returns the file's figures for the machine. A missing file counts as empty. A file that is unreadable,
    /// not a regular file, damaged or not hg's, contains an impossible figure such as a rate below 1, or can
    /// be changed by other users is ignored with one warning in the log.
    [[nodiscard]] MachineModel load() const;
    /// Adds the figures of `model` to the file and replaces older ones. Writes the file under a temporary
    /// name and renames it; the lock of `machine.json.lock` makes processes wait for each other. Returns true
    /// on success; if the folder cannot be written, writes a warning to the log.
    bool save(const MachineModel& model) const;

    /// Returns the factors that save_learned() has kept for the machine, if it was this version of hg: others
    /// may simulate otherwise.
    [[nodiscard]] LearnedFactors load_learned(const std::string& version) const;
    /// Adds factors of one kind of call. They are dropped when links or kernels of the machine get other
    /// rates.
    void save_learned(const std::string& version, const std::string& kind,
                      const std::vector<double>& factors) const;

    [[nodiscard]] std::string path() const;

  private:
    [[nodiscard]] std::string kernel_of(std::size_t device, ElementType type) const;
    [[nodiscard]] std::string kind_key(std::size_t device) const;
    [[nodiscard]] std::string machine_key() const;
    void put_devices(OwnedJson& tables, const MachineModel& model) const;
    /// Changes the file while nobody else does. If it cannot, writes a warning that ends with `consequence`.
    bool change(const std::function<void(OwnedJson& tables)>& edit, const LockWait& wait,
                const char* consequence) const;

    CacheFolder folder_;
    const Machine& machine_;
    ProductKernel kernel_;
};

}  // namespace hg
