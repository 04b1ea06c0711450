// Stands in for cuSPARSE if there is none. A product with another matrix than it was prepared for fails, and
// so does one without its buffer.
#include <complex>
#include <cstdint>
#include <cstring>

namespace {
constexpr int kNotInitialised = 1;
constexpr int kInvalidValue = 3;
constexpr int kIndices32 = 2;
constexpr std::size_t kBufferBytes = 48;

// Values of cudaDataType.
enum Type { kF32 = 0, kF64 = 1, kC32 = 4, kC64 = 5 };

struct Handle {
    const void* prepared_for = nullptr;
};
struct Csr {
    std::int64_t rows, cols, nonzeros;
    const int* start;
    const int* column;
    const void* value;
    int type;
};
struct Vector {
    std::int64_t size;
    void* elements;
    int type;
};

template <class T>
void multiply(const Csr& a, const T& alpha, const Vector& x, const T& beta, const Vector& y) {
    const T* of_x = static_cast<const T*>(x.elements);
    T* of_y = static_cast<T*>(y.elements);
    for (std::int64_t i = 0; i < a.rows; ++i) {
        T sum{};
        for (int k = a.start[i]; k < a.start[i + 1]; ++k)
            sum += static_cast<const T*>(a.value)[k] * of_x[a.column[k]];
        of_y[i] = beta == T{} ? alpha * sum : alpha * sum + beta * of_y[i];
    }
}

bool fits(int op, const Csr& a, const Vector& x, const Vector& y, int type, int algorithm) {
    return op == 0 && algorithm == 0 && a.type == type && x.type == type && y.type == type &&
           x.size == a.cols && y.size == a.rows;
}
}  // namespace

extern "C" {
int cusparseCreate(void** handle) {
    *handle = new Handle;
    return 0;
}
int cusparseDestroy(void* handle) {
    delete static_cast<Handle*>(handle);
    return 0;
}
int cusparseCreateCsr(void** matrix, std::int64_t rows, std::int64_t cols, std::int64_t nonzeros, void* start,
                      void* column, void* value, int start_type, int column_type, int base, int type) {
    if (start_type != kIndices32 || column_type != kIndices32 || base != 0) return kInvalidValue;
    *matrix = new Csr{rows, cols, nonzeros, static_cast<int*>(start), static_cast<int*>(column), value, type};
    return 0;
}
int cusparseCreateDnVec(void** vector, std::int64_t size, void* elements, int type) {
    *vector = new Vector{size, elements, type};
    return 0;
}
int cusparseDestroySpMat(void* matrix) {
    delete static_cast<Csr*>(matrix);
    return 0;
}
int cusparseDestroyDnVec(void* vector) {
    delete static_cast<Vector*>(vector);
    return 0;
}
int cusparseSpMV_bufferSize(void* handle, int, const void*, void*, void*, const void*, void*, int, int,
                            std::size_t* bytes) {
    if (handle == nullptr) return kNotInitialised;
    *bytes = kBufferBytes;
    return 0;
}
int cusparseSpMV_preprocess(void* handle, int, const void*, void* matrix, void*, const void*, void*, int, int,
                            void* buffer) {
    std::memset(buffer, 1, kBufferBytes);
    static_cast<Handle*>(handle)->prepared_for = matrix;
    return 0;
}
int cusparseSpMV(void* handle, int op, const void* alpha, void* matrix, void* x, const void* beta, void* y,
                 int type, int algorithm, void* buffer) {
    if (static_cast<Handle*>(handle)->prepared_for != matrix) return kNotInitialised;
    const Csr& a = *static_cast<Csr*>(matrix);
    const auto& of_x = *static_cast<Vector*>(x);
    const auto& of_y = *static_cast<Vector*>(y);
    if (buffer == nullptr || *static_cast<char*>(buffer) != 1 || !fits(op, a, of_x, of_y, type, algorithm))
        return kInvalidValue;
    const auto with = [&]<class T>(T) {
        multiply<T>(a, *static_cast<const T*>(alpha), of_x, *static_cast<const T*>(beta), of_y);
        return 0;
    };
    switch (type) {
        case kF32:
            return with(float{});
        case kF64:
            return with(double{});
        case kC32:
            return with(std::complex<float>{});
        case kC64:
            return with(std::complex<double>{});
        default:
            return kInvalidValue;
    }
}
}
