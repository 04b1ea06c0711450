// The functions of hg.h for Matrix Market files.
#include "interfaces/c/sparse/handles.hpp"
#include <hg/sparse/matrix_market.hpp>

namespace hg::interfaces {
namespace {

constexpr const char* kRead = "hg_sparse_read";
constexpr const char* kWrite = "hg_sparse_write";

}  // namespace
}  // namespace hg::interfaces

using namespace hg::interfaces;

int64_t hg_sparse_read(const char* path, const char* type, int mend, hg_sparse** matrix) {
    return guarded_handle(kRead, 4, "matrix", matrix, [&] {
        std::unique_ptr<hg_sparse> made;
        require_pointer(kRead, 1, "path", path);
        hg::require_argument(mend == 0 || mend == HG_SUM_DUPLICATES, kRead, 3, "mend",
                             "must be 0 or HG_SUM_DUPLICATES");
        if (type != nullptr) with_sparse_type(kRead, 2, type, []<class T>() {});  // before the file is read
        const hg::MatrixMarketFile file(path);
        const char* const of_file = file.info().field == hg::MarketField::complex ? "c64" : "f64";
        with_sparse_type(kRead, 2, type != nullptr ? type : of_file,
                         [&]<class T>() { made = std::make_unique<hg_sparse>(file.matrix<T>(mend != 0)); });
        return made;
    });
}

int64_t hg_sparse_write(const hg_sparse* matrix, const char* path) {
    return guarded(0, [&] {
        require_pointer(kWrite, 1, "matrix", matrix);
        require_pointer(kWrite, 2, "path", path);
        std::visit([&](const auto& A) { hg::write_matrix_market(path, A); }, matrix->matrix);
    });
}
