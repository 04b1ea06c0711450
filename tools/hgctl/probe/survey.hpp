#pragma once

#include <functional>
#include <vector>

#include "runtime/machine/measure/memory_survey.hpp"
#include "tools/hgctl/device_selection.hpp"

namespace hgctl {

using DeviceSurvey = std::function<void(const OneDevice&, hg::DeviceWork&, const hg::SurveyProgress&)>;

/// Surveys one device after the other, with a progress bar. True if Ctrl-C ended that early: then the caller
/// reports what was measured so far.
bool survey_devices(const std::vector<OneDevice>& devices, const DeviceSurvey& survey);

/// The exit status after a survey; says on standard error if it was interrupted.
int survey_status(bool interrupted);

}  // namespace hgctl
