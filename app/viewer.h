// Who opens a share link, and what proves that they may.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/ids.h"
#include "core/opener.h"
#include "core/security/signing_keys.h"
#include "core/time.h"
#include "html/message.h"

namespace app {

// Viewer: who opens a share link. Viewers have no account; they are identified by their network,
// and by proofs that their client has stored from earlier requests.

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
  core::Opener opener = core::Opener::person;  // by its User-Agent
  std::string_view password;                   // empty: none given
  const KeptProofs& proofs;
  // Whether the password comes from a header, see below.
  bool is_password_of_header = false;
  html::Language language = html::Language::english;  // of a page
};

// Creating and verifying the proofs.

// States that the viewer has entered the link's password. It covers the stored hash, so a new
// password invalidates it.
Proof prove_unlocked(const core::ShareId& link, const std::string& password_hash,
                     const core::SigningKeys& keys);
bool proves_unlocked(std::string_view proof, const core::ShareId& link,
                     const std::string& password_hash, const core::SigningKeys& keys);

// States that a view of the link was counted, and is valid for an hour after it. Requests for the
// file of a link with a view limit need one: a PDF is fetched in many requests, and counting each
// would use up the limit, while counting none would let a program read the file without a view. It
// gives no access to a link that has expired, was revoked or needs a password.
Proof prove_viewed(const core::ShareId& link, core::Timestamp now, const core::SigningKeys& keys);
bool proves_viewed(std::string_view proof, const core::ShareId& link, core::Timestamp now,
                   const core::SigningKeys& keys);

// States that a page of the link was opened, and is valid for an hour after it. It stands in the
// address of the page's document in place of the token, which the document's scripts must not
// learn. It covers the version that the page's address names, and the password, so a new one ends
// it.
std::string prove_opened(const core::ShareId& link, const std::optional<std::string>& version,
                         const std::optional<std::string>& password_hash, core::Timestamp now,
                         const core::SigningKeys& keys);
struct OpenedPage {
  core::ShareId link;
  std::int64_t end = 0;  // in Unix seconds
  std::string password;  // a digest of its hash

  bool is_open(core::Timestamp now, const std::optional<std::string>& password_hash) const;
};
// What a genuine proof states, which may have ended.
std::optional<OpenedPage> opened_page(std::string_view proof,
                                      const std::optional<std::string>& version,
                                      const core::SigningKeys& keys);

// The possible meanings of a password in a header (X-Share-Password).
//
// Headers are bytes, and many clients cannot send any beyond ASCII. So the password is UTF-8, and
// may be percent-encoded (RFC 3986, 2.1). A password with a percent sign may also be sent as it is.

// One or two possible passwords, the most likely first. Errors: invalid_request if it is not UTF-8,
// before or after decoding, which does not count as an attempt.
core::Result<std::vector<std::string>> password_readings(std::string_view header);

}  // namespace app
