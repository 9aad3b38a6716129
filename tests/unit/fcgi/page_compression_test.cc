#include "fcgi/page_compression.h"

#include <array>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/text/gzip.h"

namespace fcgi {
namespace {

constexpr std::size_t kSpace = 1000000;

class NoBody : public BodySource {
 public:
  std::size_t read(char* /*buffer*/, std::size_t /*size*/) override { return 0; }
};

std::string page_of(std::size_t size) { return std::string(size - 1, 'a') + '\n'; }

Response compress(PageCompression& compression, Response response,
                  const std::string& accepted = "gzip, deflate, br") {
  NoBody body;
  const std::string parameter = "HTTP_ACCEPT_ENCODING=" + accepted;
  const std::array<const char*, 2> environment{parameter.c_str(), nullptr};
  const Request request(environment.data(), body, core::RequestId::generate(core::Timestamp()));
  compression.apply(request, response);
  return response;
}

Response compress(const std::string& page, const std::string& accepted) {
  PageCompression compression(kSpace);
  return compress(compression, Response::html(200, page), accepted);
}

std::string header(const Response& response, std::string_view name) {
  for (const auto& [known, value] : response.headers())
    if (known == name) return value;
  return {};
}

bool is_compressed(const Response& response) {
  return !header(response, "Content-Encoding").empty();
}

std::string decompressed(const Response& response) {
  std::string text;
  core::GzipDecoder(kSpace).add(response.body(), text);
  return text;
}

TEST(PageCompression, SendsPagesInGzipToThoseWhoAcceptIt) {
  const std::string page = page_of(20000);
  PageCompression compression(kSpace);
  for (int view = 0; view < 2; ++view) {
    const Response response = compress(compression, Response::html(200, page));
    EXPECT_EQ(header(response, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
    EXPECT_LT(response.body().size(), page.size());
    EXPECT_EQ(decompressed(response), page);
  }
}

TEST(PageCompression, LeavesSmallAndLargePagesToNginx) {
  EXPECT_FALSE(is_compressed(compress(page_of(1023), "gzip")));
  EXPECT_TRUE(is_compressed(compress(page_of(1024), "gzip")));
  EXPECT_TRUE(is_compressed(compress(page_of(128 * 1024), "gzip")));
  EXPECT_FALSE(is_compressed(compress(page_of(128 * 1024 + 1), "gzip")));
}

TEST(PageCompression, CompressesThePageThatAsksForAPassword) {
  PageCompression compression(kSpace);
  EXPECT_TRUE(is_compressed(compress(compression, Response::html(401, page_of(2000)))));
}

TEST(PageCompression, LeavesEverythingElseAsItIs) {
  PageCompression compression(kSpace);
  const std::string text = page_of(2000);
  EXPECT_FALSE(is_compressed(compress(compression, Response::html(404, text))));
  EXPECT_FALSE(is_compressed(compress(compression, Response::json(200, text))));
  EXPECT_FALSE(is_compressed(compress(compression, Response::plain(200, "application/pdf", text))));
}

TEST(PageCompression, TellsPagesApartThatDifferInOneCharacter) {
  PageCompression compression(kSpace);
  std::string page = page_of(3000);
  compress(compression, Response::html(200, page));
  page[1500] = 'b';
  EXPECT_EQ(decompressed(compress(compression, Response::html(200, page))), page);
}

TEST(PageCompression, CompressesPagesThatItHasNoSpaceToKeep) {
  PageCompression compression(100);
  std::string page;
  for (int i = 0; i < 1000; ++i) page += std::to_string(i * i);
  EXPECT_EQ(decompressed(compress(compression, Response::html(200, page))), page);
}

TEST(PageCompression, WithoutACacheIsLeftToNginx) {
  PageCompression compression(0);
  EXPECT_FALSE(is_compressed(compress(compression, Response::html(200, page_of(2000)))));
}

TEST(PageCompression, ServesSeveralThreads) {
  PageCompression compression(3000);
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (std::size_t size = 2000; size < 2200; ++size) {
        const std::string page = page_of(size);
        EXPECT_EQ(decompressed(compress(compression, Response::html(200, page))), page);
      }
    });
  }
}

}  // namespace
}  // namespace fcgi
