#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/tuner/tunable_routine.hpp"
#include "tools/tuner/tune_options.hpp"
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// The largest size of problems of so many extents that can be asked for.
constexpr std::int64_t largest_size(std::size_t extents) noexcept {
    return std::int64_t{1} << (extents == 1 ? 30 : 20);
}

/// Reads sizes, in ascending order: numbers and ranges with commas between them, for example
/// "100,512:8192:log". The ranges are
///
///     FIRST:LAST:log            doubles from FIRST on and ends with LAST
///     FIRST:LAST:log:COUNT      COUNT sizes of equal ratio
///     FIRST:LAST:uniform:COUNT  COUNT sizes of equal distance
///     FIRST:LAST:random:COUNT   COUNT sizes, one drawn from each of as many parts of equal ratio; the
///                               same each time
///     FIRST:LAST:random:COUNT:SEED  others for each seed; otherwise it is 1
///
/// Sizes are at most `largest`. Throws hg::Error{invalid_argument} naming `option`.
std::vector<std::int64_t> parse_sizes(const std::string& text, const std::string& option,
                                      std::int64_t largest = largest_size(2));

/// Reads sizes in bytes, in ascending order: numbers as parse_bytes() takes them, and ranges by doubling, for
/// example "4K:1M,300M". Throws hg::Error{invalid_argument} naming `option`, also for sizes below `least`.
std::vector<std::int64_t> parse_byte_sizes(const std::string& text, const std::string& option,
                                           std::int64_t least);

/// Reads shapes in the order given, with commas between them: a number alone, or numbers with an x between
/// them, as many as there are `names`. Throws hg::Error{invalid_argument} naming `option` and the form.
std::vector<std::vector<std::int64_t>> parse_shapes(const std::string& text, const std::string& option,
                                                    const std::vector<std::string>& names);

/// Reads "m=SIZES:n=SIZES:k=SIZES" if those are the words of a routine's extents; every combination of them.
/// Throws as parse_sizes().
hg::kernels::TuningGrid parse_grid(const std::string& text, const std::vector<std::string_view>& extents);

/// "m=512,4096:n=512:8192:log:k=64,512"
std::string example_grid(const std::vector<std::string_view>& extents);

/// m = n = k for each size, or as many extents.
hg::kernels::TuningGrid squares(const std::vector<std::int64_t>& sizes, std::size_t extents = 3);

/// Every combination of the usual sizes. If there are none, for products of matrices: squares by powers of
/// two (512 to 8192 on GPUs, 128 to 1024 on CPUs), and shallow, narrow, flat and deep shapes.
hg::kernels::TuningGrid default_grid(bool is_gpu, const hg::kernels::DefaultSizes& usual = {},
                                     std::size_t extents = 3);

/// Throws hg::Error{invalid_argument} for a cell whose three matrices do not fit the device.
void require_fits(const hg::kernels::TuningGrid& grid, const hg::DeviceModel& device, hg::ElementType type);

}  // namespace hgctl
