#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Returns the kind of compiled kernels that a device accepts, as in CompiledKernel. Drivers of one branch,
/// which is the number before the first dot of their version, use the same format of compiled kernels.
std::string compiled_kind(const DeviceInfo& info);

/// The compiled OpenCL programs of one device: in memory, and in files if there is a folder for them. Each
/// program is made only once; several threads may make several programs at once. Thread-safe.
///
/// A kernel that the instruction itself brings, compiled for the device, comes first: it needs neither the
/// compiler nor a file.
///
/// The name of a file is the SHA-256 of its key: source, options, device, driver, platform, and the variables
/// that control PoCL's compilation. The file contains the whole key, the instruction's name, a checksum and
/// the binary. A file that is damaged or contains another key is replaced. A path that is unreadable, is not
/// a regular file, or can be changed by other users is ignored with one warning in the log, and not touched.
class KernelCache {
  public:
    /// Creates `folder` when it writes the first file. If `folder` is empty, there are no files.
    KernelCache(const cl::Context& context, const cl::Device& device, const DeviceInfo& info,
                std::string folder);

    /// Returns the program of an instruction's source and build options. Throws Error{build_failed} with the
    /// compiler's output.
    cl::Program program(const Instruction& instruction);
    /// Returns true if program() need not compile, unless a file turns out to be damaged.
    [[nodiscard]] bool has(const Instruction& instruction);

  private:
    using Binary = std::vector<unsigned char>;

    struct Entry {
        std::mutex making;
        std::optional<cl::Program> program;
    };

    /// The folder's contents for a key.
    struct Kept {
        std::optional<Binary> binary;
        bool replaceable = true;  ///< a new file may be written in its place
    };

    [[nodiscard]] std::string key(const Instruction& instruction) const;
    [[nodiscard]] static std::string file_name(const std::string& key);
    [[nodiscard]] Entry& entry_of(const std::string& key);
    [[nodiscard]] cl::Program make(const Instruction& instruction, const std::string& key);
    [[nodiscard]] const CompiledKernel* compiled_for_device(const Instruction& instruction) const;
    void keep(const cl::Program& program, const Instruction& instruction, const std::string& key) const;
    [[nodiscard]] Kept read(const std::string& key) const;
    void write(const std::string& name, const std::string& key, const Binary& binary) const;
    [[nodiscard]] std::optional<cl::Program> from_binary(std::string_view binary, const std::string& options);
    [[nodiscard]] cl::Program from_source(const Instruction& instruction, const std::string& options);
    [[nodiscard]] cl::Program with_newer_ptx(const cl::Program& program, const Instruction& instruction);
    void load_compiler();

    cl::Context context_;
    cl::Device device_;
    bool parts_come_late_;  ///< the driver loads its compiler and similar parts at their first use
    std::string device_name_;
    std::string kind_;  ///< the kind of CompiledKernel
    std::string device_key_;
    CacheFolder folder_;
    std::mutex loading_;
    bool compiler_is_loaded_ = false;
    std::mutex mutex_;                                ///< guards entries_
    std::unordered_map<std::string, Entry> entries_;  ///< indexed by key
};

}  // namespace hg
