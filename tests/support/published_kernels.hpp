#pragma once

#include <array>
#include <string_view>

#include <hg/kernels/gemm_parameters.hpp>

namespace hg::test {

/// A kernel that was published as the fastest of its kind on an older GPU, in the parameters of our families.
struct PublishedKernel {
    std::string_view gpu;
    std::int64_t local_memory = 0;
    std::int64_t max_work_group = 0;
    kernels::GemmParameters kernel;
};

inline std::array<PublishedKernel, 5> published_kernels() {
    using kernels::GemmFamily;
    // Cypress: tiles of 16 x 64 x 16 (tile_m, tile_n, tile_k), work-groups of 16 x 4, which leaves each
    // work-item 16 / 16 x 64 / 4 elements (work_m, work_n), scalar loads (vector), one element behind each
    // row of a tile (padding).
    const kernels::GemmParameters cypress{.family = GemmFamily::blocked,
                                          .type = ElementType::f32,
                                          .tile_m = 16,
                                          .tile_n = 64,
                                          .tile_k = 16,
                                          .work_m = 1,
                                          .work_n = 16,
                                          .vector = 1,
                                          .padding = 1};
    // Fermi: work-groups of 8 x 8 with a register block of 2 x 2 (work_m, work_n), so tiles of 16 x 16.
    const kernels::GemmParameters fermi{.family = GemmFamily::blocked,
                                        .type = ElementType::f32,
                                        .tile_m = 16,
                                        .tile_n = 16,
                                        .tile_k = 16,
                                        .work_m = 2,
                                        .work_n = 2,
                                        .vector = 1};
    // HD 5870 and GTX 570: work-groups of 8 x 8, tiles in local memory, an element of C a work-item (family
    // local).
    const kernels::GemmParameters one_element{.family = GemmFamily::local,
                                              .type = ElementType::f32,
                                              .tile_m = 8,
                                              .tile_n = 8,
                                              .tile_k = 8,
                                              .unroll = 8};
    // C2050: tiles in local memory, a block in private registers (family blocked), float4 (vector) along k
    // (variant 2).
    const kernels::GemmParameters along_k{.family = GemmFamily::blocked,
                                          .type = ElementType::f32,
                                          .tile_m = 64,
                                          .tile_n = 64,
                                          .tile_k = 16,
                                          .work_m = 4,
                                          .work_n = 4,
                                          .vector = 4,
                                          .variant = 2};
    return {{{"Cypress", 32 << 10, 256, cypress},
             {"Fermi", 48 << 10, 1024, fermi},
             {"HD 5870", 32 << 10, 256, one_element},
             {"GTX 570", 48 << 10, 1024, one_element},
             {"C2050", 48 << 10, 1024, along_k}}};
}

}  // namespace hg::test
