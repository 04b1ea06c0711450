#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "kernels/gemm/gemm_blocking.hpp"
#include <hg/kernels/gemm.hpp>
#include <hg/kernels/library.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

/// Any parameters: most of them a kernel can be made with, some not.
GemmParameters any_parameters() {
    const auto one_of = [](std::vector<int> values) { return *rc::gen::elementOf(values); };
    GemmParameters p;
    p.family = *rc::gen::elementOf(gemm_families());
    p.type = *rc::gen::element(ElementType::f32, ElementType::f64);
    p.transpose_a = *rc::gen::arbitrary<bool>();
    p.transpose_b = *rc::gen::arbitrary<bool>();
    p.overwrite = *rc::gen::arbitrary<bool>();
    p.split_k = one_of({1, 1, 2, 5, 0});
    p.guarded = *rc::gen::arbitrary<bool>();
    p.triangle = *rc::gen::elementOf(std::vector{
        GemmTriangle::none, GemmTriangle::none, GemmTriangle::c_lower, GemmTriangle::c_upper,
        GemmTriangle::a_lower, GemmTriangle::a_upper, GemmTriangle::b_lower, GemmTriangle::b_upper});
    p.tile_m = one_of({0, 0, 16, 32, 64, 96, 128});
    p.tile_n = one_of({0, 0, 16, 32, 64, 96, 128});
    p.tile_k = one_of({0, 0, 2, 8, 16, 32});
    p.work_m = one_of({0, 0, 1, 4, 8, 16});
    p.work_n = one_of({0, 0, 1, 2, 4, 8, 16});
    p.vector = one_of({0, 0, 1, 2, 4, 8});
    p.padding = one_of({0, 0, 4, 8, 1});
    p.transpose_local = one_of({0, 0, 1, 2, 3});
    p.unroll = one_of({0, 0, 1, 2, 4, 8});
    p.stages = one_of({0, 0, 2, 3, 4});
    p.order = one_of({0, 0, 1, 4, 8});
    p.variant = one_of({0, 0, 1, 2});
    return p;
}

TEST(KernelNamesProperty, OneNameOneInstruction) {
    EXPECT_TRUE(rc::check("names give their parameters back; what cannot be made has no name", [] {
        const GemmParameters p = any_parameters();
        const std::string fault = blocking_fault(p);
        RC_TAG(std::string(fault.empty() ? "made" : "refused"));
        if (fault.empty()) {
            const auto parsed = parse_gemm(name(p));
            RC_ASSERT(parsed.has_value());
            RC_ASSERT(*parsed == with_defaults(p));
            RC_ASSERT(gemm(p)->name == name(p));
            RC_ASSERT(find(name(p)) == gemm(p));
        } else {
            RC_ASSERT_FALSE(parse_gemm(name(p)).has_value());
            try {
                (void)gemm(p);
                RC_FAIL("made in spite of: " + fault);
            } catch (const Error& error) {
                RC_ASSERT(error.code() == ErrorCode::invalid_argument);
                RC_ASSERT(error.message().find(fault) != std::string::npos);
            }
        }
    }));
}

TEST(KernelNamesProperty, DifferentParametersHaveDifferentNames) {
    EXPECT_TRUE(rc::check("names tell kernels apart", [] {
        const GemmParameters p = any_parameters();
        GemmParameters q = p;
        const auto field =
            *rc::gen::element(&GemmParameters::tile_m, &GemmParameters::work_n, &GemmParameters::vector,
                              &GemmParameters::padding, &GemmParameters::order, &GemmParameters::split_k);
        q.*field = *rc::gen::element(1, 2, 8, 64);
        RC_ASSERT((name(p) == name(q)) == (with_defaults(p) == with_defaults(q)));
    }));
}

}  // namespace
}  // namespace hg::kernels
