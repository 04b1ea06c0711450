#include "tools/hgctl/device_check.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "tools/hgctl/device_selection.hpp"
#include "tools/workload/problem/routine.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::array kCheckedTypes{hg::ElementType::f64, hg::ElementType::f32, hg::ElementType::c64,
                                   hg::ElementType::c32};
/// Together they run kernels of all families for matrices.
constexpr std::array<std::string_view, 5> kCheckedRoutines{"gemm", "trsm", "getrf", "potrf", "geqrf"};
constexpr std::int64_t kCheckedSize = 60;
/// Draws matrices that are not empty.
constexpr std::uint64_t kCheckedSeed = 3;

DeviceCheck check_type(hg::Session& session, const hg::DeviceListing& device, hg::ElementType type) {
    DeviceCheck result{.device = device.entry(), .type = std::string(name(type))};
    for (const std::string_view routine : kCheckedRoutines) {
        std::string fault = "the device has no double precision";
        if (device.info.has_f64 || !hg::needs_f64(type))
            fault = routine_named(routine).draw(type, kCheckedSeed, kCheckedSize)->check(session).fault;
        (fault.empty() ? result.runs : result.fails).emplace_back(routine);
        if (result.reason.empty()) result.reason = fault;
    }
    return result;
}

void check_device(const hg::DeviceListing& device, std::vector<DeviceCheck>& results) {
    try {
        hg::Session session(machine_options(device.entry()));
        for (const hg::ElementType type : kCheckedTypes) results.push_back(check_type(session, device, type));
    } catch (const hg::Error& error) {
        results.push_back({.device = device.entry(), .type = "all", .reason = error.what()});
    }
}

}  // namespace

std::vector<DeviceCheck> check_devices(const std::vector<hg::DeviceListing>& devices) {
    std::vector<DeviceCheck> results;
    for (const hg::DeviceListing& device : devices)
        if (!device.info.is_host) check_device(device, results);
    return results;
}

}  // namespace hgctl
