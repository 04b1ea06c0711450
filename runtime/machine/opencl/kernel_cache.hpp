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

/// The kind of compiled kernels that a device takes, as CompiledKernel has it. Drivers of one branch, the
/// number before the first dot of their versions, agree on what compiled kernels look like.
std::string compiled_kind(const DeviceInfo& info);

/// Compiled OpenCL programs of one device: in memory, and in files if there is a folder for them. A program
/// is made only once; several threads may have several made at once. Thread-safe.
///
/// What an instruction has compiled for the device is taken before all else: neither compiler nor file is
/// needed.
///
/// A file is named by the SHA-256 of its key: source, options, device, driver, platform, and the variables
/// that tell PoCL how to compile. It holds the whole key, the instruction's name and a checksum next to the
/// binary. A file that is damaged, or holds another key, is as good as none: it is replaced. What cannot be
/// read, is no ordinary file, or can be changed by other users is ignored with one warning in the log, and
/// left alone.
class KernelCache {
  public:
    /// `folder` is made when the first file is written; empty: no files.
    KernelCache(const cl::Context& context, const cl::Device& device, const DeviceInfo& info,
                std::string folder);

    /// The program of an instruction's source and build options.
    /// Throws Error{build_failed} with the compiler's output.
    cl::Program program(const Instruction& instruction);
    /// True if program() need not compile, unless a file turns out to be damaged.
    [[nodiscard]] bool has(const Instruction& instruction);

  private:
    using Binary = std::vector<unsigned char>;

    struct Entry {
        std::mutex making;
        std::optional<cl::Program> program;
    };

    /// What the folder has for a key.
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
    bool parts_come_late_;  ///< the driver loads its compiler and the like when it needs them first
    std::string kind_;      ///< of CompiledKernel
    std::string device_key_;
    CacheFolder folder_;
    std::mutex loading_;
    bool compiler_is_loaded_ = false;
    std::mutex mutex_;                                ///< of entries_
    std::unordered_map<std::string, Entry> entries_;  ///< by key
};

}  // namespace hg
