#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/machine/opencl/opencl_api.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// Compiled OpenCL programs of one device: in memory, and in files if there is a folder for them.
///
/// A file holds the whole key (source, options, device, driver, platform) and a checksum next to the binary.
/// A file that is damaged, or holds another key, is as good as none: it is replaced. What cannot be read, or
/// is no ordinary file, is ignored with one warning in the log, and left alone.
class KernelCache {
  public:
    /// `folder` is made when the first file is written; empty: no files.
    KernelCache(const cl::Context& context, const cl::Device& device, const DeviceInfo& info,
                std::string folder);

    /// The program of an instruction's source and build options.
    /// Throws Error{build_failed} with the compiler's output.
    cl::Program program(const Instruction& instruction);
    /// True if program() need not compile, unless a file turns out to be damaged.
    [[nodiscard]] bool has(const Instruction& instruction) const;

  private:
    using Binary = std::vector<unsigned char>;

    /// What the folder has for a key.
    struct Kept {
        std::optional<Binary> binary;
        bool replaceable = true;  ///< a new file may be written in its place
    };

    [[nodiscard]] std::string key(const Instruction& instruction) const;
    [[nodiscard]] std::string file_name(const std::string& key) const;
    [[nodiscard]] Kept read(const std::string& key) const;
    void write(const std::string& key, const Binary& binary) const;
    [[nodiscard]] std::optional<cl::Program> from_binary(const Binary& binary, const std::string& options);
    [[nodiscard]] cl::Program from_source(const Instruction& instruction);
    void load_compiler();

    cl::Context context_;
    cl::Device device_;
    bool parts_come_late_;  ///< the driver loads its compiler and the like when it needs them first
    bool compiler_is_loaded_ = false;
    std::string device_key_;
    std::string folder_;
    std::unordered_map<std::string, cl::Program> programs_;  ///< by key
};

}  // namespace hg
