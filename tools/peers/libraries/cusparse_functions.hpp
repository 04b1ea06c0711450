#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "tools/peers/nvidia_library.hpp"

namespace hgctl {

/// The functions of cuSPARSE that a product takes, by the declarations of its header.
struct CusparseFunctions {
    using Create = int(void**);
    using Destroy = int(void*);
    using CreateCsr = int(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int, int,
                          int, int);
    using CreateVector = int(void**, std::int64_t, void*, int);
    using Product = int(void*, int, const void*, void*, void*, const void*, void*, int, int, void*);

    explicit CusparseFunctions(NvidiaLibrary found)
        : driver(std::move(found.driver)),
          create(found.library.function<Create>("cusparseCreate")),
          destroy(found.library.function<Destroy>("cusparseDestroy")),
          create_csr(found.library.function<CreateCsr>("cusparseCreateCsr")),
          create_vector(found.library.function<CreateVector>("cusparseCreateDnVec")),
          destroy_matrix(found.library.function<Destroy>("cusparseDestroySpMat")),
          destroy_vector(found.library.function<Destroy>("cusparseDestroyDnVec")),
          buffer_size(found.library.function<Product>("cusparseSpMV_bufferSize")),
          prepare(found.library.function<Product>("cusparseSpMV_preprocess")),
          multiply(found.library.function<Product>("cusparseSpMV")) {}

    /// `prepare` is newer than the others.
    [[nodiscard]] bool complete() const noexcept {
        return create != nullptr && destroy != nullptr && create_csr != nullptr && create_vector != nullptr &&
               destroy_matrix != nullptr && destroy_vector != nullptr && buffer_size != nullptr &&
               multiply != nullptr;
    }

    std::shared_ptr<CudaDriver> driver;
    Create* create;
    Destroy* destroy;
    CreateCsr* create_csr;
    CreateVector* create_vector;
    Destroy* destroy_matrix;
    Destroy* destroy_vector;
    Product* buffer_size;
    Product* prepare;
    Product* multiply;
};

}  // namespace hgctl
