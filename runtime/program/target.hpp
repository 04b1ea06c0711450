#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <hg/runtime/program/device_traits.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A device as program builders and the simulator see it: plain numbers, no handles.
struct DeviceModel {
    std::string name = "gpu";  ///< as printed in programs; letters, digits, '_', '-'
    /// Bytes that all slots of a program together may take.
    std::int64_t memory = std::int64_t{16} << 30;
    std::int64_t largest_slot = std::int64_t{4} << 30;  ///< bytes that one slot may take
    double link_in = 25e9;                              ///< host to device, bytes/s
    double link_out = 25e9;                             ///< device to host, bytes/s
    double link_both = 50e9;                            ///< both directions concurrently, bytes/s
    double link_latency = 10e-6;                        ///< seconds per transfer
    double rate_f64 = 5e12;         ///< sustained kernel rate with all compute units busy, flop/s
    double rate_f32 = 10e12;        ///< the same for f32
    double memory_rate = 1e12;      ///< device memory, bytes/s
    double launch_latency = 5e-6;   ///< seconds per EXEC
    double shortest_kernel = 5e-6;  ///< seconds of a GPU kernel that has almost nothing to do
    bool has_f64 = true;            ///< runs double-precision kernels
    bool is_gpu = true;             ///< needs kernels blocked for a GPU; if false, for a CPU
    /// Reads the caller's memory where it is: LDs of operands that are only read copy nothing.
    bool shares_host_memory = false;
    bool available = true;  ///< false if the device was lost: builders do not use it
    /// Properties by which kernels are chosen.
    DeviceTraits traits;

    /// Returns rate_f32 or rate_f64, depending on the precision of the type.
    [[nodiscard]] double rate(ElementType type) const noexcept {
        return by_precision(type, rate_f32, rate_f64);
    }
    /// The same, as a reference that you can assign to.
    [[nodiscard]] double& rate(ElementType type) noexcept { return by_precision(type, rate_f32, rate_f64); }
    /// Returns true if kernels for such elements run on it.
    [[nodiscard]] bool computes(ElementType type) const noexcept { return has_f64 || !needs_f64(type); }
};

/// Delays that the host and its driver add to the transfers and launches of GPUs in a simulation. CPU devices
/// have none of them. The defaults fit the times of whole calls on an H200
/// (docs/decisions/0044-what-the-host-adds.md).
struct HostDelays {
    /// Factor by which launches take longer while the link is used in one direction.
    double beside_one_way = 1.5;
    double beside_both_ways = 2;  ///< the same, while it is used in both directions
    /// Additional seconds of a launch if other commands wait for its EXEC's completion.
    double awaited = 17e-6;
    double start = 50e-6;          ///< seconds until a kernel starts on an idle device
    double wake = 100e-6;          ///< seconds until the threads of the queues have woken up
    double first_piece = 1 << 20;  ///< bytes of an LD that are copied before an idle link gets any data
    double last_piece = 4 << 20;   ///< bytes of an ST that are copied after they have passed the link
    /// How much longer a single piece takes to copy than its share of many pieces.
    double piece_alone = 2.2;
    double each_column = 27e-9;  ///< additional seconds of a copy for each column of the tile

    /// Returns no delays at all: plain numbers for estimates.
    static constexpr HostDelays none() noexcept { return {1, 1, 0, 0, 0, 0, 0, 0, 0}; }

    friend bool operator==(const HostDelays&, const HostDelays&) = default;
};

/// The machine as numbers, for which programs are built and on which they are simulated.
struct Target {
    std::vector<DeviceModel> devices;  ///< by DeviceIndex
    double host_copy_rate = 40e9;      ///< bytes/s of staging copies, sum over all devices
    double links_in = 1e30;            ///< bytes/s of all links in, together
    double links_out = 1e30;           ///< bytes/s of all links out, together
    double links_both = 1e30;          ///< bytes/s of all links, both directions concurrently
    HostDelays delays{};               ///< delays in simulations
    /// How many times as long as in simulation such calls take on one device, on two, ...; at least 1. More
    /// devices have the largest of these factors. Empty: unknown.
    std::vector<double> learned{};
    std::string name{};       ///< for people: "h200"; empty: unknown
    bool unmeasured = false;  ///< links, kernels or copies are guesses, or a maker's figures
};

}  // namespace hg
