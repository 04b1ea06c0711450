#include "tools/hgctl/bench/routines/level3_bench.hpp"

namespace hgctl {

void add_beta_option(Command& command, BenchCase& bench) {
    command.option("--beta", bench.beta, "Factor of C; with 0, C is not read").show_default();
}

Json beta_setting(const BenchCase& bench) {
    return {{"beta", bench.beta}};
}

}  // namespace hgctl
