#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/device_traits.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// What a program builder and the simulator know of one device: plain numbers, no handles.
struct DeviceModel {
    std::string name = "gpu";                           ///< as printed in programs; letters, digits, '_', '-'
    std::int64_t memory = std::int64_t{16} << 30;       ///< bytes that all slots of a program may take
    std::int64_t largest_slot = std::int64_t{4} << 30;  ///< bytes that one slot may take
    double link_in = 25e9;                              ///< host to device, bytes/s
    double link_out = 25e9;                             ///< device to host, bytes/s
    double link_both = 50e9;                            ///< both directions at once, bytes/s
    double link_latency = 10e-6;                        ///< seconds per transfer
    double rate_f64 = 5e12;         ///< sustained kernel rate if all compute units are busy, flop/s
    double rate_f32 = 10e12;        ///< likewise for f32
    double memory_rate = 1e12;      ///< device memory, bytes/s
    double launch_latency = 5e-6;   ///< seconds per EXEC
    double shortest_kernel = 5e-6;  ///< seconds of a GPU's kernel that has next to nothing to do
    bool has_f64 = true;            ///< runs double precision kernels
    bool is_gpu = true;             ///< needs kernels blocked for a GPU, else for a CPU
    bool available = true;          ///< false if the device was lost: builders leave it out
    DeviceTraits traits;  ///< what kernels are chosen by; a program's text has only the compute units of them

    /// rate_f32 or rate_f64, by the precision of the type.
    [[nodiscard]] double rate(ElementType type) const noexcept {
        return by_precision(type, rate_f32, rate_f64);
    }
    /// The same, to be set.
    [[nodiscard]] double& rate(ElementType type) noexcept { return by_precision(type, rate_f32, rate_f64); }
    /// Whether kernels for such elements run on it.
    [[nodiscard]] bool computes(ElementType type) const noexcept { return has_f64 || !needs_f64(type); }
};

/// What the host and its driver add to the transfers and launches of GPUs in a simulation. CPU devices have none of it. The
/// defaults fit the times of whole calls on an H200 (docs/decisions/0044-what-the-host-adds.md).
struct HostDelays {
    double beside_one_way = 1.5;  ///< launches while the link is in use one way take longer by this factor
    double beside_both_ways = 2;  ///< likewise both ways
    double awaited = 17e-6;       ///< seconds that a launch takes more if others wait for the end of its EXEC
    double start = 50e-6;         ///< seconds until a kernel starts on an idle device
    double wake = 100e-6;         ///< seconds until the threads of the queues are awake
    double first_piece = 1 << 20;  ///< bytes of an LD that are copied before an idle link gets any
    double last_piece = 4 << 20;   ///< bytes of an ST that are copied after the link
    double piece_alone = 2.2;      ///< how much longer the copy of one piece takes than its share of many
    double next_column = 3000;     ///< bytes that are copied in the time of going from one column to the next

    /// None at all: plain numbers to reckon with.
    static constexpr HostDelays none() noexcept { return {1, 1, 0, 0, 0, 0, 0, 0, 0}; }
};

/// The machine as numbers: what programs are built for and simulated on.
struct Target {
    std::vector<DeviceModel> devices;  ///< by DeviceIndex
    double host_copy_rate = 40e9;      ///< bytes/s of staging copies, all devices together
    double links_in = 1e30;            ///< bytes/s of all links in together
    double links_out = 1e30;           ///< bytes/s of all links out together
    double links_both = 1e30;          ///< bytes/s of all links, both directions at once
    HostDelays delays{};               ///< in simulations
};

}  // namespace hg
