// Writes the pages that nginx shows by itself when no worker answers: error-pages FOLDER
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
  std::ofstream page(folder / "unavailable.html");
  page << pages::message_page(pages::Message::unavailable).str();
  page.close();
  return page ? 0 : 1;
}
