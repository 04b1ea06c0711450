#include "lapack/passes/lower.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Kind = TileOperation::Kind;

void append(const TileOperation& op, BlockColumns& A, TileKernels& kernels) {
    switch (op.kind) {
        case Kind::factor:
            return kernels.factor(op);
        case Kind::permute:
            return kernels.permute(op);
        case Kind::reflect:
            return kernels.reflect(op);
        case Kind::solve:
            return kernels.solve(op);
        case Kind::update:
            return kernels.update(op);
        case Kind::copy:
            return is_exchange(op) ? kernels.exchange(op) : A.load(op.writes.cols);
        case Kind::store:
            return kernels.store(op);
    }
}

void append(const TileOperations& list, ProgramBuilder& builder, BlockColumns& A, TileKernels& kernels) {
    auto arriving = std::ranges::count_if(list, is_load);
    for (const TileOperation& op : list) {
        builder.use_queue(op.queue);
        append(op, A, kernels);
        if (is_load(op) && --arriving == 0) kernels.all_loaded();
    }
    builder.use_queue(QueueKind::exec);
}

}  // namespace

void TileKernels::refuse(const TileOperation& op) {
    std::ostringstream text;
    text << "a routine has no kernels for an operation of its list: " << op;
    throw Error(ErrorCode::internal, text.str());
}

void lower(const std::vector<TileOperations>& lists, const BlockLayout& layout, ProgramBuilder& builder,
           BlockColumns& A, TileKernels& kernels) {
    for (std::size_t pass = 0; pass < lists.size(); ++pass) {
        A.open(layout.columns_of_pass(pass));
        kernels.open(layout.columns_of_pass(pass));
        append(lists[pass], builder, A, kernels);
    }
}

}  // namespace hg
