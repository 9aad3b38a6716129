#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include "cli/checks/inspections.h"

namespace cli {
namespace {

struct SecretFile {
  const char* subject;
  const std::string& path;
  mode_t allowed_mode;  // all permissions that it may have
  const char* risk;     // what others can do if they can read it
  const char* remedy;   // a command that corrects the mode, without the path
};

void inspect(const SecretFile& file, Findings& findings) {
  struct stat status {};
  constexpr mode_t kRights = S_IRWXU | S_IRWXG | S_IRWXO;
  if (stat(file.path.c_str(), &status) != 0) {
    findings.push_back(
        wrong(file.subject, file.path + " cannot be accessed: " + std::strerror(errno)));
  } else if ((status.st_mode & kRights & ~file.allowed_mode) != 0) {
    findings.push_back(wrong(file.subject, file.path + " is accessible to other users, and " +
                                               file.risk + "; run `" + file.remedy + " " +
                                               file.path + "`"));
  } else {
    findings.push_back(good(file.subject, file.path + " is not accessible to other users"));
  }
}

}  // namespace

void inspect_configuration_file(const std::string& path, Findings& findings) {
  inspect({.subject = "configuration",
           .path = path,
           .allowed_mode = S_IRWXU | S_IRGRP,
           .risk = "it may contain the database password",
           .remedy = "chmod 0640"},
          findings);
}

void inspect_key_file(const std::string& path, Findings& findings) {
  inspect({.subject = "signing keys",
           .path = path,
           .allowed_mode = S_IRWXU,
           .risk = "whoever reads it can create share links to any artifact",
           .remedy = "chmod 0600"},
          findings);
}

void inspect_key_path(const std::string& path, Findings& findings) {
  // LoadCredential= in the units.
  constexpr const char* kOfWorkers = "/etc/artifact-share/signing_keys";
  if (path == kOfWorkers) return;
  findings.push_back(wrong("signing keys", "signing_keys_file is " + path +
                                               ", but the units of the workers name " + kOfWorkers +
                                               "; move the keys there, and set it to that path"));
}

void inspect_redis_password_file(const std::string& path, Findings& findings) {
  constexpr const char* kSubject = "redis password";
  if (path.empty()) return;
  if (access(path.c_str(), R_OK) != 0) {
    findings.push_back(wrong(kSubject, path +
                                           " cannot be read by the service's user; run `chown "
                                           "artifact-share " +
                                           path + "`"));
    return;
  }
  inspect({.subject = kSubject,
           .path = path,
           .allowed_mode = S_IRWXU | S_IRGRP,
           .risk = "it contains the password of Redis",
           .remedy = "chmod 0400"},
          findings);
}

void inspect_certificate_key(Findings& findings) {
  static const std::string path = "/etc/artifact-share/tls/key.pem";
  if (access(path.c_str(), F_OK) != 0) return;
  inspect({.subject = "certificate key",
           .path = path,
           .allowed_mode = S_IRWXU | S_IRGRP,
           .risk = "whoever reads it can impersonate this service",
           .remedy = "chmod 0600"},
          findings);
}

}  // namespace cli
