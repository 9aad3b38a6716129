// The pages on which a user decides whether an app may have access to their account, by the app's
// request (OAuth's authorization code) or by a code from a device.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/principal.h"
#include "html/html.h"
#include "pages/frame.h"

namespace pages::dashboard {

struct HiddenField {
  std::string_view name;
  std::string_view value;
};

struct ConsentPage {
  // What is known of the app.
  enum class Origin {
    built_in,    // part of the service
    site,        // a site that identifies itself by its address, the client id
    unverified,  // it only says of itself who it is
  };

  Viewer viewer;
  std::string_view client_name;
  std::string_view client_id;
  Origin origin = Origin::unverified;
  // Where the browser goes with the answer, and whether that is a program on this computer.
  std::string_view destination;
  bool is_local = false;
  core::Scopes scopes;
  std::vector<HiddenField> parameters;  // of the request, sent again with the decision
};
html::Html consent_page(const ConsentPage& page);

// Leads the browser to `location` at once, without a script. `destination` is what the user reads.
// Not a redirect, which a policy for forms would stop at every host that it passes.
html::Html return_to_app_page(std::string_view destination, std::string_view location);

// For a request that is answered without asking the user. Nothing leads on by itself, as anyone can
// register an app and would have a link of this service that leads to a site of theirs (RFC 9700,
// 4.11.2).
html::Html rejected_request_page(std::string_view destination, std::string_view location);

// The form for the code that a device shows.
struct DevicePage {
  Viewer viewer;
  std::string_view code;     // as it was typed; may be empty
  std::string_view problem;  // the error in the submitted form; may be empty
};
html::Html device_page(const DevicePage& page);

// The question whether the device may have access.
struct DeviceConsentPage {
  Viewer viewer;
  std::string_view client_name;
  std::string_view code;  // "BDFG-HJKL"
  core::Scopes scopes;
};
html::Html device_consent_page(const DeviceConsentPage& page);

html::Html device_done_page(const Viewer& viewer, bool is_allowed);

}  // namespace pages::dashboard
