#include "fcgi/connection.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace fcgi {
namespace {

// How long nginx may leave a request incomplete, or a response unread.
constexpr timeval kPeerTimeout{10, 0};
constexpr int kNoListeningSocket = -1;

}  // namespace

Connection::Connection(int descriptor, Traffic traffic)
    : descriptor_(descriptor), traffic_(traffic) {
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &kPeerTimeout, sizeof kPeerTimeout);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &kPeerTimeout, sizeof kPeerTimeout);
  FCGX_InitRequest(&request_, kNoListeningSocket, FCGI_FAIL_ACCEPT_ON_INTR);
  request_.ipcFd = descriptor;
  // Reading a request ends the previous one; here there is none to end.
  request_.keepConnection = 1;
}

Connection::~Connection() { FCGX_Free(&request_, is_open() ? 1 : 0); }

// As the connection is open, libfcgi reads from it instead of accepting another.
bool Connection::read_request() { return FCGX_Accept_r(&request_) == 0; }

void Connection::answer(const std::string& head, const std::string& body) {
  // Otherwise the rest would be read as the next request. nginx sends the whole request before it
  // gets a response, but not always after.
  std::array<char, 8192> rest;
  if (request_.keepConnection != 0)
    while (body_.read(rest.data(), rest.size()) > 0) {
    }
  FCGX_PutStr(head.data(), static_cast<int>(head.size()), request_.out);
  FCGX_PutStr(body.data(), static_cast<int>(body.size()), request_.out);
}

void Connection::finish() { FCGX_Finish_r(&request_); }

std::size_t Connection::Body::read(char* buffer, std::size_t size) {
  const int wanted = static_cast<int>(
      std::min<std::size_t>(size, static_cast<std::size_t>(std::numeric_limits<int>::max())));
  const int count = FCGX_GetStr(buffer, wanted, request_.in);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

}  // namespace fcgi
