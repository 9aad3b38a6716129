// Other programs, run and bounded; also run under the sanitizers, whose needs these programs do not
// share.
#include "runtime/child_process.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
constexpr ChildBounds kAmple{.time = seconds(60), .output_bytes = 64 * kMegabyte};

ChildResult run_shell(const std::string& script, const ChildBounds& bounds = kAmple) {
  return run_child({.arguments = {"/bin/sh", "-c", script}, .environment = {"A=b"}}, "", bounds);
}

TEST(ChildProcess, PassesInputAndReturnsOutput) {
  const std::string input(5 * kMegabyte, 'x');
  const ChildResult result =
      run_child({.arguments = {"/bin/cat"}, .environment = {}}, input, kAmple);
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_TRUE(result.within_bounds);
  EXPECT_TRUE(result.output == input);
}

TEST(ChildProcess, ReportsTheExitStatus) {
  const ChildResult exited = run_shell("exit 3");
  EXPECT_EQ(exited.exit_status, 3);
  EXPECT_EQ(exited.signal, std::nullopt);
  const ChildResult killed = run_shell("kill -9 $$");
  EXPECT_EQ(killed.exit_status, std::nullopt);
  EXPECT_EQ(killed.signal, SIGKILL);
  EXPECT_THROW(run_child({.arguments = {"/nowhere"}, .environment = {}}, "", kAmple),
               std::system_error);
}

TEST(ChildProcess, IsKilledAfterItsTimeLimit) {
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result =
      run_shell("echo begun; sleep 100", {.time = milliseconds(200), .output_bytes = kMegabyte});
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(30));
  EXPECT_EQ(result.exit_status, std::nullopt);
  EXPECT_FALSE(result.within_bounds);
  EXPECT_EQ(result.output, "");
}

TEST(ChildProcess, CannotExceedItsOutputLimit) {
  const ChildBounds bounds{.time = seconds(60), .output_bytes = 10};
  EXPECT_EQ(run_shell("printf 1234567890", bounds).output, "1234567890");
  EXPECT_FALSE(run_shell("printf 12345678901", bounds).within_bounds);
}

// Whether the process has ended; whoever is its parent may not have reaped it yet.
bool has_ended(const std::string& pid) {
  std::ifstream status("/proc/" + pid + "/stat");
  std::string text;
  return !std::getline(status, text) || text.substr(text.rfind(')')).starts_with(") Z");
}

TEST(ChildProcess, LeavesNoProcessOfItsGroup) {
  const ChildResult result = run_shell("sleep 100 & echo $!");
  const std::string left = result.output.substr(0, result.output.size() - 1);
  const auto deadline = std::chrono::steady_clock::now() + seconds(30);
  while (!has_ended(left) && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(has_ended(left));
}

TEST(ChildProcess, InheritsNothingElse) {
  const int kept_open = open("/dev/null", O_RDONLY);  // NOLINT: on purpose not closed by exec
  sigset_t signals;
  sigset_t before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  EXPECT_EQ(run_shell("test -e /proc/$$/fd/2").exit_status, 0);
  EXPECT_EQ(run_shell("test -e /proc/$$/fd/" + std::to_string(kept_open)).exit_status, 1);
  EXPECT_EQ(run_shell("kill -TERM $$").exit_status, std::nullopt);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(kept_open);

  const ChildResult environment =
      run_child({.arguments = {"/usr/bin/env"}, .environment = {"A=b"}}, "", kAmple);
  EXPECT_EQ(environment.output, "A=b\n");
}

ChildProgram served_program(const std::string& program) {
  return {
      .arguments = {"/usr/bin/python3", "-IB", SOURCE_FOLDER "/pdf/fork_server.py", program, "5"},
      .environment = {"LC_ALL=C.UTF-8", "PATH=/usr/bin"}};
}

TEST(ForkServer, LoadsItsProgramOnceAndForksForEachInput) {
  ForkServer server(served_program(SOURCE_FOLDER "/tests/unit/runtime/served_program.py"));
  const ChildResult first = server.run("", kAmple);
  EXPECT_EQ(first.exit_status, 0);
  EXPECT_TRUE(first.within_bounds);
  EXPECT_EQ(server.run("fail", kAmple).exit_status, 1);
  EXPECT_EQ(server.run("abort", kAmple).signal, SIGABRT);
  EXPECT_EQ(server.run("", kAmple).output, first.output);
  EXPECT_FALSE(server.run("", {.time = seconds(60), .output_bytes = 1}).within_bounds);
}

TEST(ForkServer, KillsWhatTakesTooLong) {
  ForkServer server(served_program(SOURCE_FOLDER "/tests/unit/runtime/served_program.py"));
  const ChildResult first = server.run("", kAmple);
  const ChildResult late =
      server.run("sleep", {.time = milliseconds(200), .output_bytes = kMegabyte});
  EXPECT_FALSE(late.in_time);
  EXPECT_EQ(late.signal, SIGKILL);
  EXPECT_EQ(server.run("", kAmple).output, first.output);
}

TEST(ForkServer, IsStartedAgainAfterItHasEnded) {
  ForkServer server(served_program(SOURCE_FOLDER "/tests/unit/runtime/served_program.py"));
  const ChildResult first = server.run("", kAmple);
  kill(std::stoi(first.output), SIGKILL);
  const ChildResult next = server.run("", kAmple);
  EXPECT_EQ(next.exit_status, 0);
  EXPECT_NE(next.output, first.output);
}

TEST(ForkServer, EndsWithWhoeverHasStartedIt) {
  std::string pid;
  {
    ForkServer server(served_program(SOURCE_FOLDER "/tests/unit/runtime/served_program.py"));
    pid = server.run("", kAmple).output;
  }
  const auto deadline = std::chrono::steady_clock::now() + seconds(30);
  while (!has_ended(pid) && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(has_ended(pid));
}

TEST(ForkServer, SaysThatAProgramCannotServe) {
  ForkServer server(served_program("/nowhere.py"));
  EXPECT_EQ(server.run("", kAmple).exit_status, 2);
}

}  // namespace
}  // namespace runtime
