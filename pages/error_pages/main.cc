// Writes the pages that nginx serves itself without a worker: error-pages FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "pages/message_page.h"

int main(int count, char** values) {
  if (count != 2) {
    std::fputs("usage: error-pages FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = values[1];
  std::filesystem::create_directories(folder);
  // The pages are the same for every installation.
  const core::Installation any{.name = ""};
  const auto write = [&folder, &any](const char* name, pages::Message message) {
    std::ofstream page(folder / name);
    page << pages::message_page(any, message).str();
    page.close();
    return static_cast<bool>(page);
  };
  return write("unavailable.html", pages::Message::unavailable) &&
                 write("too_many_requests.html", pages::Message::too_many_requests)
             ? 0
             : 1;
}
