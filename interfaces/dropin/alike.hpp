#pragma once

namespace hg::dropin {

// The arguments of routines that real and complex elements have under names of their own.

/// dsgesv and zcgesv.
template <class Arguments>
concept RefinedSystem = requires(Arguments c) {
    c.iter;
    c.ipiv;
};

/// dsposv and zcposv.
template <class Arguments>
concept RefinedDefiniteSystem = requires(Arguments c) {
    c.iter;
    c.uplo;
};

/// ormqr and unmqr.
template <class Arguments>
concept ProductWithQ = requires(Arguments c) {
    c.tau;
    c.side;
};

/// orgqr and ungqr.
template <class Arguments>
concept ColumnsOfQ = requires(Arguments c) {
    c.tau;
    c.k;
}
&&!ProductWithQ<Arguments>;

}  // namespace hg::dropin
