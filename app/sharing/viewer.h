// Viewer: who opens a share link. Viewers have no account; they are identified by their network,
// and by proofs that their client has kept from earlier requests.
#pragma once

#include <string>
#include <string_view>

#include "core/identity/public_id.h"

namespace app {

// A signed statement of this service about one link. A viewer's client stores it and sends it back;
// a browser does so in a cookie.
struct Proof {
  core::ShareId link;
  std::string value;
};

// The proofs that a viewer's client sends, by link; empty if there is none. What they return is
// untrusted and valid as long as this object.
class KeptProofs {
 public:
  KeptProofs() = default;
  KeptProofs(const KeptProofs&) = delete;
  KeptProofs& operator=(const KeptProofs&) = delete;
  virtual ~KeptProofs() = default;

  // That the viewer has entered the link's password.
  virtual std::string_view unlocked(const core::ShareId& link) const = 0;
  // That a view by this viewer was counted.
  virtual std::string_view viewed(const core::ShareId& link) const = 0;
};

// Refers to data that the request owns.
struct Viewer {
  std::string_view client_address;
  // Whether this is a program that opens links by itself (core/artifact/previewer.h).
  bool is_previewer = false;
  std::string_view password;  // empty: none given
  const KeptProofs& proofs;
  // Whether the password comes from a header (app/sharing/password_readings.h).
  bool is_password_of_header = false;
};

}  // namespace app
