// Runs the instructions of emulated products at small, odd sizes through the plain OpenCL C interface and compares with
// their host implementations, as oclgrind_kernels does with products.
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
using test::AnyMatrix;
using test::Device;
using test::expect_close;
using test::Matrix;

using Integers = Matrix<std::int32_t>;

/// Runs an instruction on the device and on the host; both change the same operands.
void run(Device& device, const InstructionPtr& instruction, const std::vector<AnyMatrix>& got,
         const std::vector<AnyMatrix>& wanted, const std::vector<ScalarValue>& scalars) {
    device.run(*instruction, got, scalars);
    std::vector<HostOperand> on_host;
    for (const AnyMatrix& operand : wanted) on_host.push_back(operand.host());
    instruction->host({on_host, scalars});
}

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
    const std::int64_t lines = lines_are_rows ? X.rows : X.cols;
    const std::int64_t depth = lines_are_rows ? X.cols : X.rows;
    constexpr int products = kernels::real_products(element_type_of<T>());
    Operand got{{lines, 1, 0, 1},
                {1, 1, 0, 0},
                {products * kernels::operand_rows(depth, moduli), kernels::residue_cols(lines), 0, 2}};
    got.refused.data = {0};
    Operand wanted = got;
    const auto exponents = kernels::emulated_exponents(element_type_of<T>(), lines_are_rows);
    run(device, exponents, {X, got.exponents, got.refused}, {X, wanted.exponents, wanted.refused},
        {kernels::scaled_norm(moduli)});
    expect_close(exponents->name, got.exponents.data, wanted.exponents.data);
    const auto residues = kernels::emulated_residues(element_type_of<T>(), lines_are_rows, moduli);
    std::vector<ScalarValue> scalars;
    if (products > 1) scalars.emplace_back(lines_are_rows ? 0.0 : 1.0);  // whether they are conjugated
    run(device, residues, {X, got.exponents, got.refused, got.residues},
        {X, wanted.exponents, wanted.refused, wanted.residues}, scalars);
    expect_congruent(residues->name, got.residues, wanted.residues, moduli, products);
    return got;
}

/// The product of residues takes most of the time; it is the same for all types, and many moduli would take minutes.
template <class T>
void check(Device& device, std::int64_t m, std::int64_t n, std::int64_t k, int moduli, double beta,
           double triangle) {
    Matrix<T> A(m, k, 1, 1), B(k, n, 2, 2), C(m, n, 3, 3);
    Matrix<T> wanted_c = C;
    Operand a = residues_of(device, A, true, moduli), b = residues_of(device, B, false, moduli);
    constexpr int products = kernels::real_products(element_type_of<T>());
    Integers u(products * kernels::product_rows(m, moduli), kernels::residue_cols(n), 0, 4),
        refused(1, 1, 0, 5), info(1, 1, 0, 6);
    info.data = {0};
    Integers wanted_u = u, wanted_refused = refused;
    const auto product = kernels::emulated_product(EmulatedProduct{.moduli = moduli, .work = 4});
    if (std::is_same_v<T, double> && moduli <= 2) {
        run(device, product, {a.residues, b.residues, a.refused, b.refused, u, refused},
            {a.residues, b.residues, a.refused, b.refused, wanted_u, wanted_refused}, {triangle});
        expect_close(product->name, u.data, wanted_u.data);
    } else {
        refused.data = {0};
        u.data.assign(u.data.size(), 0x01020304);
        wanted_u = u;
        wanted_refused = refused;
    }
    run(device, kernels::emulated_skip(), {info, refused}, {info, wanted_refused}, {});
    expect_close("emulated_skip", refused.data, wanted_refused.data);
    const auto sum = kernels::emulated_sum(element_type_of<T>(), moduli, beta == 0);
    run(device, sum, {u, a.exponents, b.exponents, refused, C},
        {wanted_u, a.exponents, b.exponents, wanted_refused, wanted_c}, {1.5, beta, triangle});
    expect_close(sum->name, C.data, wanted_c.data);
}

}  // namespace

/// With an argument also for single precision and the default number of moduli, beside the most and few.
int main(int count, char**) {
    try {
        Device device;
        // Two blocks along k; then two blocks of rows and of columns, of which one is left out.
        check<double>(device, 5, 3, 130, 2, -0.5, 0);
        check<double>(device, 66, 66, 5, 2, 1, 1);
        check<double>(device, 9, 8, 6, 16, 0, 0);
        check<std::complex<double>>(device, 9, 8, 6, 2, -0.5, 1);
        if (count > 1) {
            check<float>(device, 33, 33, 7, 2, 1, 2);
            check<float>(device, 9, 8, 6, 7, 0, 0);
            check<double>(device, 37, 21, 9, 14, 0, 0);
            check<std::complex<float>>(device, 9, 34, 6, 3, 0, 0);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return test::failures == 0 ? 0 : 1;
}
