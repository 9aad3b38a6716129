// Compares what is installed on this host to what this process runs: they differ after an upgrade
// or reload that failed half-way, which shows when the process next starts.
#pragma once

#include <string>

namespace runtime {

// The build ID of a program, which the linker makes of its content: equal sources, compilers and
// libraries give the same. 12 hexadecimal digits; empty if the file is no program with one.
std::string build_id_of(const std::string& program);

// That of this process, as it was started.
const std::string& build_id();

// "1.2.3 (build 0123456789ab)"
std::string version_and_build();

// Notes in metrics_folder that a new process loads what this one has loaded. For maintenance, which
// gets the keys as they are on the disk in each run, while a worker has those of its start.
void note_loadable();

// Whether a new process would run the same program with the same settings and keys. False as well
// if it could not start, as its program is gone or its configuration is wrong. Requires a loaded
// configuration (runtime/process.h).
bool runs_what_is_installed();

}  // namespace runtime
