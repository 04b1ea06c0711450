#include "tools/hgctl/bench/resident/resident_data.hpp"

#include <algorithm>
#include <cstring>

#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/operands/filling.hpp"

namespace hgctl {

ResidentData::ResidentData(const ResidentCase& bench) : case_(bench), operands_(operands_of(bench)) {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        const ListedOperand& x = operands_[i];
        const std::int64_t size = x.is_integral() ? std::int64_t{sizeof(std::int64_t)} : hg::size_of(x.type);
        std::vector<std::byte>& bytes = before_.emplace_back(static_cast<std::size_t>(x.elements() * size));
        if (!x.is_integral())
            with_floating_type(x.type, [&]<class T>() {
                fill(reinterpret_cast<T*>(bytes.data()), x, i + 1,
                     {.near_identity = case_.routine->has_diag});
            });
        after_.emplace_back(x.written ? bytes.size() : 0);
    }
}

bool ResidentData::serves(const ResidentCase& bench) const noexcept {
    return case_.routine == bench.routine && case_.op == bench.op && case_.uplo == bench.uplo &&
           case_.m == bench.m && case_.n == bench.n;
}

void ResidentData::widen_index() {
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        if (!operands_[i].is_integral()) continue;
        std::int32_t narrow = 0;
        std::memcpy(&narrow, after_[i].data(), sizeof narrow);
        const std::int64_t wide = narrow;
        std::memcpy(after_[i].data(), &wide, sizeof wide);
    }
}

ListedCall ResidentData::listed() {
    ListedCall call =
        case_.routine->listed(case_, [&](std::string_view name) { return before(position(name)); });
    const std::vector<ListedOperand*> operands = call.operands();
    for (std::size_t i = 0; i < operands.size(); ++i) operands[i]->result = after(i);
    return call;
}

double ResidentData::error() {
    const auto was = [&](std::string_view name) { return before(position(name)); };
    const auto now = [&](std::string_view name) {
        void* const result = after(position(name));
        return result != nullptr ? result : before(position(name));
    };
    return case_.routine->error(case_, was, now);
}

std::size_t ResidentData::position(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(operands_, name, &ListedOperand::name) -
                                    operands_.begin());
}

}  // namespace hgctl
