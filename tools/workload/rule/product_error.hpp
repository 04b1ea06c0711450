#pragma once

#include <vector>

#include "tools/workload/rule/factor.hpp"

namespace hgctl {

/// What C must be: alpha (A1 B1 + A2 B2 + ...) + beta C0, with C0 what C held before. Products may have
/// conj(alpha) in the place of alpha, and a factor of their own.
template <class T>
struct ProductRule {
    struct Product {
        Factor<T> left, right;
        bool conjugates_alpha = false;
        PartOf<T> factor = 1;
    };

    std::vector<Product> products;  ///< of as many rows and columns as C
    T alpha = 1;
    T beta = 0;
    Part part = Part::all;  ///< of C: a triangle if only that is computed, and C has no mirror images
};

/// How far C is from what it must be, in units of the bound that hg holds to:
///
///     |C - Cref| <= 3 eps (sum of sqrt(k_i + 2) |alpha| |A_i| |B_i| + 2 |beta| |C0|)
///
/// in Frobenius norms, with k_i the columns of A_i, twice as many if elements are complex. Good up to 1.
/// Infinity for NaN if there should be a number. Factors do not count if alpha is 0, and C0 does not if beta
/// is 0. The reference sums in long double for double and in double for float. O(m n k) work.
template <class T>
double product_error(const ProductRule<T>& rule, const AsFactor<T>& c, const AsFactor<T>& c0);

/// The same from O(m n + m k + n k) work, for large matrices: (C - Cref) x for a random vector x of +1 and -1
/// (R. Freivalds, IFIP 1977). Each row counts in units of its own bound,
///
///     3 eps (sum of sqrt(k_i + 2) |alpha| |row of A_i| |B_i| + 2 |beta| |row of C0|)
///
/// and the largest row counts.
template <class T>
double product_error_estimate(const ProductRule<T>& rule, const AsFactor<T>& c, const AsFactor<T>& c0);

}  // namespace hgctl
