#include <algorithm>
#include <cmath>

#include "tools/tuner/sparse/spmv_tuner.hpp"

namespace hg::kernels {
namespace {

/// Collects choices, each once.
class Candidates {
  public:
    Candidates(const SpmvFigures& figures, const SpmvUse& use) : figures_(figures), use_(use) {
        add(choose_spmv(figures, use));
    }

    /// The kernel's default blocking, changed.
    template <class Change>
    void add(SpmvKernel kernel, const Change& change, std::int64_t width = 0) {
        SpmvChoice choice{kernel, default_spmv_blocking(kernel, figures_, use_)};
        change(choice.blocking);
        choice.width = width;
        if (kernel == SpmvKernel::sell) choice.sorted = spmv_sorted(figures_, width);
        add(choice);
    }

    std::vector<SpmvChoice> all;

  private:
    void add(const SpmvChoice& choice) {
        const bool can_be_made =
            spmv_fault(
                {.kernel = choice.kernel, .type = use_.type, .overwrite = true, .blocking = choice.blocking})
                .empty();
        if (can_be_made && std::ranges::find(all, choice) == all.end()) all.push_back(choice);
    }

    const SpmvFigures& figures_;
    const SpmvUse& use_;
};

/// `widths`: of sell, 0 for all places of rows.
void add_for_gpu(Candidates& candidates, double mean, const std::vector<std::int64_t>& widths) {
    for (const int lanes : {1, 2, 4, 8, 16, 32})
        if (lanes <= 2 * mean && 16 * lanes >= mean)
            for (const int unroll : {2, 4, 8})
                candidates.add(SpmvKernel::csr_rows, [&](SpmvBlocking& b) {
                    b.lanes = lanes;
                    b.unroll = unroll;
                });
    for (const std::int64_t width : widths)
        for (const int lanes : {1, 2, 4})
            for (const int unroll : {4, 8})
                candidates.add(
                    SpmvKernel::sell,
                    [&](SpmvBlocking& b) {
                        b.lanes = lanes;
                        b.unroll = unroll;
                    },
                    width);
    for (const int items : {128, 256})
        for (const int work : {4, 5, 7, 9, 13})
            candidates.add(SpmvKernel::csr_merge, [&](SpmvBlocking& b) {
                b.items = items;
                b.work = work;
            });
}

void add_for_cpu(Candidates& candidates, bool slices) {
    for (const int items : {16, 64, 256})
        for (const int unroll : {1, 4})
            candidates.add(SpmvKernel::csr_rows, [&](SpmvBlocking& b) {
                b.items = items;
                b.unroll = unroll;
            });
    if (slices)
        for (const int slice : {8, 16})
            candidates.add(SpmvKernel::sell, [&](SpmvBlocking& b) { b.slice = slice; });
    for (const int work : {512, 2048})
        candidates.add(SpmvKernel::csr_merge, [&](SpmvBlocking& b) { b.work = work; });
}

}  // namespace

std::vector<SpmvChoice> spmv_candidates(const SpmvFigures& figures, const SpmvUse& use) {
    constexpr double kWidest = 16;  ///< means in the longest row of slices, which padding makes larger else
    const double mean =
        static_cast<double>(figures.elements) / static_cast<double>(std::max<std::int64_t>(figures.rows, 1));
    const bool slices = static_cast<double>(figures.longest) <= kWidest * std::max(mean, 1.0);
    Candidates candidates(figures, use);
    std::vector<std::int64_t> widths;
    if (slices) widths.push_back(0);
    if (const std::int64_t width = spmv_width(figures, use); width > 0) widths.push_back(width);
    if (use.is_gpu)
        add_for_gpu(candidates, std::max(mean, 1.0), widths);
    else
        add_for_cpu(candidates, slices);
    return candidates.all;
}

}  // namespace hg::kernels
