// The apps that act for a user, on the page of the API keys.
#pragma once

#include "core/error.h"
#include "handlers/endpoint.h"
#include "html/html.h"

namespace handlers::dashboard {

// The list of them, and the steps by which others are connected.
core::Result<html::Html> connected_apps(const Context& context);

}  // namespace handlers::dashboard
