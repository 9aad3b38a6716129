// Connection: one of nginx's to this worker, over which requests come one after the other as long
// as nginx keeps it. Only nginx ends one that it keeps, so it never sends a request in vain.
//
// Belongs to one thread at a time. Closed by its destructor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <fcgiapp.h>

#include "fcgi/request.h"

namespace fcgi {

// What comes in by a socket.
enum class Traffic : std::uint8_t { api, pages };

class Connection {
 public:
  // Takes the descriptor over, which is blocking.
  Connection(int descriptor, Traffic traffic);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  int descriptor() const { return descriptor_; }
  Traffic traffic() const { return traffic_; }
  // Whether another request may come.
  bool is_open() const { return request_.ipcFd >= 0; }

  // Reads a request up to its body. False if there is none, and the connection is closed then:
  // nginx has ended it, or sent what is no request.
  bool read_request();
  const char* const* parameters() const { return request_.envp; }
  // The body of the request that was read.
  BodySource& body() { return body_; }

  // Reads what is left of the request, and writes the answer, the end of which may wait for
  // finish().
  void answer(const std::string& head, const std::string& body);
  // Ends the answer. The connection stays open if nginx keeps it.
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
  FCGX_Request request_{};
  Body body_{request_};
};

}  // namespace fcgi
