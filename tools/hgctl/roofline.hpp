#pragma once

#include <cstdint>
#include <string>

namespace hgctl {

/// What a run can use, all its devices together.
struct Rates {
    double kernel = 0;     ///< flop/s
    double link_in = 0;    ///< bytes/s
    double link_out = 0;   ///< bytes/s
    double host_copy = 0;  ///< bytes/s; 0 where nothing is staged
};

/// What a call from host memory must do at least: each matrix crosses the links once.
struct Work {
    double flops = 0;
    double bytes_in = 0;
    double bytes_out = 0;
    double bytes_staged = 0;  ///< copied between pageable and pinned memory
};

/// T* = max(flops / kernel rate, bytes in / link in, bytes out / link out, bytes staged / host copy rate).
struct Roofline {
    double seconds = 0;
    std::string bound;  ///< the largest of the four: "flops", "link in", "link out", "staging"
};

Roofline roofline(const Work& work, const Rates& rates);

}  // namespace hgctl
