#pragma once

#include <map>
#include <string>
#include <vector>

namespace hg {

/// How many times as long as in simulation calls take, by kind of call: on one device, on two, ... A factor
/// of 0 is unknown.
using LearnedFactors = std::map<std::string, std::vector<double>>;

}  // namespace hg
