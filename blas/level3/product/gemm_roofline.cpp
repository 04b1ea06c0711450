#include "blas/level3/product/gemm_roofline.hpp"

#include "blas/cost/flops.hpp"

namespace hg {
namespace {

struct Traffic {
    double in = 0;  ///< bytes
    double out = 0;
};

Traffic traffic(const GemmProblem& problem, std::int64_t part_rows, std::int64_t part_cols) {
    const auto size = static_cast<double>(size_of(problem.type));
    const auto rows = static_cast<double>(part_rows);
    const auto cols = static_cast<double>(part_cols);
    const double k = problem.product ? static_cast<double>(problem.k) : 0;
    return {size * (rows * k + k * cols + (problem.reads_c ? rows * cols : 0)), size * rows * cols};
}

double flops(const GemmProblem& problem, const DevicePart& part) {
    if (!problem.product) return 0;
    return flops_at_least(problem.arithmetic,
                          real_operations(problem.type) * gemm_flops(part.rows, part.cols, problem.k));
}

void raise(GemmRoofline& roof, double amount, double rate, std::string_view bound) {
    if (rate > 0 && amount / rate > roof.seconds) roof = {amount / rate, bound};
}

}  // namespace

GemmRoofline gemm_roofline(const GemmProblem& problem, const std::vector<DevicePart>& parts,
                           const Target& target) {
    GemmRoofline roof;
    Traffic all;
    for (const DevicePart& part : parts) {
        const DeviceModel& device = target.devices[part.device];
        const Traffic own = traffic(problem, part.rows, part.cols);
        raise(roof, flops(problem, part), device.rate(problem.type), "flops");
        raise(roof, own.in, device.link_in, "link in");
        raise(roof, own.out, device.link_out, "link out");
        raise(roof, own.in + own.out, device.link_both, "links");
        all.in += own.in;
        all.out += own.out;
    }
    raise(roof, all.in, target.links_in, "link in");
    raise(roof, all.out, target.links_out, "link out");
    raise(roof, all.in + all.out, target.links_both, "links");
    const Traffic once = traffic(problem, problem.m, problem.n);
    if (!problem.pinned) raise(roof, once.in + once.out, target.host_copy_rate, "staging");
    return roof;
}

}  // namespace hg
