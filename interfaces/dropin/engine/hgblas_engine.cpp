#include <algorithm>
#include <set>
#include <string>

#include "blas/cost/host_choice.hpp"
#include "host_blas/cpu_qr.hpp"
#include "host_blas/find_cpu_blas.hpp"
#include "interfaces/dropin/engine.hpp"
#include "interfaces/dropin/engine/attempt.hpp"
#include "interfaces/generated/engine_calls.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/opencl/compile_time.hpp"
#include "runtime/machine/settings/setting_warnings.hpp"
#include <hg/blas/fall_back.hpp>
#include <hg/blas/session.hpp>

namespace hg::dropin {
namespace {

/// The session stays valid until the report is written at the end of the process.
Session& session() {
    static Session& session = Session::global();
    return session;
}

bool start() noexcept {
    try {
        leave_settings_to_dropin();
        static_cast<void>(session());
        return true;
    } catch (...) {
        save_error(current_error());
        return false;
    }
}

const CpuBlas* found_cpu_blas() noexcept {
    try {
        return &cpu_blas();
    } catch (...) {
        save_error(current_error());
        return nullptr;
    }
}

/// Only GPUs count, because OpenCL on the CPU is never faster than the CPU BLAS, whatever the first guesses
/// of its rates are.
bool any_gpu() {
    static const bool any = [] {
        const auto& devices = session().machine().target().devices;
        const bool found = std::any_of(devices.begin(), devices.end(),
                                       [](const DeviceModel& device) { return device.is_gpu; });
        if (!found) log(LogLevel::info, "libhgblas.so: there is no GPU, so all calls run on the CPU BLAS");
        return found;
    }();
    return any;
}

bool gains(const Product& product) noexcept {
    try {
        return any_gpu() &&
               !session().runs_on_cpu(product.type, product.m, product.n, product.k, true, product.calls);
    } catch (...) {
        save_error(current_error());
        return false;
    }
}

template <std::size_t kLength>
void put(const std::string& text, char (&place)[kLength]) {
    place[text.copy(place, kLength - 1)] = '\0';
}

/// The names of the session's devices, each once.
std::string device_names() {
    const Machine& machine = session().machine();
    std::set<std::string> names;
    for (std::size_t d = 0; d < machine.device_count(); ++d) names.insert(machine.device(d).name);
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
}

/// The name of the first GPU. There must be one.
std::string gpu_name() {
    const Machine& machine = session().machine();
    std::size_t d = 0;
    while (!machine.target().devices[d].is_gpu) ++d;
    return machine.device(d).name;
}

void figures(Figures& figures) noexcept {
    try {
        figures.compile_seconds = CompileTime::seconds();
        put(device_names(), figures.devices);
        const HostChoice& choice = session().host_choice();
        figures.host_f64 = choice.host_rates().f64;
        figures.host_f32 = choice.host_rates().f32;
        if (!any_gpu() || choice.alternatives().empty()) return;
        const HostChoice::Alternative& device = choice.alternatives().front();
        figures.call_seconds = device.call.seconds;
        figures.first_rate = device.call.rate;
        figures.streamed_rate = device.call.streamed;
        figures.rate_f64 = device.rate_f64;
        figures.rate_f32 = device.rate_f32;
        put("one " + gpu_name(), figures.device);
        figures.is_example = false;
    } catch (...) {
        save_error(current_error());
    }
}

void list_fall_backs(void (*take)(const FallBackText&, void*), void* to) noexcept {
    try {
        for (const FallBack& one : fall_backs())
            take({one.device.c_str(), one.reason.c_str(), one.finished_by.c_str(), one.times}, to);
    } catch (...) {
        save_error(current_error());
    }
}

constexpr Engine kEngine{.start = start,
                         .gains = gains,
                         .figures = figures,
                         .fall_backs = list_fall_backs,
                         .last_error = last_error,
                         .cpu_blas = found_cpu_blas,
                         .has_64_bit_integers = has_64_bit_integers,
                         .in_cpu_lapack = in_cpu_lapack,
                         .f64 = kEngineRoutines<double>,
                         .f32 = kEngineRoutines<float>,
                         .c64 = kEngineRoutines<std::complex<double>>,
                         .c32 = kEngineRoutines<std::complex<float>>,
                         .mixed = kMixedRoutines};

}  // namespace
}  // namespace hg::dropin

extern "C" [[gnu::visibility("default")]] const hg::dropin::Engine* hgblas_engine_7() {
    return &hg::dropin::kEngine;
}
