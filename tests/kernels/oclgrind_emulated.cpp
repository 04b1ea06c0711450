// Runs the instructions of emulated products at small, odd sizes through the plain OpenCL C interface and
// compares with their host implementations, as oclgrind_kernels does with products.
#include <complex>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/emulated/emulated_gemm.hpp"
#include "kernels/emulated/emulated_product.hpp"
#include "kernels/emulated/moduli.hpp"
#include "kernels/emulated/residue_layout.hpp"
#include "oclgrind_device.hpp"

namespace {

using namespace hg;
using kernels::EmulatedProduct;
using test::check;
using test::Device;
using test::Matrix;

using Integers = Matrix<std::int32_t>;

struct Operand {
    Integers exponents, refused, residues;
};

/// Compares residues modulo their moduli: of some numbers, two fit a byte.
void expect_congruent(const std::string& what, const Integers& got, const Integers& wanted, int moduli,
                      int products) {
    const auto bytes = [](const Integers& x) { return reinterpret_cast<const std::int8_t*>(x.data.data()); };
    const std::int64_t of_column = got.rows * kernels::kResiduesOfElement;
    std::int64_t wrong = 0;
    for (std::int64_t byte = 0; byte < of_column * got.cols; ++byte) {
        const auto l = static_cast<std::size_t>(byte % of_column / (of_column / products / moduli) % moduli);
        wrong += (bytes(got)[byte] - bytes(wanted)[byte]) % kernels::kModuli[l] != 0;
    }
    if (wrong > 0) ++test::failures;
    std::printf("%s %s: %lld residues differ\n", wrong > 0 ? "WRONG" : "good ", what.c_str(),
                static_cast<long long>(wrong));
}

/// The residues of X as the device makes them, which are the host's.
template <class T>
Operand residues_of(Device& device, Matrix<T>& X, bool lines_are_rows, int moduli) {
    constexpr ElementType type = element_type_of<T>();
    const std::int64_t lines = lines_are_rows ? X.rows : X.cols;
    const std::int64_t depth = lines_are_rows ? X.cols : X.rows;
    constexpr int products = kernels::real_products(type);
    Operand got{{lines, 1, 0, 1},
                {1, 1, 0, 0},
                {products * kernels::operand_rows(depth, moduli), kernels::residue_cols(lines), 0, 2}};
    got.refused.data = {0};
    check(device, *kernels::emulated_exponents(type, lines_are_rows), {X, got.exponents, got.refused},
          {kernels::scaled_norm(moduli)});
    const auto residues = kernels::emulated_residues(type, lines_are_rows, moduli);
    std::vector<ScalarValue> scalars;
    if (products > 1) scalars.emplace_back(lines_are_rows ? 0.0 : 1.0);  // whether they are conjugated
    Operand wanted = got;
    test::run_both(device, *residues, {X, got.exponents, got.refused, got.residues},
                   {X, wanted.exponents, wanted.refused, wanted.residues}, scalars);
    expect_congruent(residues->name, got.residues, wanted.residues, moduli, products);
    return got;
}

/// The product of residues takes most of the time; it is the same for all types, and many moduli would take
/// minutes.
template <class T>
void check_product(Device& device, std::int64_t m, std::int64_t n, std::int64_t k, int moduli, double beta,
                   double triangle) {
    Matrix<T> A(m, k, 1, 1), B(k, n, 2, 2), C(m, n, 3, 3);
    Operand a = residues_of(device, A, true, moduli), b = residues_of(device, B, false, moduli);
    constexpr int products = kernels::real_products(element_type_of<T>());
    Integers u(products * kernels::product_rows(m, moduli), kernels::residue_cols(n), 0, 4),
        refused(1, 1, 0, 5), info(1, 1, 0, 6);
    info.data = {0};
    if (std::is_same_v<T, double> && moduli <= 2) {
        check(device, *kernels::emulated_product(EmulatedProduct{.moduli = moduli, .work = 4}),
              {a.residues, b.residues, a.refused, b.refused, u, refused}, {triangle});
    } else {
        refused.data = {0};
        u.data.assign(u.data.size(), 0x01020304);
    }
    check(device, *kernels::emulated_skip(), {info, refused}, {});
    check(device, *kernels::emulated_sum(element_type_of<T>(), moduli, beta == 0),
          {u, a.exponents, b.exponents, refused, C}, {1.5, beta, triangle});
}

}  // namespace

/// With an argument also for single precision, more blocks and the default number of moduli.
int main(int count, char**) {
    return test::run_checks([&](Device& device) {
        check_product<double>(device, 5, 3, 130, 2, -0.5, 0);  // two blocks along k
        check_product<double>(device, 9, 8, 6, 16, 0, 0);
        check_product<std::complex<double>>(device, 9, 8, 6, 2, -0.5, 1);
        if (count == 1) return;
        check_product<double>(device, 66, 66, 5, 2, 1, 1);  // two blocks of rows and of columns, one left out
        check_product<float>(device, 33, 33, 7, 2, 1, 2);
        check_product<float>(device, 9, 8, 6, 7, 0, 0);
        check_product<double>(device, 37, 21, 9, 14, 0, 0);
        check_product<std::complex<float>>(device, 9, 34, 6, 3, 0, 0);
    });
}
