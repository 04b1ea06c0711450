#include "runtime/machine/trace/json_text.hpp"

#include <nlohmann/json.hpp>

namespace hg::json_text {

std::string quoted(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace hg::json_text
