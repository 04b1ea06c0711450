#include "tools/hgctl/bench/roofline.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "blas/level3/product/gemm_roofline.hpp"

namespace hgctl {
namespace {

void raise(Roofline& roof, double amount, double rate, const char* bound) {
    if (roof.bound.empty() || amount / rate > roof.seconds) roof = {amount / rate, bound};
}

/// The smallest x rows_in + y cols_in with x y = share.
double least_in(const Work& work, double share) {
    if (work.rows_in == 0 && work.cols_in == 0) return 0;
    // At most all rows, and at most all columns.
    const double x = std::clamp(std::sqrt(share * work.cols_in / work.rows_in), share, 1.0);
    return x * work.rows_in + share / x * work.cols_in;
}

/// With the first `count` devices.
Roofline roofline_of(const Work& work, const hg::Target& target, std::size_t count) {
    double rates = 0;
    for (std::size_t d = 0; d < count; ++d) rates += target.devices[d].rate(work.type);
    Roofline roof;
    raise(roof, work.flops, rates, "flops");
    double all_in = 0;
    for (std::size_t d = 0; d < count; ++d) {
        const hg::DeviceModel& device = target.devices[d];
        const double share = device.rate(work.type) / rates;
        const double in = work.shared_in + least_in(work, share) + share * work.divided_in;
        const double out = share * work.divided_out;
        raise(roof, in, device.link_in, "link in");
        raise(roof, out, device.link_out, "link out");
        raise(roof, in + out, device.link_both, "links");
        all_in += in;
    }
    raise(roof, all_in, target.links_in, "link in");
    raise(roof, work.divided_out, target.links_out, "link out");
    raise(roof, all_in + work.divided_out, target.links_both, "links");
    if (!work.pinned)
        raise(roof, work.shared_in + work.rows_in + work.cols_in + work.divided_in + work.divided_out,
              target.host_copy_rate, "staging");
    return roof;
}

}  // namespace

Roofline gemm_roofline(const hg::GemmProblem& problem, const hg::Target& target) {
    Roofline best;
    std::vector<hg::RatedDevice> shares;
    for (const hg::DeviceModel& device : target.devices) {
        shares.push_back({static_cast<hg::DeviceIndex>(shares.size()), device.rate(problem.type)});
        for (std::size_t columns = 1; columns <= shares.size(); ++columns) {
            const hg::GemmRoofline roof =
                hg::gemm_roofline(problem, hg::divide_among(shares, columns, problem.m, problem.n), target);
            if (best.bound.empty() || roof.seconds < best.seconds)
                best = {roof.seconds, std::string(roof.bound)};
        }
    }
    return best;
}

Roofline memory_roofline(hg::ElementType type, const hg::Traffic& traffic, bool pinned,
                         const hg::Target& target, const hg::HostRates& host) {
    const double seconds = hg::host_bound(traffic, host);
    if (seconds <= 0) return {};
    const Roofline devices = roofline(
        {.type = type, .divided_in = traffic.read, .divided_out = traffic.written, .pinned = pinned}, target);
    return devices.seconds < seconds ? devices : Roofline{seconds, "memory"};
}

Roofline roofline(const Work& work, const hg::Target& target) {
    Roofline best;
    for (std::size_t count = 1; count <= target.devices.size(); ++count) {
        const Roofline roof = roofline_of(work, target, count);
        if (best.bound.empty() || roof.seconds < best.seconds) best = roof;
    }
    return best;
}

}  // namespace hgctl
