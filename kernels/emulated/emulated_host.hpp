#pragma once

#include <hg/runtime/program/instruction.hpp>

/// The host implementations of an emulated product's instructions.
namespace hg::kernels {

template <class T>
void emulated_exponents_on_host(const HostCall& call, bool lines_are_rows);

template <class T>
void emulated_residues_on_host(const HostCall& call, bool lines_are_rows, int moduli);

void emulated_product_on_host(const HostCall& call, int moduli);

template <class T>
void emulated_sum_on_host(const HostCall& call, int moduli, bool overwrite);

}  // namespace hg::kernels
