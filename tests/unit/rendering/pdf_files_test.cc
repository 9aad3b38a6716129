#include "rendering/pdf_files.h"

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rendering {
namespace {

namespace fs = std::filesystem;

const core::ArtifactId kArtifact = core::ArtifactId::generate(core::now());

PdfFiles::Key key(int number) { return {kArtifact, core::sha256(std::to_string(number))}; }

class PdfFilesTest : public testing::Test {
 protected:
  PdfFilesTest() {
    std::string path = fs::temp_directory_path() / "pdf-files-XXXXXX";
    parent_ = mkdtemp(path.data());
    folder_ = parent_ / "pdfs";
  }
  ~PdfFilesTest() override { fs::remove_all(parent_); }

  std::vector<fs::path> pdfs() const {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().extension() == ".pdf") paths.push_back(entry.path());
    return paths;
  }
  std::uintmax_t bytes() const {
    std::uintmax_t sum = 0;
    for (const fs::path& path : pdfs()) sum += fs::file_size(path);
    return sum;
  }
  // As if it had been used so long ago.
  static void age(const fs::path& path, std::chrono::hours by) {
    fs::last_write_time(path, fs::last_write_time(path) - by);
  }

  fs::path parent_;
  fs::path folder_;
};

TEST_F(PdfFilesTest, AreFoundByOthersAndLater) {
  PdfFiles(folder_, 100000).add(key(1), "%PDF-one");
  PdfFiles other(folder_, 100000);
  EXPECT_EQ(other.find(key(1)), "%PDF-one");
  EXPECT_FALSE(other.find(key(2)));
  other.add(key(1), "%PDF-two");
  EXPECT_EQ(other.find(key(1)), "%PDF-two");
}

TEST_F(PdfFilesTest, CanBeReadByTheirOwnerAlone) {
  PdfFiles(folder_, 100000).add(key(1), "%PDF-");
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(pdfs().front()).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(PdfFilesTest, AreBoundedAndLoseWhatWasUsedLeastRecently) {
  PdfFiles files(folder_, 10000);
  const std::string pdf(1900, 'x');
  for (int i = 0; i < 5; ++i) {
    files.add(key(i), pdf);
    for (const fs::path& path : pdfs()) age(path, std::chrono::hours(1));
  }
  ASSERT_TRUE(files.find(key(0)));  // used now
  files.add(key(5), pdf);
  EXPECT_LE(bytes(), 10000U);
  EXPECT_TRUE(files.find(key(0)));
  EXPECT_FALSE(files.find(key(1)));
  EXPECT_TRUE(files.find(key(5)));
}

TEST_F(PdfFilesTest, AreRemovedWhenTheyWereNotUsedForLong) {
  PdfFiles files(folder_, 100000);
  files.add(key(1), "%PDF-");
  age(pdfs().front(), PdfFiles::kKeptUnused + std::chrono::hours(1));
  files.add(key(2), "%PDF-");
  EXPECT_EQ(pdfs().size(), 1U);
}

TEST_F(PdfFilesTest, AreRemovedWhenAVersionOfTheirArtifactWasErased) {
  PdfFiles files(folder_, 100000);
  const PdfFiles::Key other{core::ArtifactId::generate(core::now()), key(1).document};
  files.add(key(1), "%PDF-old");
  files.add(other, "%PDF-other");
  age(pdfs().front(), std::chrono::hours(1));
  age(pdfs().back(), std::chrono::hours(1));
  files.add(key(2), "%PDF-new");
  const auto minutes_ago = [](int minutes) {
    return core::Timestamp::from_unix_milliseconds(core::now().unix_milliseconds() -
                                                   std::int64_t{60'000} * minutes);
  };
  files.remove_of(kArtifact, minutes_ago(90));
  EXPECT_EQ(pdfs().size(), 3U);
  files.remove_of(kArtifact, minutes_ago(30));
  EXPECT_FALSE(files.find(key(1)));
  EXPECT_EQ(files.find(key(2)), "%PDF-new");
  EXPECT_EQ(files.find(other), "%PDF-other");
}

TEST_F(PdfFilesTest, AreRemovedThenEvenIfNoneIsAdded) {
  PdfFiles files(folder_, 100000);
  for (const int number : {1, 2}) files.add(key(number), "%PDF-");
  age(pdfs().front(), PdfFiles::kKeptUnused + std::chrono::hours(1));
  files.remove_old();
  EXPECT_EQ(pdfs().size(), 1U);
}

TEST_F(PdfFilesTest, AreNotServedWhenDamaged) {
  PdfFiles files(folder_, 100000);
  const auto damage = [&](const auto& how) {
    files.add(key(1), "%PDF-whole");
    how(pdfs().front());
    EXPECT_FALSE(files.find(key(1)));
    EXPECT_TRUE(pdfs().empty());
  };
  damage([](const fs::path& path) { fs::resize_file(path, fs::file_size(path) - 1); });
  damage([](const fs::path& path) { fs::resize_file(path, 0); });
  damage([](const fs::path& path) { std::ofstream(path, std::ios::app) << "more"; });
  damage([](const fs::path& path) {
    std::ofstream(path) << "%PDF-something else, and long enough to have a header";
  });
}

TEST_F(PdfFilesTest, LeaveOutWhatWouldTakeMostOfTheRoom) {
  PdfFiles files(folder_, 1000);
  files.add(key(1), std::string(600, 'x'));
  EXPECT_FALSE(files.find(key(1)));
}

TEST_F(PdfFilesTest, RemoveWhatWasLeftHalfWritten) {
  PdfFiles files(folder_, 100000);
  const fs::path left = folder_ / "abcdef.new";
  std::ofstream(left) << "half";
  files.add(key(1), "%PDF-");
  EXPECT_TRUE(fs::exists(left));  // it may still be written
  age(left, std::chrono::hours(1));
  files.add(key(2), "%PDF-");
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(PdfFilesTest, KeepNothingWithoutAFolder) {
  for (const std::string& folder : {std::string(), (parent_ / "none" / "pdfs").string()}) {
    PdfFiles files(folder, 100000);
    files.add(key(1), "%PDF-");
    files.remove_old();
    EXPECT_FALSE(files.find(key(1)));
  }
  PdfFiles off(folder_, 0);
  off.add(key(1), "%PDF-");
  EXPECT_FALSE(off.find(key(1)));
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(PdfFilesTest, AreWholeWhileManyWrite) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      PdfFiles files(folder_, 30000);
      for (int round = 0; round < 100; ++round) {
        const int number = round % 10;
        const std::string pdf = "%PDF-" + std::string(4000, static_cast<char>('a' + number));
        files.add(key(number), pdf);
        for (int other = 0; other < 10; ++other) {
          const auto found = files.find(key(other));
          if (found) {
            EXPECT_EQ(*found, "%PDF-" + std::string(4000, static_cast<char>('a' + other)));
          }
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  PdfFiles(folder_, 30000).add(key(11), "%PDF-");
  EXPECT_LE(bytes(), 30000U);
}

TEST_F(PdfFilesTest, LocksOfAKeyExcludeEachOther) {
  PdfFiles files(folder_, 100000);
  PdfFiles other(folder_, 100000);
  auto lock = files.try_lock(key(1));
  ASSERT_TRUE(lock);
  EXPECT_FALSE(files.try_lock(key(1)));
  EXPECT_FALSE(other.try_lock(key(1)));
  EXPECT_TRUE(other.try_lock(key(2)));
  lock.reset();
  EXPECT_TRUE(other.try_lock(key(1)));
}

TEST_F(PdfFilesTest, LocksEndWithTheirProcess) {
  PdfFiles files(folder_, 100000);
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = files.try_lock(key(1));
    const char has_it = lock ? '1' : '0';
    while (write(pipe_ends[1], &has_it, 1) == 1) pause();
    _exit(1);
  }
  char has_it = 0;
  ASSERT_EQ(read(pipe_ends[0], &has_it, 1), 1);
  EXPECT_EQ(has_it, '1');
  EXPECT_FALSE(files.try_lock(key(1)));
  kill(child, SIGKILL);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(files.try_lock(key(1)));
  for (const int end : pipe_ends) close(end);
}

TEST_F(PdfFilesTest, WithoutAFolderEverybodyHasTheLock) {
  PdfFiles none("", 100000);
  const auto lock = none.try_lock(key(1));
  EXPECT_TRUE(lock);
  EXPECT_TRUE(none.try_lock(key(1)));
}

}  // namespace
}  // namespace rendering
