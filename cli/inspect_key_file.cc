#include <sys/stat.h>

#include "cli/inspections.h"

namespace cli {

void inspect_key_file(const std::string& path, Findings& findings) {
  struct stat status {};
  constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
  if (stat(path.c_str(), &status) != 0) {
    findings.push_back(wrong("signing keys", path + " cannot be accessed"));
  } else if ((status.st_mode & kOthers) != 0) {
    findings.push_back(wrong("signing keys", path +
                                                 " is readable by other users, who could create "
                                                 "share links to any artifact; run `chmod 0600 " +
                                                 path + "`"));
  } else {
    findings.push_back(good("signing keys", path + " is readable by its owner only"));
  }
}

}  // namespace cli
