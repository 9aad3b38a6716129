// The least that a worker can do for GET /artifacts/{id}: one prepared select, and one counter in
// Redis that expires, one after the other, on a connection of each thread. minimal SOCKET THREADS
// DATABASE REDIS_SOCKET
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fcgiapp.h>
#include <hiredis/hiredis.h>
#include <libpq-fe.h>

namespace {

using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using Result = std::unique_ptr<PGresult, decltype(&PQclear)>;
using Redis = std::unique_ptr<redisContext, decltype(&redisFree)>;

bool count_call(redisContext* redis) {
  redisAppendCommand(redis, "INCR minimal");
  redisAppendCommand(redis, "EXPIRE minimal 120");
  for (int i = 0; i < 2; ++i) {
    void* reply = nullptr;
    if (redisGetReply(redis, &reply) != REDIS_OK) return false;
    freeReplyObject(reply);
  }
  return true;
}

void answer_all(int socket, const char* database, const char* redis_socket) {
  const Connection postgres(PQconnectdb(database), PQfinish);
  const Redis redis(redisConnectUnix(redis_socket), redisFree);
  if (PQstatus(postgres.get()) != CONNECTION_OK || redis == nullptr || redis->err != 0) {
    std::fputs("minimal: cannot connect\n", stderr);
    return;
  }
  const Result prepared(
      PQprepare(postgres.get(), "find",
                "select id, template, title, content, metadata, created_at, expires_at"
                "  from peer_artifacts where id = $1 and deleted_at is null",
                1, nullptr),
      PQclear);
  FCGX_Request request;
  FCGX_InitRequest(&request, socket, 0);
  while (FCGX_Accept_r(&request) == 0) {
    const char* path = FCGX_GetParam("REQUEST_URI", request.envp);
    const char* slash = path == nullptr ? nullptr : std::strrchr(path, '/');
    const char* id = slash == nullptr ? "" : slash + 1;
    const bool counted = count_call(redis.get());
    const Result found(PQexecPrepared(postgres.get(), "find", 1, &id, nullptr, nullptr, 0),
                       PQclear);
    if (!counted || PQntuples(found.get()) != 1) {
      FCGX_PutS("Status: 404\r\nContent-Length: 0\r\n\r\n", request.out);
    } else {
      std::string body = "{\"id\":\"";
      body += PQgetvalue(found.get(), 0, 0);
      body += "\",\"template\":\"";
      body += PQgetvalue(found.get(), 0, 1);
      body += "\",\"content\":";
      body += PQgetvalue(found.get(), 0, 3);
      body += ",\"createdAt\":\"";
      body += PQgetvalue(found.get(), 0, 5);
      body += "\"}\n";
      const std::string head =
          "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
          "\r\n\r\n";
      FCGX_PutStr(head.data(), static_cast<int>(head.size()), request.out);
      FCGX_PutStr(body.data(), static_cast<int>(body.size()), request.out);
    }
    FCGX_Finish_r(&request);
  }
}

}  // namespace

int main(int count, char** values) {
  if (count != 5) return 2;
  FCGX_Init();
  const int socket = FCGX_OpenSocket(values[1], 1024);
  std::vector<std::thread> threads;
  for (int i = std::stoi(values[2]); i > 0; --i)
    threads.emplace_back(answer_all, socket, values[3], values[4]);
  for (std::thread& thread : threads) thread.join();
  return 0;
}
