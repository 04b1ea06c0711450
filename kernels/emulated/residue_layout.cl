// How residues lie in registers: see residue_layout.hpp. moduli_source() stands before this source.

#define BLOCK 64             // lines of a block of an operand, rows and columns of one of a product
#define BLOCK_DEPTH 128      // bytes of a line in a block
#define OPERAND_BLOCK 8192   // bytes
#define PRODUCT_BLOCK 4096   // bytes
#define BLOCKS_OF(size, block) (((size) + (block)-1) / (block))

// The byte in its block where piece `piece` of 16 bytes of a line begins.
static inline int piece_of(int line, int piece) {
    return line % BLOCK * BLOCK_DEPTH + ((piece ^ line % 8) * 16);
}

// The byte of a row in its column of a block of a product.
static inline int product_row(int i) {
    return i % 8 / 2 * 16 + i % BLOCK / 8 * 2 + i % 2;
}
