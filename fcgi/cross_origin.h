// CrossOrigin: which web pages may call the API from their scripts (the CORS protocol of WHATWG
// Fetch, 3.2).
//
// Only the configured origins; with none, no header of the protocol is ever sent. Keys travel in
// Authorization, never in cookies, so credentials in Fetch's sense are never allowed. Immutable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fcgi/request.h"
#include "fcgi/response.h"

namespace fcgi {

class CrossOrigin {
 public:
  // Origins as browsers send them, "https://app.example.org"; "*" stands for any.
  explicit CrossOrigin(std::vector<std::string> origins) : origins_(std::move(origins)) {}

  // Lets the page's script read the answer, if the request comes from an allowed one.
  void admit(const Request& request, Response& response) const;

  // The same for the answer to a preflight: the methods that the path takes, as Allow lists them.
  void admit_preflight(const Request& request, const std::string& methods,
                       Response& response) const;

 private:
  bool allows(std::string_view origin) const;

  std::vector<std::string> origins_;
};

}  // namespace fcgi
