// Connection: a connection from nginx to this worker, with one request after another until nginx
// closes it. The worker never closes an idle connection, so no request is lost.
//
// Belongs to one thread at a time. Closed by its destructor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include <fcgiapp.h>

#include "fcgi/request.h"

namespace fcgi {

// Received over a socket.
enum class Traffic : std::uint8_t { api, pages };

class Connection {
 public:
  // Takes ownership of the descriptor, which must be blocking.
  Connection(int descriptor, Traffic traffic);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  int descriptor() const { return descriptor_; }
  Traffic traffic() const { return traffic_; }
  // Held by a thread while it hands the connection over (fcgi/intake.h).
  std::mutex& handover() { return handover_; }
  // Whether another request may follow.
  bool is_open() const { return request_.ipcFd >= 0; }

  // Reads a request up to its body. False if there is none, and the connection is then closed:
  // nginx has closed it, or sent something else.
  bool read_request();
  const char* const* parameters() const { return request_.envp; }
  // The body of the current request.
  BodySource& body() { return body_; }

  // Reads the rest of the request and writes the response, whose end may be delayed until finish().
  void answer(const std::string& head, const std::string& body);
  // Ends the response. The connection stays open if nginx keeps it.
  void finish();

 private:
  class Body : public BodySource {
   public:
    explicit Body(const FCGX_Request& request) : request_(request) {}
    std::size_t read(char* buffer, std::size_t size) override;

   private:
    const FCGX_Request& request_;
  };

  const int descriptor_;
  const Traffic traffic_;
  std::mutex handover_;
  FCGX_Request request_{};
  Body body_{request_};
};

}  // namespace fcgi
