// PageRequests: answers requests for pages: share pages, the dashboard, and what is public.
//
// Pages of the dashboard go through the DashboardGate. Requests for share links are counted by
// network, and responses to them and to the dashboard have the rate-limit headers. Errors are pages
// too. Exceptions that a handler throws become 503 if the database cannot be reached, and otherwise
// 500.
//
// Not thread-safe; each worker thread has its own.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "core/metrics.h"
#include "core/principal.h"
#include "fcgi/dashboard_gate.h"
#include "fcgi/page_compression.h"
#include "fcgi/request.h"
#include "fcgi/response.h"
#include "fcgi/routes.h"

namespace fcgi {

// Whether errors at this path are pages, even where no route matches.
bool is_page_path(std::string_view path);

class PageRequests {
 public:
  // All references must outlive this object.
  PageRequests(const RouteTable& table, core::RateLimiter& rate_limiter,
               DashboardGate dashboard_gate, const BodyLimits& body_limits,
               PageCompression& page_compression, core::Metrics& metrics)
      : table_(table),
        rate_limiter_(rate_limiter),
        dashboard_gate_(std::move(dashboard_gate)),
        body_limits_(body_limits),
        page_compression_(page_compression),
        metrics_(metrics) {}

  Answer answer(Request& request, const RouteMatch& match);

 private:
  core::Result<Response> call_page(Request& request, const RouteMatch& match);
  std::size_t limit_of(const Request& request, const Route& route) const;
  std::optional<core::Error> read_form(Request& request, const Route& route) const;
  void keep_form(Request& request, const RouteMatch& match,
                 const core::Result<Response>& result) const;
  void add_viewer_limit(const Request& request, const std::optional<core::RateLimit>& refused,
                        Response& response);

  const RouteTable& table_;
  core::RateLimiter& rate_limiter_;
  DashboardGate dashboard_gate_;
  BodyLimits body_limits_;
  PageCompression& page_compression_;
  core::Metrics& metrics_;
};

}  // namespace fcgi
