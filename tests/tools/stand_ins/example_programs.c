/* Host implementations of instructions, as docs/reference/program-text.md shows how to write them: of those
 * of examples/programs, and of saxpy. */
#include <stdint.h>

typedef struct {
    void* data;             /* the first element */
    int64_t rows, cols, ld; /* element (i, j) is data[i + j * ld] */
} hg_operand;
typedef struct {
    double real, imag; /* imag is 0 if the scalar is not complex */
} hg_number;

static double* at(const hg_operand* matrix, int64_t i, int64_t j) {
    return (double*)matrix->data + i + j * matrix->ld;
}

static double dot(const hg_operand* a, int64_t i, const hg_operand* b, int64_t j) {
    double sum = 0;
    for (int64_t p = 0; p < a->cols; ++p) sum += *at(a, i, p) * *at(b, p, j);
    return sum;
}

/* Y := (X + Y) / 2 */
void mean(const hg_operand* m, const hg_number* scalars) {
    (void)scalars;
    for (int64_t j = 0; j < m[1].cols; ++j)
        for (int64_t i = 0; i < m[1].rows; ++i) *at(&m[1], i, j) = (*at(&m[0], i, j) + *at(&m[1], i, j)) / 2;
}

/* A sweep of Jacobi's method from U to V, which has a column less on each side. */
void sweep(const hg_operand* m, const hg_number* scalars) {
    (void)scalars;
    for (int64_t j = 0; j < m[1].cols; ++j)
        for (int64_t i = 0; i < m[1].rows; ++i) {
            const double* u = at(&m[0], i, j + 1);
            const int is_border = i == 0 || i == m[1].rows - 1;
            *at(&m[1], i, j) = is_border ? u[0] : (u[-1] + u[1] + u[-m[0].ld] + u[m[0].ld]) / 4;
        }
}

/* C := C + alpha A B */
void product(const hg_operand* m, const hg_number* scalars) {
    for (int64_t j = 0; j < m[2].cols; ++j)
        for (int64_t i = 0; i < m[2].rows; ++i) *at(&m[2], i, j) += scalars[0].real * dot(&m[0], i, &m[1], j);
}

/* C := A B */
void multiply(const hg_operand* m, const hg_number* scalars) {
    (void)scalars;
    for (int64_t j = 0; j < m[2].cols; ++j)
        for (int64_t i = 0; i < m[2].rows; ++i) *at(&m[2], i, j) = dot(&m[0], i, &m[1], j);
}

/* C := C - A B */
void subtract(const hg_operand* m, const hg_number* scalars) {
    (void)scalars;
    for (int64_t j = 0; j < m[2].cols; ++j)
        for (int64_t i = 0; i < m[2].rows; ++i) *at(&m[2], i, j) -= dot(&m[0], i, &m[1], j);
}

/* X := L^-1 for a lower triangle L */
void invert(const hg_operand* m, const hg_number* scalars) {
    (void)scalars;
    for (int64_t j = 0; j < m[1].cols; ++j)
        for (int64_t i = 0; i < m[1].rows; ++i) {
            double sum = i == j ? 1 : 0;
            for (int64_t p = j; p < i; ++p) sum -= *at(&m[0], i, p) * *at(&m[1], p, j);
            *at(&m[1], i, j) = i < j ? 0 : sum / *at(&m[0], i, i);
        }
}

/* Y := a X + Y */
void saxpy(const hg_operand* operands, const hg_number* scalars) {
    const float* x = operands[0].data;
    float* y = operands[1].data;
    const float a = (float)scalars[0].real;
    for (int64_t j = 0; j < operands[1].cols; ++j)
        for (int64_t i = 0; i < operands[1].rows; ++i)
            y[i + j * operands[1].ld] += a * x[i + j * operands[0].ld];
}
