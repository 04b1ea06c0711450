#include "tools/peers/cuda_source.hpp"

#include <iterator>
#include <regex>
#include <sstream>

namespace hgctl {
namespace {

constexpr const char* kPrelude = R"(typedef unsigned int uint;
typedef unsigned long ulong;
#define CLK_LOCAL_MEM_FENCE 0
static inline void barrier(int) { __syncthreads(); }
static inline size_t get_local_id(int d) { return d == 0 ? threadIdx.x : d == 1 ? threadIdx.y : threadIdx.z; }
static inline size_t get_local_size(int d) { return d == 0 ? blockDim.x : d == 1 ? blockDim.y : blockDim.z; }
static inline size_t get_group_id(int d) { return d == 0 ? blockIdx.x : d == 1 ? blockIdx.y : blockIdx.z; }
static inline size_t get_num_groups(int d) { return d == 0 ? gridDim.x : d == 1 ? gridDim.y : gridDim.z; }
static inline size_t get_global_id(int d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
#line 1
)";

/// Words of OpenCL C, and what CUDA has in their place. Only variables in local memory are declared as
/// shared: CUDA's pointers know no address spaces.
const std::vector<std::pair<std::regex, const char*>>& translations() {
    static const std::vector<std::pair<std::regex, const char*>> all{
        {std::regex(R"(//[^\n]*)"), ""},
        {std::regex(R"(__attribute__\(\(reqd_work_group_size\(([^,()]*),([^,()]*),([^,()]*)\)\)\))"),
         "__launch_bounds__(($1) * ($2) * ($3))"},
        {std::regex(R"(\blocal\s+(\w+)\s+(\w+)\[)"), "__shared__ $1 $2["},
        {std::regex(R"(\b(local|global)\b)"), ""},
        {std::regex(R"(\bkernel\b)"), R"(extern "C" __global__)"},
        {std::regex(R"(\brestrict\b)"), "__restrict__"},
        {std::regex(R"(\((int2)\)\()"), "make_$1("}};
    return all;
}

}  // namespace

std::string cuda_source(const hg::Instruction& instruction) {
    std::string source = instruction.source;
    for (const auto& [from, to] : translations()) source = std::regex_replace(source, from, to);
    return kPrelude + source;
}

std::vector<std::string> cuda_options(const hg::Instruction& instruction) {
    std::istringstream words(instruction.build_options);
    std::vector<std::string> options;
    for (std::string word; words >> word;)
        if (word.starts_with("-D")) options.push_back(word);
    return options;
}

}  // namespace hgctl
