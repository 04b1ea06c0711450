#pragma once

namespace hgctl {

/// From here on SIGINT, SIGTERM, SIGHUP and SIGPIPE end the tuner's processes and remove what stands under temporary names before they end
/// the process as they would have. A signal that whoever started hgctl has ignored stays ignored.
void clean_up_on_ending_signals();

}  // namespace hgctl
