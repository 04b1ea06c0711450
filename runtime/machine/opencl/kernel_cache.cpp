#include "runtime/machine/opencl/kernel_cache.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl/compile_time.hpp"
#include "runtime/machine/opencl/newer_ptx.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/program/base/fnv1a.hpp"
#include "runtime/program/base/pocl.hpp"
#include "runtime/program/base/sha256.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Returns the options that an instruction's kernel is compiled with. Kernels of programs' files keep what is
/// needed to compare their arguments with the instruction's operands.
std::string compiler_options(const Instruction& instruction) {
    return instruction.build_options + (instruction.origin.file.empty() ? "" : " -cl-kernel-arg-info");
}

/// Returns a source with a directive by which the compiler's messages name the file it was read from.
std::string named_source(const Instruction& instruction) {
    if (instruction.origin.file.empty()) return instruction.source;
    return "#line 1 \"" + instruction.origin.file + "\"\n" + instruction.source;
}

constexpr std::array<char, 8> kMagic{'h', 'g', 'k', 'e', 'r', 'n', '2', '\n'};

/// The beginning of a cache file; the key, the instruction's name and the binary follow. Also read by
/// kernels/compiled/collect.py.
struct Header {
    std::array<char, 8> magic{};
    std::uint64_t key_bytes = 0;
    std::uint64_t name_bytes = 0;
    std::uint64_t binary_bytes = 0;
    std::uint64_t checksum = 0;  ///< of everything that follows
};
static_assert(sizeof(Header) == 40);

std::string_view view(const std::vector<unsigned char>& binary) {
    return {reinterpret_cast<const char*>(binary.data()), binary.size()};
}

/// Returns the binary in a cache file's contents, or none if they are damaged or belong to another key.
std::optional<std::vector<unsigned char>> binary_in(std::string_view content, const std::string& key) {
    Header header;
    if (content.size() < sizeof header) return std::nullopt;
    std::memcpy(&header, content.data(), sizeof header);
    const std::string_view rest = content.substr(sizeof header);
    const bool sound = header.magic == kMagic && header.key_bytes == key.size() && rest.size() > key.size() &&
                       header.name_bytes < rest.size() - key.size() &&
                       header.binary_bytes == rest.size() - key.size() - header.name_bytes &&
                       rest.starts_with(key) && header.checksum == fnv1a(rest);
    if (!sound) return std::nullopt;
    const std::string_view binary = rest.substr(rest.size() - header.binary_bytes);
    return std::vector<unsigned char>(binary.begin(), binary.end());
}

/// Returns the binary that the driver has made of a program for its only device, or nothing if the driver
/// does not provide it. Throws cl::Error.
std::vector<unsigned char> binary_of(const cl::Program& program) {
    std::vector<std::vector<unsigned char>> binaries = program.getInfo<CL_PROGRAM_BINARIES>();
    return binaries.empty() ? std::vector<unsigned char>() : std::move(binaries.front());
}

/// Returns the other settings on which compilation depends.
std::string compiler_settings(const DeviceInfo& info) {
    if (!pocl::is_pocl(info.traits)) return {};
    std::string settings;
    for (const char* const variable : pocl::kCompilerVariables)
        settings += environment_variable(variable) + '\n';
    return settings;
}

}  // namespace

std::string compiled_kind(const DeviceInfo& info) {
    return info.traits.architecture + " driver " + info.driver.substr(0, info.driver.find('.'));
}

KernelCache::KernelCache(const cl::Context& context, const cl::Device& device, const DeviceInfo& info,
                         std::string folder)
    : context_(context),
      device_(device),
      parts_come_late_(!pocl::has_one_compiler(info.traits)),
      device_name_(info.name),
      kind_(compiled_kind(info)),
      device_key_(info.platform + '\n' + info.name + '\n' + info.driver + '\n' + info.version + '\n' +
                  compiler_settings(info)),
      folder_(std::move(folder)) {}

cl::Program KernelCache::program(const Instruction& instruction) {
    std::string wanted = key(instruction);
    Entry& entry = entry_of(wanted);
    const std::lock_guard making(entry.making);
    if (!entry.program) entry.program = make(instruction, wanted);
    return *entry.program;
}

bool KernelCache::has(const Instruction& instruction) {
    const std::string wanted = key(instruction);
    Entry& entry = entry_of(wanted);
    const std::lock_guard making(entry.making);
    return entry.program || compiled_for_device(instruction) != nullptr || folder_.has(file_name(wanted));
}

KernelCache::Entry& KernelCache::entry_of(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return entries_[key];
}

cl::Program KernelCache::make(const Instruction& instruction, const std::string& key) {
    const DriverAtWork at_work;
    if (const CompiledKernel* const compiled = compiled_for_device(instruction))
        if (const auto program = from_binary(compiled->binary, instruction.build_options)) {
            log(LogLevel::debug, "kernel " + instruction.name + " was compiled beforehand");
            return *program;
        }
    const Kept kept = read(key);
    if (kept.binary)
        if (const auto program = from_binary(view(*kept.binary), compiler_options(instruction))) {
            log(LogLevel::debug, "kernel " + instruction.name + " taken from the cache");
            return *program;
        }
    cl::Program program = from_source(instruction, compiler_options(instruction));
    if (instruction.newer_ptx) program = with_newer_ptx(program, instruction);
    log(LogLevel::debug, "kernel " + instruction.name + " compiled");
    if (kept.replaceable) keep(program, instruction, key);
    return program;
}

const CompiledKernel* KernelCache::compiled_for_device(const Instruction& instruction) const {
    for (const CompiledKernel& compiled : instruction.compiled)
        if (compiled.kind == kind_) return &compiled;
    return nullptr;
}

void KernelCache::keep(const cl::Program& program, const Instruction& instruction,
                       const std::string& key) const {
    try {
        if (const Binary binary = binary_of(program); !binary.empty()) write(instruction.name, key, binary);
    } catch (const cl::Error& error) {
        log(LogLevel::info,
            "no binary of kernel " + instruction.name + ": " + opencl_error_name(error.err()));
    }
}

std::string KernelCache::key(const Instruction& instruction) const {
    return device_key_ + compiler_options(instruction) + '\n' + instruction.source;
}

std::string KernelCache::file_name(const std::string& key) {
    return digest({key}) + ".kernel";
}

KernelCache::Kept KernelCache::read(const std::string& key) const {
    if (!folder_.keeps()) return {.binary = std::nullopt, .replaceable = false};
    try {
        const std::optional<std::string> content = folder_.read(file_name(key));
        if (!content) return {};
        std::optional<Binary> binary = binary_in(*content, key);
        if (!binary)
            log(LogLevel::warn,
                "ignored " + folder_.file(file_name(key)) + ": it is damaged or not a kernel of hg's");
        return {.binary = std::move(binary)};
    } catch (const std::exception& error) {
        // Do not touch a path that is not a file, is unreadable, or may belong to another user.
        log_once(LogLevel::warn, std::string("ignored ") + error.what());
        return {.binary = std::nullopt, .replaceable = false};
    }
}

void KernelCache::write(const std::string& name, const std::string& key, const Binary& binary) const {
    const Header header{kMagic, key.size(), name.size(), binary.size(),
                        fnv1a(view(binary), fnv1a(name, fnv1a(key)))};
    try {
        AtomicFile file = folder_.create(file_name(key));
        file.write(&header, sizeof header);
        file.write(key.data(), key.size());
        file.write(name.data(), name.size());
        file.write(binary.data(), binary.size());
        file.commit();
    } catch (const std::exception& error) {
        // Without a cache file, the next process compiles again; there is no other loss.
        log_once(LogLevel::warn, std::string("compiled kernels are not kept: ") + error.what());
    }
}

std::optional<cl::Program> KernelCache::from_binary(std::string_view binary, const std::string& options) {
    try {
        cl::Program program(context_, {device_}, {Binary(binary.begin(), binary.end())});
        program.build({device_}, options.c_str());
        if (parts_come_late_) driver_has_loaded(LatePart::loader);
        return program;
    } catch (const cl::Error& error) {
        log(LogLevel::warn, "the driver does not take a compiled kernel: " + opencl_error_name(error.err()));
        return std::nullopt;
    }
}

/// Makes the driver load its compiler with a trivial kernel. If the process ended while the compiler was
/// working and hg did not know that it was loaded, the compiler would be destroyed while it works.
void KernelCache::load_compiler() {
    const std::lock_guard loading(loading_);
    if (!parts_come_late_ || std::exchange(compiler_is_loaded_, true)) return;
    try {
        cl::Program program(context_, std::string("kernel void hg_nothing() {}"));
        program.build({device_});
        // Later machines may find their kernels in the cache; therefore, this also loads the part of the
        // driver that makes kernels from binaries.
        if (const Binary binary = binary_of(program); !binary.empty())
            cl::Program(context_, {device_}, {binary}).build({device_});
    } catch (const cl::Error& error) {
        log(LogLevel::info, "the driver compiles no empty kernel: " + opencl_error_name(error.err()));
    }
    driver_has_loaded(LatePart::compiler);
    driver_has_loaded(LatePart::loader);
}

cl::Program KernelCache::with_newer_ptx(const cl::Program& program, const Instruction& instruction) {
    try {
        if (const auto text = newer_ptx(view(binary_of(program)), instruction.newer_ptx->target))
            if (const auto newer = from_binary(*text, instruction.build_options)) return *newer;
    } catch (const cl::Error& error) {
        log(LogLevel::info,
            "no binary of kernel " + instruction.name + ": " + opencl_error_name(error.err()));
    }
    log(LogLevel::info, "kernel " + instruction.name + " does without the instructions of " +
                            instruction.newer_ptx->target + ": the driver's binary is no PTX text for it");
    return from_source(instruction, instruction.newer_ptx->options_without);
}

cl::Program KernelCache::from_source(const Instruction& instruction, const std::string& options) {
    const Compilation compilation(instruction.name, device_name_, folder_.path());
    load_compiler();
    cl::Program program(context_, named_source(instruction));
    try {
        program.build({device_}, (options + std::string(pocl::kNoWarnings)).c_str());
    } catch (const cl::Error& error) {
        ErrorContext context;
        context.opencl_error = opencl_error_name(error.err());
        try {
            context.build_log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_);
        } catch (const cl::Error&) {
            context.build_log = "(the driver gives none)";
        }
        throw Error(ErrorCode::build_failed,
                    "the kernel of instruction " + instruction.name + " does not compile",
                    std::move(context));
    }
    return program;
}

}  // namespace hg
