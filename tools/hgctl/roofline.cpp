#include "roofline.hpp"

namespace hgctl {

Roofline roofline(const Work& work, const Rates& rates) {
    Roofline result{0, "flops"};
    const auto raise = [&](double amount, double rate, const char* bound) {
        if (rate <= 0 || amount / rate <= result.seconds) return;
        result = {amount / rate, bound};
    };
    raise(work.flops, rates.kernel, "flops");
    raise(work.bytes_in, rates.link_in, "link in");
    raise(work.bytes_out, rates.link_out, "link out");
    raise(work.bytes_staged, rates.host_copy, "staging");
    return result;
}

}  // namespace hgctl
