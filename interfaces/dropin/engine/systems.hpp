#pragma once

#include "interfaces/dropin/engine.hpp"

namespace hg::dropin {

/// What Engine says of these.
template <class T>
Outcome run_getrf(Place place, const GetrfArguments<T>& arguments) noexcept;
template <class T>
Outcome run_getrs(Place place, const GetrsArguments<T>& arguments) noexcept;
template <class T>
Outcome run_gesv(Place place, const GesvArguments<T>& arguments) noexcept;
Outcome run_dsgesv(Place place, const DsgesvArguments& arguments) noexcept;

extern template Outcome run_getrf(Place, const GetrfArguments<float>&) noexcept;
extern template Outcome run_getrf(Place, const GetrfArguments<double>&) noexcept;
extern template Outcome run_getrs(Place, const GetrsArguments<float>&) noexcept;
extern template Outcome run_getrs(Place, const GetrsArguments<double>&) noexcept;
extern template Outcome run_gesv(Place, const GesvArguments<float>&) noexcept;
extern template Outcome run_gesv(Place, const GesvArguments<double>&) noexcept;

}  // namespace hg::dropin
