#include "client/documents/document.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "client/documents/content.h"
#include "client/documents/recognition.h"

namespace client {
namespace {

class DocumentTest : public testing::Test {
 protected:
  DocumentTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("document_test." + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~DocumentTest() override { std::filesystem::remove_all(folder_); }
  DocumentTest(const DocumentTest&) = delete;
  DocumentTest& operator=(const DocumentTest&) = delete;

  Document read(const std::string& name, const std::string& bytes) const {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << bytes;
    return read_document(path);
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(DocumentTest, HasANameInUtf8) {
  EXPECT_EQ(read("bad\xff.md", "# x").name, "bad\xef\xbf\xbd.md");
  EXPECT_EQ(read("\xe2\x82.md", "# x").name, "\xef\xbf\xbd\xef\xbf\xbd.md");
  EXPECT_EQ(read("über.md", "# x").name, "über.md");
}

TEST_F(DocumentTest, HasNoTerminalSequencesIfItIsOutputOfAProgram) {
  const std::string coloured = "\x1b[1;31mred\x1b[0m \x1b(B\x1b[mtext\x1b[K\n";
  for (const char* const name : {"run.log", "run.txt", "run.OUT", "run"})
    EXPECT_EQ(read(name, coloured).bytes, "red text\n") << name;
  for (const char* const name : {"run.ans", "run.sh", "run.md"})
    EXPECT_EQ(read(name, coloured).bytes, coloured) << name;
  EXPECT_EQ(read("link", "\x1b]8;;https://example.org\x1b\\here\x1b]8;;\a\n").bytes, "here\n");
  // What is no sequence stays.
  EXPECT_EQ(read("some", "a\x1b\x01 b \x1b[31").bytes, "a\x1b\x01 b \x1b[31");
  const std::string pdf = "%PDF-1.7\n\x1b[0m";
  EXPECT_EQ(read("paper", pdf).bytes, pdf);
  const std::string image = "\x89PNG\x1b[0m";
  EXPECT_EQ(read("image", image).bytes, image);
}

}  // namespace
}  // namespace client
