// What is wrong with a command line, in one line: an unknown command or option with the one that
// was probably meant.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace client {

std::string usage_problem(const CLI::App& app, const CLI::ParseError& wrong);

}  // namespace client
