#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/emulated/emulated_product.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/rank_update/rank_update_rules.hpp"
#include "kernels/real_type.hpp"
#include "kernels/sparse/spmv_rules.hpp"
#include "kernels/symv/symv_rules.hpp"
#include "kernels/trsv/trsv_rules.hpp"
#include "kernels/vector/vector_rules.hpp"
#include "tools/tuner/tabled_family.hpp"

namespace hg::kernels {
namespace {

/// visit(table, parameters) for each family, with parameters that it can have.
template <class Visit>
void for_tables(const Visit& visit) {
    visit(kGemmFields, GemmParameters{});
    visit(kGemvFields, GemvParameters{});
    visit(kGemvFields, GemvParameters{.transpose = true});
    visit(kTrsvFields, TrsvParameters{});
    visit(kSymvFields, SymvParameters{});
    visit(kVectorFields, VectorParameters{});
    visit(kRankUpdateFields, RankUpdateParameters{});
    for (const SpmvKernel kernel : kSpmvKernels) visit(kSpmvFields, SpmvParameters{.kernel = kernel});
    visit(kEmulatedFields, EmulatedProduct{.moduli = 14, .work = 4});
}

TEST(FamilyTables, EachNumberHasItsWord) {
    for_tables([](const auto& fields, const auto& /*p*/) {
        std::set<std::string_view> words;
        for (const auto& field : fields) {
            EXPECT_TRUE(words.insert(field.word).second) << field.word;
            EXPECT_FALSE(field.mark.empty()) << field.word;
            EXPECT_EQ(&fields[position_of(fields, field.value)], &field);
        }
    });
}

TEST(FamilyTables, NumbersOutOfRangeAreFaults) {
    for_tables([](const auto& fields, const auto& p) {
        for (const auto& field : fields) {
            const auto fault_of = [&](int value) {
                auto changed = p;
                blocking_of(changed).*field.value = value;
                return limits_fault(field, changed);
            };
            const Limits& limits = field.limits;
            if (!field.is_used(p)) {
                EXPECT_EQ(limits_fault(field, p), "") << field.word;
                EXPECT_NE(fault_of(blocking_of(p).*field.value + 1), "") << field.word;
                continue;
            }
            EXPECT_EQ(fault_of(limits.least), "");
            EXPECT_TRUE(fault_of(limits.least - 1).starts_with(field.word)) << fault_of(limits.least - 1);
            if (limits.most == std::numeric_limits<int>::max()) continue;
            EXPECT_TRUE(fault_of(limits.most + 1).starts_with(field.word)) << field.word;
            const bool takes_three = !limits.power_of_two && limits.least <= 3;
            EXPECT_EQ(fault_of(3).empty(), takes_three && limits.most >= 3) << field.word;
        }
    });
}

TEST(FamilyTables, WhatIsTriedIsInRange) {
    for_tables([](const auto& fields, auto p) {
        if constexpr (requires { p.blocking.vector; })
            for (const ElementType type : kRealTypes)
                for (const auto& field : fields)
                    for (const bool is_gpu : {false, true})
                        for (const bool full : {false, true}) {
                            p.type = type;
                            const std::vector<int> values = tried_values(field, p, is_gpu, full);
                            EXPECT_FALSE(values.empty()) << field.word;
                            for (const int value : values) {
                                p.blocking.*field.value = value;
                                EXPECT_EQ(limits_fault(field, p), "") << field.word << " " << value;
                            }
                            p.blocking = {};
                        }
    });
}

TEST(FamilyTables, DefinesAreTheWordsInCapitals) {
    EXPECT_EQ(defines(rows_of(kGemvFields, &GemvBlocking::column_items, &GemvBlocking::rows), GemvBlocking{}),
              " -DCOLUMN_ITEMS=8 -DROWS=1");
    EXPECT_EQ(defines(kRankUpdateFields, RankUpdateBlocking{.vector = 2}),
              " -DVECTOR=2 -DITEMS=128 -DCOLUMNS=32 -DUNROLL=4");
}

}  // namespace
}  // namespace hg::kernels
