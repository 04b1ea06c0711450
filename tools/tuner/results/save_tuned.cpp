#include "tools/tuner/results/save_tuned.hpp"

#include <chrono>
#include <iostream>

#include "kernels/database/save_results.hpp"

namespace hgctl {

void save_tuned(const std::string& folder, const hg::kernels::TunedResults& results) {
    hg::LockWait wait;
    wait.told = [&] {
        std::cerr << "hgctl: waiting for another process, which holds the lock of tuned.json in " << folder
                  << ": for " << std::chrono::duration_cast<std::chrono::seconds>(wait.limit).count()
                  << " s at most\n";
    };
    hg::kernels::save_user_results(folder, results, wait);
}

}  // namespace hgctl
