#include "roofline.hpp"

#include <vector>

#include "blas/gemm_roofline.hpp"

namespace hgctl {

Roofline gemm_roofline(const GemmWork& work, const hg::Target& target) {
    const hg::GemmProblem problem{.type = work.type,
                                  .m = work.m,
                                  .n = work.n,
                                  .k = work.k,
                                  .reads_c = work.reads_c,
                                  .pinned = work.pinned};
    Roofline best;
    std::vector<hg::DeviceShare> shares;
    for (const hg::DeviceModel& device : target.devices) {
        shares.push_back({static_cast<hg::DeviceIndex>(shares.size()), device.rate(work.type)});
        for (std::size_t columns = 1; columns <= shares.size(); ++columns) {
            const hg::GemmRoofline roof =
                hg::gemm_roofline(problem, hg::divide_among(shares, columns, work.m, work.n), target);
            if (best.bound.empty() || roof.seconds < best.seconds)
                best = {roof.seconds, std::string(roof.bound)};
        }
    }
    return best;
}

}  // namespace hgctl
