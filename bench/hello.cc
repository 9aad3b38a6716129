// The peer that the service is compared with: the least that a FastCGI worker can do, with as many
// threads as a worker of ours. hello SOCKET THREADS
#include <string>
#include <thread>
#include <vector>

#include <fcgiapp.h>

namespace {

void answer_all(int socket) {
  FCGX_Request request;
  FCGX_InitRequest(&request, socket, 0);
  while (FCGX_Accept_r(&request) == 0) {
    FCGX_PutS("Content-Type: text/plain\r\nContent-Length: 6\r\n\r\nhello\n", request.out);
    FCGX_Finish_r(&request);
  }
}

}  // namespace

int main(int count, char** values) {
  if (count != 3) return 2;
  FCGX_Init();
  const int socket = FCGX_OpenSocket(values[1], 1024);
  std::vector<std::thread> threads;
  for (int i = std::stoi(values[2]); i > 0; --i) threads.emplace_back(answer_all, socket);
  for (std::thread& thread : threads) thread.join();
  return 0;
}
