#include "tools/peers/sparse/sparse_peer.hpp"

namespace hgctl {

std::vector<std::string> sparse_peer_names() {
    return {"cusparse", "viennacl"};
}

std::unique_ptr<SparsePeer> load_sparse_peer(std::string_view name, const hg::DeviceInfo& device,
                                             std::string& reason) {
    return name == "cusparse" ? load_cusparse(reason) : load_viennacl_sparse(device, reason);
}

}  // namespace hgctl
