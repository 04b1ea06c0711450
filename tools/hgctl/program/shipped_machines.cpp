#include "tools/hgctl/program/shipped_machines.hpp"

namespace hgctl {
namespace {

// Sources of measured figures: docs/measurements. h100: two-h100-2026-11-26.md, the first host, and
// h100-2026-11-25.md for f32; the rate of its memory is 0.69 of its data sheet's, and the limits of all links
// are those of the h200. h200: four-h200-2026-11-21.md.
//
// Sources of the others: the makers' data sheets (NVIDIA A100 80GB SXM, 2022; NVIDIA HGX B200, 2025; AMD
// Instinct MI250, 2021, and MI300X, 2023; Intel Data Center GPU Max 1550, 2023). Their rates are the peaks of
// the sheets times what hg sustains of the H200's: 0.82 in f64, 0.73 in f32, 0.69 of the memory, 0.84 of the
// link. In f64, kernels use matrix instructions on NVIDIA's devices alone, so AMD's peaks are those of vector
// instructions. A device of the mi250 is one of the two dies of a card. Host copies and latencies are those
// of the h200. docs/reference/machines.md has the peaks.
constexpr ShippedMachine kMachines[] = {
    {"generic",
     "hg machine 1\n"
     "machine \"generic\" unmeasured\n"
     "device gpu\n"},
    {"a100",
     "hg machine 1\n"
     "machine \"a100\" unmeasured host_copies 1.37e11 links_in 2.13e11 links_out 1.57e11 links_both "
     "2.03e11\n"
     "device a100 memory 76235669504 largest 20401094656 link_in 2.7e10 link_out 2.6e10 link_both "
     "4.5e10 rate_f64 1.6e13 rate_f32 1.42e13 memory_rate 1.4e12 launch_latency 4e-6 compute_units"
     " 108 local_memory 166912 max_work_group 1024 nvidia_capability 80 product \"NVIDIA "
     "A100-SXM4-80GB\" vendor \"NVIDIA\" architecture \"sm_80\"\n"},
    {"h100",
     "hg machine 1\n"
     "machine \"h100\" host_copies 9e10 links_in 2.13e11 links_out 1.57e11 links_both 2.03e11\n"
     "device h100 memory 76235669504 largest 20401094656 link_in 5.44e10 link_out 5.36e10 "
     "link_both 9e10 rate_f64 5.7e13 rate_f32 4.85e13 memory_rate 2.3e12 launch_latency 4e-6 "
     "compute_units 132 local_memory 232448 max_work_group 1024 nvidia_capability 90 product "
     "\"NVIDIA H100 80GB HBM3\" vendor \"NVIDIA\" architecture \"sm_90\"\n"},
    {"h200",
     "hg machine 1\n"
     "machine \"h200\" host_copies 1.37e11 links_in 2.13e11 links_out 1.57e11 links_both 2.03e11\n"
     "device h200 memory 135291469824 largest 37580963840 link_in 5.4e10 link_out 5.2e10 link_both"
     " 9e10 rate_f64 5.5e13 rate_f32 4.9e13 memory_rate 3.3e12 launch_latency 4e-6 compute_units "
     "132 local_memory 232448 max_work_group 1024 nvidia_capability 90 product \"NVIDIA H200\" "
     "vendor \"NVIDIA\" architecture \"sm_90\"\n"},
    {"b200",
     "hg machine 1\n"
     "machine \"b200\" unmeasured host_copies 1.37e11 links_in 2.13e11 links_out 1.57e11 links_both "
     "2.03e11\n"
     "device b200 memory 161061273600 largest 44023414784 link_in 5.4e10 link_out 5.2e10 link_both"
     " 9e10 rate_f64 3e13 rate_f32 5.5e13 memory_rate 5.3e12 launch_latency 4e-6 compute_units 148"
     " local_memory 232448 max_work_group 1024 nvidia_capability 100 product \"NVIDIA B200\" vendor "
     "\"NVIDIA\" architecture \"sm_100\"\n"},
    {"mi250",
     "hg machine 1\n"
     "machine \"mi250\" unmeasured host_copies 1.37e11 links_in 2.13e11 links_out 1.57e11 links_both"
     " 2.03e11\n"
     "device mi250 memory 61203283968 largest 53687091200 link_in 1.35e10 link_out 1.3e10 "
     "link_both 2.25e10 rate_f64 1.85e13 rate_f32 1.65e13 memory_rate 1.1e12 launch_latency 4e-6 "
     "compute_units 104 local_memory 65536 max_work_group 256 product \"AMD Instinct MI250\" vendor "
     "\"AMD\" architecture \"gfx90a\"\n"},
    {"mi300x",
     "hg machine 1\n"
     "machine \"mi300x\" unmeasured host_copies 1.37e11 links_in 2.13e11 links_out 1.57e11 "
     "links_both 2.03e11\n"
     "device mi300x memory 184683593728 largest 175019917312 link_in 5.4e10 link_out 5.2e10 "
     "link_both 9e10 rate_f64 6.7e13 rate_f32 1.19e14 memory_rate 3.65e12 launch_latency 4e-6 "
     "compute_units 304 local_memory 65536 max_work_group 256 product \"AMD Instinct MI300X\" vendor"
     " \"AMD\" architecture \"gfx942\"\n"},
    {"max1550",
     "hg machine 1\n"
     "machine \"max1550\" unmeasured host_copies 1.37e11 links_in 2.13e11 links_out 1.57e11 "
     "links_both 2.03e11\n"
     "device max1550 memory 118111600640 largest 34359738368 link_in 5.4e10 link_out 5.2e10 "
     "link_both 9e10 rate_f64 4.3e13 rate_f32 3.8e13 memory_rate 2.26e12 launch_latency 4e-6 "
     "compute_units 128 local_memory 131072 max_work_group 1024 product \"Intel(R) Data Center GPU "
     "Max 1550\" vendor \"Intel\"\n"},
};

}  // namespace

std::span<const ShippedMachine> shipped_machines() {
    return kMachines;
}

}  // namespace hgctl
