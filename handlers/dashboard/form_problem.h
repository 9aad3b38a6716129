// What a form says was wrong with what was typed, where the API's rules found it.
#pragma once

#include <string>

#include "core/error.h"

namespace handlers::dashboard {

// The error's message as a sentence, with the fields called as the form calls them.
std::string form_problem(const core::Error& error);

}  // namespace handlers::dashboard
