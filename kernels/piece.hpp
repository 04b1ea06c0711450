#pragma once

#include <hg/runtime/program/element.hpp>

/// Pieces of vectors and columns that work-items load or store at once.
namespace hg::kernels {

/// Bytes of a piece if no blocking says otherwise: the widest loads of GPUs.
inline constexpr int kPieceBytes = 16;
/// Bytes of the widest ones, a cache line of CPUs. Windows begin at multiples of it: a piece lies on a
/// boundary of its size.
inline constexpr int kMostPieceBytes = 64;

/// Elements of a piece.
constexpr int elements_of_piece(ElementType type, int bytes = kPieceBytes) noexcept {
    return bytes / static_cast<int>(size_of(type));
}

/// Likewise of elements that work-items take at once: a complex one is a piece by itself.
constexpr int elements_at_once(ElementType type, int bytes = kPieceBytes) noexcept {
    return is_complex(type) ? 1 : elements_of_piece(type, bytes);
}

}  // namespace hg::kernels
