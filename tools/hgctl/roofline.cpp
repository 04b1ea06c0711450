#include "roofline.hpp"

#include <vector>

#include "blas/device_grid.hpp"

namespace hgctl {
namespace {

struct Traffic {
    double in = 0;
    double out = 0;
};

void raise(Roofline& roof, double amount, double rate, const char* bound) {
    if (rate <= 0 || amount / rate <= roof.seconds) return;
    roof = {amount / rate, bound};
}

Traffic traffic(const GemmWork& work, double rows, double cols) {
    const auto size = static_cast<double>(hg::size_of(work.type));
    const auto k = static_cast<double>(work.k);
    return {size * (rows * k + k * cols + (work.reads_c ? rows * cols : 0)), size * rows * cols};
}

Roofline roofline_of(const GemmWork& work, const hg::Target& target,
                     const std::vector<hg::DevicePart>& parts) {
    Roofline roof{0, "flops"};
    Traffic all;
    for (const hg::DevicePart& part : parts) {
        const hg::DeviceModel& device = target.devices[part.device];
        const auto rows = static_cast<double>(part.rows);
        const auto cols = static_cast<double>(part.cols);
        const Traffic own = traffic(work, rows, cols);
        raise(roof, 2 * rows * cols * static_cast<double>(work.k), device.rate(work.type), "flops");
        raise(roof, own.in, device.link_in, "link in");
        raise(roof, own.out, device.link_out, "link out");
        raise(roof, own.in + own.out, device.link_both, "links");
        all.in += own.in;
        all.out += own.out;
    }
    raise(roof, all.in, target.links_in, "link in");
    raise(roof, all.out, target.links_out, "link out");
    raise(roof, all.in + all.out, target.links_both, "links");
    const Traffic once = traffic(work, static_cast<double>(work.m), static_cast<double>(work.n));
    if (!work.pinned) raise(roof, once.in + once.out, target.host_copy_rate, "staging");
    return roof;
}

}  // namespace

Roofline gemm_roofline(const GemmWork& work, const hg::Target& target) {
    Roofline best;
    std::vector<hg::DeviceShare> shares;
    for (const hg::DeviceModel& device : target.devices) {
        shares.push_back({static_cast<hg::DeviceIndex>(shares.size()), device.rate(work.type)});
        for (std::size_t columns = 1; columns <= shares.size(); ++columns) {
            Roofline roof = roofline_of(work, target, hg::divide_among(shares, columns, work.m, work.n));
            if (best.bound.empty() || roof.seconds < best.seconds) best = std::move(roof);
        }
    }
    return best;
}

}  // namespace hgctl
