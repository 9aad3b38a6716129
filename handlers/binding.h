// Binding: connects an endpoint to the use cases that the route table names (members of
// app::UseCases). The endpoint's arguments are the configuration if it needs it, the use cases, the
// request, and its caller.
//
// This applies to all endpoints in one place: writes are refused if the database has no space for
// them, except those that make space, large bodies take turns, and every POST of the API is run
// under its Idempotency-Key.
//
// Not thread-safe. What it refers to must outlive it; without use cases (null) the table can be
// read, but no endpoint called.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "app/use_cases.h"
#include "core/configuration.h"
#include "fcgi/request.h"
#include "fcgi/routes.h"
#include "handlers/api/idempotency.h"

namespace handlers {

class Binding {
 public:
  Binding(const core::Configuration* configuration, app::UseCases* use_cases)
      : configuration_(configuration), use_cases_(use_cases) {}

  // `endpoint` is called with the actor, or with the caller if it needs the key's details.
  template <typename Endpoint, typename... UseCases>
  fcgi::ApiHandler api(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, use_cases...](
               const fcgi::Request& request,
               const core::Caller& caller) -> core::Result<fcgi::Response> {
      const auto answer = [&] { return call_api(endpoint, request, caller, use_cases...); };
      return answer_api(request, caller, std::cref(answer));
    };
  }
  // The same for an endpoint that only deletes or revokes, whatever its method is.
  template <typename Endpoint, typename... UseCases>
  fcgi::ApiHandler api_removal(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, use_cases...](
               const fcgi::Request& request,
               const core::Caller& caller) -> core::Result<fcgi::Response> {
      const auto answer = [&] { return call_api(endpoint, request, caller, use_cases...); };
      return answer_api(request, caller, std::cref(answer), {}, NeedsSpace::no);
    };
  }
  // The same for an endpoint with an `again`, which responds to a request repeated with the same
  // Idempotency-Key.
  template <typename Endpoint, typename Again, typename... UseCases>
  fcgi::ApiHandler api_again(Endpoint endpoint, Again again,
                             UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, again, use_cases...](
               const fcgi::Request& request,
               const core::Caller& caller) -> core::Result<fcgi::Response> {
      const auto answer = [&] { return call_api(endpoint, request, caller, use_cases...); };
      const auto answer_again = [&] { return call_api(again, request, caller, use_cases...); };
      return answer_api(request, caller, std::cref(answer), std::cref(answer_again));
    };
  }

  // An endpoint whose requests are calls of their own, each with its own rules: whether it adds to
  // the database is for the endpoint to say, and there is no Idempotency-Key.
  template <typename Endpoint, typename... UseCases>
  fcgi::ApiHandler messages(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, use_cases...](
               const fcgi::Request& request,
               const core::Caller& caller) -> core::Result<fcgi::Response> {
      return call(endpoint, use_cases_->*use_cases..., request,
                  app::Actor::program(caller, request.client_address()));
    };
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::KeylessHandler keyless(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return [*this, endpoint, use_cases...](const fcgi::Request& request) {
      return call(endpoint, use_cases_->*use_cases..., request);
    };
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::OpenHandler open(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return {[*this, endpoint, use_cases...](const fcgi::Request& request) {
      return call(endpoint, use_cases_->*use_cases..., request);
    }};
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::SignedInHandler signed_in(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return {.answer = [*this, endpoint, use_cases...](
                          const fcgi::Request& request,
                          const core::Session& session) -> core::Result<fcgi::Response> {
      return call(endpoint, use_cases_->*use_cases..., request, session);
    }};
  }

  template <typename Endpoint, typename... UseCases>
  fcgi::VisitorHandler visitor(Endpoint endpoint, UseCases app::UseCases::*... use_cases) const {
    return {[*this, endpoint, use_cases...](const fcgi::Request& request,
                                            const core::SecretToken& token) {
      return call(endpoint, use_cases_->*use_cases..., request, token);
    }};
  }

  // A write, which is refused if the database has no space for more. Every API call that creates or
  // changes something is one.
  template <typename Handler>
  Handler adds(Handler handler) const {
    handler.answer = [*this, answer = std::move(handler.answer)](
                         const fcgi::Request& request,
                         const auto&... visitor) -> core::Result<fcgi::Response> {
      if (auto refusal = refuse_without_space(request)) return *std::move(refusal);
      return answer(request, visitor...);
    };
    return handler;
  }

 private:
  enum class NeedsSpace : bool { no, by_method };
  static bool is_write(fcgi::Method method);
  std::optional<core::Error> refuse_without_space(const fcgi::Request& request) const;

  // `endpoint` and `again` refer to functions (std::cref), so that a request allocates nothing for
  // them. Compiled once for all endpoints, as it is much.
  core::Result<fcgi::Response> answer_api(const fcgi::Request& request, const core::Caller& caller,
                                          const EndpointCall& endpoint,
                                          const EndpointCall& again = {},
                                          NeedsSpace needs_space = NeedsSpace::by_method) const;

  template <typename Endpoint, typename... UseCases>
  core::Result<fcgi::Response> call_api(Endpoint endpoint, const fcgi::Request& request,
                                        const core::Caller& caller,
                                        UseCases app::UseCases::*... use_cases) const {
    if constexpr (std::is_invocable_v<Endpoint, UseCases&..., const fcgi::Request&,
                                      const app::Actor&>) {
      return endpoint(use_cases_->*use_cases..., request,
                      app::Actor::program(caller, request.client_address()));
    } else {
      return endpoint(use_cases_->*use_cases..., request, caller);
    }
  }

  template <typename Endpoint, typename... Arguments>
  core::Result<fcgi::Response> call(Endpoint endpoint, Arguments&&... arguments) const {
    if constexpr (std::is_invocable_v<Endpoint, Arguments...>) {
      return endpoint(std::forward<Arguments>(arguments)...);
    } else {
      return endpoint(*configuration_, std::forward<Arguments>(arguments)...);
    }
  }

  const core::Configuration* configuration_;
  app::UseCases* use_cases_;
};

// The IDs in a request's path. Only for endpoints whose routes have a placeholder for them.

template <typename Id>
const Id& id_in_path(const fcgi::Request& request) {
  const Id* id = request.path_id<Id>();
  if (id == nullptr) throw std::logic_error("the route has no placeholder for this kind of ID");
  return *id;
}

inline const core::ArtifactId& artifact_id(const fcgi::Request& request) {
  return id_in_path<core::ArtifactId>(request);
}
inline const core::ExternalId& external_id(const fcgi::Request& request) {
  return id_in_path<core::ExternalId>(request);
}
inline const core::ShareId& share_id(const fcgi::Request& request) {
  return id_in_path<core::ShareId>(request);
}
inline const core::KeyId& key_id(const fcgi::Request& request) {
  return id_in_path<core::KeyId>(request);
}
inline const core::GrantId& app_id(const fcgi::Request& request) {
  return id_in_path<core::GrantId>(request);
}
inline const core::UserId& user_id(const fcgi::Request& request) {
  return id_in_path<core::UserId>(request);
}

}  // namespace handlers
