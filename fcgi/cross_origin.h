// CrossOrigin: the origins whose scripts may call the API (CORS; WHATWG Fetch, 3.2).
//
// Only the configured origins; with none, no CORS header is ever sent. Keys are sent in
// Authorization, never in cookies, so credentials in Fetch's sense are not allowed. Immutable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fcgi/request.h"
#include "fcgi/response.h"

namespace fcgi {

class CrossOrigin {
 public:
  // Origins as browsers send them, "https://app.example.org"; "*" for any. `own` is the service's.
  explicit CrossOrigin(std::vector<std::string> origins, std::string own = {});

  // Whether a page sends the request whose origin is neither allowed nor the service's own.
  bool is_foreign(const Request& request) const;

  // Adds the headers that let scripts of an allowed origin read the response. They repeat only an
  // origin of the configuration, never what a client sent.
  void admit(const Request& request, Response& response) const;

  // The same for a preflight response; `methods` as in Allow.
  void admit_preflight(const Request& request, const std::string& methods,
                       Response& response) const;

 private:
  bool allows(std::string_view origin) const;

  std::vector<std::string> origins_;
  std::string own_;
  bool allows_any_ = false;
};

}  // namespace fcgi
