#include "runtime/program/base/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hg {
namespace {

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRounds{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t big_endian(const unsigned char* bytes) noexcept {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return std::endian::native == std::endian::little ? __builtin_bswap32(word) : word;
}

std::uint32_t large_sigma(std::uint32_t x, int a, int b, int c) noexcept {
    return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

std::uint32_t small_sigma(std::uint32_t x, int a, int b, int shift) noexcept {
    return std::rotr(x, a) ^ std::rotr(x, b) ^ (x >> shift);
}

}  // namespace

void Sha256::take(const unsigned char* block) noexcept {
    std::array<std::uint32_t, 64> w;
    for (std::size_t i = 0; i < 16; ++i) w[i] = big_endian(block + 4 * i);
    for (std::size_t i = 16; i < 64; ++i)
        w[i] = w[i - 16] + small_sigma(w[i - 15], 7, 18, 3) + w[i - 7] + small_sigma(w[i - 2], 17, 19, 10);
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t first = h + large_sigma(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
        const std::uint32_t second = large_sigma(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += added[i];
}

void Sha256::add(std::string_view bytes) noexcept {
    const auto* next = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t left = bytes.size();
    const std::size_t filled = bytes_ % kBlock;
    bytes_ += left;
    if (filled > 0) {
        const std::size_t count = std::min(left, kBlock - filled);
        std::copy_n(next, count, waiting_.data() + filled);
        next += count, left -= count;
        if (filled + count < kBlock) return;
        take(waiting_.data());
    }
    for (; left >= kBlock; next += kBlock, left -= kBlock) take(next);
    std::copy_n(next, left, waiting_.data());
}

std::string Sha256::finish() {
    const std::uint64_t bits = 8 * bytes_;
    add(std::string_view("\x80", 1));
    while (bytes_ % kBlock != kBlock - sizeof bits) add(std::string_view("\0", 1));
    std::array<char, sizeof bits> length;
    for (std::size_t i = 0; i < length.size(); ++i) length[i] = static_cast<char>(bits >> (56 - 8 * i));
    add({length.data(), length.size()});
    std::string text;
    for (const std::uint32_t word : state_)
        for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15U];
    return text;
}

std::string digest(std::initializer_list<std::string_view> texts) {
    Sha256 hash;
    for (const std::string_view text : texts) hash.add(text);
    return hash.finish();
}

}  // namespace hg
