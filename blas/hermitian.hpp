#pragma once

/// @file
/// BLAS level 3 for hermitian matrices: hemm, herk and her2k.

#include <hg/blas/routines/hemm.hpp>
#include <hg/blas/routines/her2k.hpp>
#include <hg/blas/routines/herk.hpp>
