#pragma once

#include <cstdint>

#include <hg/runtime/program/instruction.hpp>

/// The host implementations of qr_tree.hpp's instructions, for blocks of these rows.
namespace hg::kernels {

template <class T>
void factor_qr_level(const HostCall& call, std::int64_t rows);
template <class T>
void expand_qr_level(const HostCall& call, std::int64_t rows);
template <class T>
void reconstruct_qr(const HostCall& call);
template <class T>
void finish_qr_tree(const HostCall& call, std::int64_t rows);

}  // namespace hg::kernels
