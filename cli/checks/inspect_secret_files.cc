#include <sys/stat.h>
#include <unistd.h>

#include "cli/checks/inspections.h"

namespace cli {
namespace {

struct SecretFile {
  const char* subject;
  const std::string& path;
  mode_t closed_mode;  // the widest that it may have
  const char* harm;    // what those can do whom it is open to
  const char* remedy;  // a command that closes it, without the path
};

void inspect(const SecretFile& file, Findings& findings) {
  struct stat status {};
  constexpr mode_t kRights = S_IRWXU | S_IRWXG | S_IRWXO;
  if (stat(file.path.c_str(), &status) != 0) {
    findings.push_back(wrong(file.subject, file.path + " cannot be accessed"));
  } else if ((status.st_mode & kRights & ~file.closed_mode) != 0) {
    findings.push_back(wrong(file.subject, file.path + " is open to others, and " + file.harm +
                                               "; run `" + file.remedy + " " + file.path + "`"));
  } else {
    findings.push_back(good(file.subject, file.path + " is closed to others"));
  }
}

}  // namespace

void inspect_configuration_file(const std::string& path, Findings& findings) {
  inspect({.subject = "configuration",
           .path = path,
           .closed_mode = S_IRWXU | S_IRGRP,
           .harm = "it may contain the database password",
           .remedy = "chmod 0640"},
          findings);
}

void inspect_key_file(const std::string& path, Findings& findings) {
  inspect({.subject = "signing keys",
           .path = path,
           .closed_mode = S_IRWXU,
           .harm = "whoever reads it can create share links to any artifact",
           .remedy = "chmod 0600"},
          findings);
}

void inspect_certificate_key(Findings& findings) {
  static const std::string path = "/etc/artifact-share/tls/key.pem";
  if (access(path.c_str(), F_OK) != 0) return;
  inspect({.subject = "certificate key",
           .path = path,
           .closed_mode = S_IRWXU | S_IRGRP,
           .harm = "whoever reads it can impersonate this service",
           .remedy = "chmod 0600"},
          findings);
}

}  // namespace cli
