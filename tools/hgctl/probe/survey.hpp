#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/hgctl/device_selection.hpp"
#include "tools/tuner/worker/device_work.hpp"

namespace hgctl {

/// To be asked before each measurement on a device, with what it is and the share of the device that is done;
/// false ends the survey.
using SurveyProgress = std::function<bool(const std::string& what, double share)>;
using DeviceSurvey = std::function<void(const OneDevice&, hg::kernels::DeviceWork&, const SurveyProgress&)>;

/// Surveys one device after the other, with a progress bar. True if Ctrl-C ended that early: then the caller
/// reports what was measured so far.
bool survey_devices(const std::vector<OneDevice>& devices, const DeviceSurvey& survey);

/// The exit status after a survey; says on standard error if it was interrupted.
int survey_status(bool interrupted);

}  // namespace hgctl
