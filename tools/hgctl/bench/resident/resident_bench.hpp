#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tools/hgctl/bench/resident/resident_case.hpp"
#include "tools/hgctl/bench/resident/resident_data.hpp"
#include "tools/hgctl/peer_loader.hpp"
#include "tools/workload/resident/resident_device.hpp"
#include "tools/workload/timing/samples.hpp"

namespace hgctl {

/// How another library did.
struct ResidentPeerResult {
    std::string name;
    std::string failure;  ///< why there are no times; empty if there are
    Samples times;        ///< of one call
    double error = 0;     ///< of its first call, see ResidentData
};

/// Times are those of one call, the run's divided by its length.
struct ResidentResult {
    std::string kernels;
    Samples device;  ///< by the device's own clock; the wall's if the driver tells none
    Samples wall;
    int chain = 0;
    double error = 0;  ///< of the first call, see ResidentData
    std::vector<ResidentPeerResult> peers;
};

/// Checks one call, then times runs of several; then each peer does the same. `data` is the case's.
/// Throws what ResidentProgram throws.
ResidentResult bench_resident(ResidentDevice& device, const hg::DeviceModel& model, const ResidentCase& bench,
                              ResidentData& data, const std::vector<std::unique_ptr<Peer>>& peers);

}  // namespace hgctl
