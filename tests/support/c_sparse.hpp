#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/hg.h>
#include <hg/runtime/program/element.hpp>
#include <hg/sparse/sparse_matrix.hpp>

/// What tests of the functions of C for sparse matrices share.
namespace hg::test {

struct FreeSparse {
    void operator()(hg_sparse* matrix) const { hg_sparse_free(matrix); }
    void operator()(hg_distributed* distributed) const { hg_distributed_free(distributed); }
};
using HeldSparse = std::unique_ptr<hg_sparse, FreeSparse>;
using HeldDistributed = std::unique_ptr<hg_distributed, FreeSparse>;

template <Element T>
const char* type_word() {
    return name(element_type_of<T>()).data();
}

/// What make(arguments, handle) writes to its last argument; null with a failure if it returns no 0.
template <class Handle = hg_sparse, class Make, class... Arguments>
std::unique_ptr<Handle, FreeSparse> held(Make* make, Arguments... arguments) {
    Handle* made = nullptr;
    EXPECT_EQ(make(arguments..., &made), 0) << hg_last_error();
    return std::unique_ptr<Handle, FreeSparse>(made);
}

/// A handle of a copy of the matrix.
template <Element T>
HeldSparse in_c(const SparseMatrix<T>& A) {
    const std::vector<std::int64_t> columns(A.columns().begin(), A.columns().end());
    return held(hg_sparse_from_csr, A.rows(), A.cols(), A.row_start().data(), columns.data(),
                A.values().data(), type_word<T>(), 0);
}

/// What a handle holds.
template <Element T>
SparseMatrix<T> out_of_c(const hg_sparse* matrix) {
    const hg_csr& csr = *hg_sparse_csr(matrix);
    EXPECT_STREQ(csr.type, type_word<T>());
    const std::span<const std::int32_t> columns(csr.column, static_cast<std::size_t>(csr.nonzeros));
    const std::vector<std::int64_t> wide(columns.begin(), columns.end());
    return SparseMatrix<T>::from_csr(
        csr.rows, csr.cols, std::span(csr.row_start, static_cast<std::size_t>(csr.rows) + 1), wide,
        std::span(static_cast<const T*>(csr.value), static_cast<std::size_t>(csr.nonzeros)));
}

/// Expects that a function of C refuses a call with this info, and in these words.
inline void expect_refused(std::int64_t found, std::int64_t info, const std::string& words) {
    EXPECT_EQ(found, info) << words;
    EXPECT_THAT(hg_last_error(), testing::HasSubstr(words));
}

/// The functions of C use the process-wide session, which is made on the devices of the tests.
class OnTestDevices : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        ::setenv("HG_DEVICES", test_devices().c_str(), 1);
        ::setenv("HG_HOST_BELOW", "0", 1);
    }
};

}  // namespace hg::test
