// PDFs, made by the real program: what they are made of, and what a hostile document cannot do. Who
// waits for whom is tried with a stand-in for that program.
#include "rendering/pdf_maker.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <latch>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../texts.h"
#include "core/text/encodings.h"
#include "rendering/artifact_pdfs.h"
#include "templates/pdf/pdf_content.h"

namespace rendering {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using tests::count;

// Ample, so that a busy machine fails no test.
PdfMaker::Limits limits() {
  return {.command = SOURCE_FOLDER "/pdf/make_pdf.py",
          .processor_time = seconds(120),
          .time = seconds(120)};
}

runtime::AdmissionLimits turns(unsigned places, unsigned at_once,
                               milliseconds patience = seconds(120)) {
  runtime::AdmissionLimits admission;
  admission.places = places;
  admission.pdf = {at_once, patience};
  return admission;
}

const core::ArtifactId kArtifact = core::ArtifactId::generate(core::now());

// A maker with turns of its own.
class OwnMaker {
 public:
  explicit OwnMaker(const PdfMaker::Limits& bounds = limits(),
                    const runtime::AdmissionLimits& admission = turns(1, 1),
                    const std::string& folder = {})
      : admission_(admission), files_(folder, 1000000), maker_(bounds, admission_, files_) {}

  core::Result<PdfMaker::Pdf> make(std::string_view html, const std::string& account = "a",
                                   PdfMaker::Pace pace = PdfMaker::Pace::for_viewer) {
    return maker_.make(html, {kArtifact, account}, pace);
  }
  bool is_at_work() const { return admission_.held() > 0; }
  void stop(milliseconds grace = {}) { maker_.stop(grace); }

 private:
  runtime::Admission admission_;
  PdfFiles files_;
  PdfMaker maker_;
};

std::string times(std::size_t count, std::string_view text) {
  std::string repeated;
  repeated.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) repeated += text;
  return repeated;
}

std::size_t pages_of(std::string_view pdf) { return count(pdf, "/Type /Page\n"); }

// A program for Python, gone at the end of the scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    const int descriptor = mkstemp(path_.data());
    EXPECT_EQ(write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    close(descriptor);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/pdf_maker_test.XXXXXX";
};

// The PDF of a document, which has to be possible.
std::string made(const std::string& html) {
  OwnMaker maker;
  const auto pdf = maker.make(html);
  EXPECT_TRUE(pdf) << pdf.error().message;
  return pdf ? (*pdf)->data : std::string();
}

std::string image_of(std::string_view svg) {
  return "<img alt=\"\" src=\"data:image/svg+xml;base64," + core::to_base64(core::as_bytes(svg)) +
         "\">";
}

constexpr std::string_view kSquare =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">"
    "<rect width=\"9\" height=\"9\" fill=\"#f00\"/></svg>";
constexpr std::string_view kDot =
    "<img src=\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==\">";

TEST(PdfMaker, ConvertsHtml) {
  const std::string pdf = made(
      "<!doctype html><html lang=\"en\"><title>A title</title><p>Hello <b>you</b> "
      "<a href=\"https://example.org/x\">there</a></p>");
  EXPECT_TRUE(pdf.starts_with("%PDF-1."));
  EXPECT_EQ(pages_of(pdf), 1U);
  EXPECT_NE(pdf.find("/Title (A title)"), pdf.npos);
  EXPECT_NE(pdf.find("(https://example.org/x)"), pdf.npos);
}

TEST(PdfMaker, ConvertsMarkdown) {
  const std::string source = "# Heading\n\n- [x] done\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n";
  const std::string pdf = made(templates::html_of_markdown(source, "From *here*").str());
  EXPECT_EQ(pages_of(pdf), 1U);
  EXPECT_NE(pdf.find("/Title (From *here*)"), pdf.npos);
  EXPECT_NE(pdf.find("(Heading)"), pdf.npos) << "the outline";
}

TEST(PdfMaker, DrawsFormulas) {
  const auto fonts_contain = [](const std::string& tex, std::string_view name) {
    const std::string pdf = made(templates::html_of_markdown("Of $" + tex + "$", "").str());
    return pdf.find(name) != pdf.npos;
  };
  EXPECT_TRUE(fonts_contain("m", "-Italic"));
  for (const std::string tex : {"\\mathrm{m/s}", "\\mathbf{x}", "\\operatorname{sinc}"})
    EXPECT_FALSE(fonts_contain(tex, "-Italic")) << tex;
  EXPECT_TRUE(fonts_contain("\\unknown{m}", "Mono")) << "as its source";
  for (const std::string tex : {"\\boxed{m \\approx 1}", "a \\land \\neg b \\lor c"})
    EXPECT_FALSE(fonts_contain(tex, "Mono")) << tex;
}

TEST(PdfMaker, IsDeterministic) {
  const std::string html = times(10, "<h1 style=\"break-before: page\">Page</h1><p>Text</p>");
  const std::string pdf = made(html);
  EXPECT_EQ(pages_of(pdf), 10U);
  EXPECT_TRUE(made(html) == pdf) << "pieces of it may come from several worker processes";
}

// A PDF that an earlier version of the program has made is not shown: whichever of its files
// changed.
TEST(PdfMaker, MakesAPdfAnewIfAnyFileOfTheProgramHasChanged) {
  namespace fs = std::filesystem;
  std::string folder = "/tmp/pdf_program.XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const fs::path program = fs::path(folder) / "program";
  fs::create_directory(program);
  for (const auto& entry : fs::directory_iterator(SOURCE_FOLDER "/pdf"))
    if (entry.is_regular_file()) fs::copy_file(entry.path(), program / entry.path().filename());
  fs::remove(program / "fork_server.py");  // confines its processes, and this one writes a file
  PdfMaker::Limits bounds = limits();
  bounds.command = program / "make_pdf.py";
  const std::string runs = folder + "/runs";
  std::ofstream(bounds.command) << "open('" << runs << "', 'a').write('x')\nprint('%PDF-1.7 x')\n";
  const auto runs_of_a_new_process = [&] {
    EXPECT_TRUE(OwnMaker(bounds, turns(1, 1), folder + "/pdfs").make("<p>x"));
    return fs::file_size(runs);
  };
  EXPECT_EQ(runs_of_a_new_process(), 1U);
  EXPECT_EQ(runs_of_a_new_process(), 1U);
  std::uintmax_t expected = 1;
  for (const auto& entry : fs::directory_iterator(program)) {
    std::ofstream(entry.path(), std::ios::app) << "\n";
    EXPECT_EQ(runs_of_a_new_process(), ++expected) << entry.path();
  }
  fs::remove_all(folder);
}

TEST(PdfMaker, RendersEmbeddedImages) {
  EXPECT_EQ(count(made(std::string(kDot)), "/Subtype /Image"), 2U) << "the image and its mask";
  const std::string with_drawing = made(image_of(kSquare));
  EXPECT_GT(with_drawing.size(), made("<p></p>").size());
}

TEST(PdfMaker, LimitsMemoryAndDepth) {
  OwnMaker maker;
  for (const std::string& html :
       {std::string("<table><tr><td colspan=100000000>x</table>"), times(5000, "<span>")}) {
    const auto pdf = maker.make(html);
    ASSERT_FALSE(pdf) << html.substr(0, 40);
    EXPECT_EQ(pdf.error().code, core::ErrorCode::invalid_content);
  }
  EXPECT_TRUE(maker.make(times(200, "<div>") + "x"));
}

TEST(PdfMaker, LimitsTheTimeOfADocument) {
  PdfMaker::Limits short_time = limits();
  short_time.processor_time = seconds(1);
  const auto pdf = OwnMaker(short_time).make(times(100000, "<div>"));
  ASSERT_FALSE(pdf);
  EXPECT_EQ(pdf.error().code, core::ErrorCode::invalid_content);
  EXPECT_NE(pdf.error().message.find("too large or too complex"), std::string::npos);
}

// Somebody who listens, and tells whether somebody came.
class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(socket_, generic, size), 0);
    EXPECT_EQ(listen(socket_, 10), 0);
    EXPECT_EQ(getsockname(socket_, generic, &size), 0);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/x";
  }
  ~Listener() { close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  const std::string& url() const { return url_; }
  bool somebody_came() const { return accept(socket_, nullptr, nullptr) >= 0; }

 private:
  int socket_;
  std::string url_;
};

// A document that asks for the address in every way there is.
std::string asking_for(const std::string& url) {
  return "<!doctype html><html><head><base href=\"" + url + "\"><link rel=stylesheet href=\"" +
         url + "\"><link rel=attachment href=\"" + url + "\"><style>@import \"" + url +
         "\"; @import url(" + url + "); @font-face { font-family: a; src: url(" + url +
         ") } body { font-family: a; background: url(" + url + "); list-style: url(" + url +
         "); border-image: url(" + url + ") } p::before { content: url(" + url +
         ") }</style></head><body><p>Text<ul><li>a</ul><img src=\"" + url + "\" srcset=\"" + url +
         "\"><img src=x><input type=image src=\"" + url + "\"><object data=\"" + url +
         "\">b</object><embed src=\"" + url + "\"><iframe src=\"" + url +
         "\"></iframe><video poster=\"" + url + "\" src=\"" + url + "\"></video><script src=\"" +
         url + "\"></script><a rel=attachment href=\"" + url + "\">c</a><svg width=9 height=9>" +
         "<image href=\"" + url + "\" width=9 height=9 /><use href=\"" + url + "#a\" />" +
         "<rect fill=\"url(" + url + "#b)\" width=9 height=9 /></svg>" +
         image_of(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><image href=\"" +
             url + "\" width=\"9\" height=\"9\"/><use href=\"" + url + "#a\"/></svg>") +
         "</body></html>";
}

TEST(PdfMaker, FetchesNothing) {
  const Listener listener;
  std::string html;
  for (const std::string& url :
       {listener.url(), std::string("file:///etc/passwd"), std::string("/etc/passwd"),
        std::string("file:///usr/share/pixmaps/debian-logo.png"), std::string("ftp://127.0.0.1/x"),
        std::string("data:text/css,p{color:red}")})
    html += asking_for(url);
  const std::string pdf = made(html);
  EXPECT_GE(pages_of(pdf), 1U);
  EXPECT_EQ(count(pdf, "/Subtype /Image"), 0U);
  EXPECT_EQ(count(pdf, "/EmbeddedFile"), 0U);
  EXPECT_EQ(count(pdf, "/Filespec"), 0U);
  EXPECT_FALSE(listener.somebody_came());
}

TEST(PdfMaker, AttachesNothingAndLinksOnlyToTheWeb) {
  const std::string pdf = made(
      "<link rel=attachment href=\"data:text/plain,secret\"><p><a rel=attachment "
      "href=\"data:text/plain,secret\">a</a> <a href=\"javascript:alert(1)\">b</a> "
      "<a href=\" JaVaScript:alert(1)\">c</a> <a href=\"file:///etc/passwd\">d</a> "
      "<a href=\"mailto:a@example.org\">e</a>");
  EXPECT_EQ(count(pdf, "/EmbeddedFile"), 0U);
  EXPECT_EQ(count(pdf, "/S /URI"), 1U);
  EXPECT_EQ(count(pdf, "(mailto:a@example.org)"), 1U);
}

TEST(PdfMaker, OmitsImagesThatDeclareEntities) {
  std::string laughs = "<!DOCTYPE l [<!ENTITY a \"aaaaaaaaaa\">";
  for (char name = 'b'; name < 'j'; ++name) {
    const char before = static_cast<char>(name - 1);
    laughs += std::string("<!ENTITY ") + name + " \"" + times(10, std::string("&") + before + ";") +
              "\">";
  }
  laughs +=
      "]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" height=\"99\"><text "
      "y=\"20\">&i;</text></svg>";
  const std::string outside =
      "<!DOCTYPE s [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><svg "
      "xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" height=\"99\"><text "
      "y=\"20\">&a;</text></svg>";
  EXPECT_TRUE(made("<p>x" + image_of(laughs) + image_of(outside)) == made("<p>x"));
}

TEST(PdfMaker, TerminatesOnRecursiveDrawings) {
  const std::string recursive =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><g id=\"a\"><use "
      "href=\"#a\"/><use href=\"#a\"/></g></svg>";
  OwnMaker maker;
  for (const std::string& html : {recursive, image_of(recursive)}) {
    const auto pdf = maker.make(html);
    EXPECT_TRUE(pdf || pdf.error().code == core::ErrorCode::invalid_content);
  }
}

TEST(PdfMaker, IgnoresFontsOfDocuments) {
  const std::string pdf = made(
      "<style>@font-face { font-family: \"x</string><include>/etc/passwd</include>\"; src: "
      "url(data:font/ttf;base64,AAEAAAAA) } p { font-family: x }</style><p>Text");
  EXPECT_EQ(pages_of(pdf), 1U);
}

// A program in the place of make_pdf.py, which ends when it is let go.
class StandIn {
 public:
  StandIn() {
    std::string name = std::filesystem::temp_directory_path() / "pdf-maker-test-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~StandIn() { std::filesystem::remove_all(folder_); }
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

  static PdfMaker::Limits limits() {
    PdfMaker::Limits own = rendering::limits();
    own.command = SOURCE_FOLDER "/tests/unit/rendering/pdf_stand_in.py";
    return own;
  }
  std::string document(int number = 0) const {
    return gate().string() + '\n' + std::to_string(number);
  }
  void let_go() const { std::ofstream open(gate()); }
  std::string folder() const { return folder_.string(); }

 private:
  std::filesystem::path gate() const { return folder_ / "gate"; }

  std::filesystem::path folder_;
};

TEST(PdfMaker, DoesNotRetryADocumentThatTookTooLong) {
  const StandIn program;
  // Works as hard as it can until it is let go.
  const TemporaryFile worker(
      "import os, resource, sys\n"
      "seconds = int(sys.argv[1])\n"
      "resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))\n"
      "gate = sys.stdin.read().splitlines()[0]\n"
      "while not os.path.exists(gate): pass\nsys.stdout.write('%PDF-1.7 x')\n");
  PdfMaker::Limits short_time = limits();
  short_time.command = worker.path();
  short_time.processor_time = seconds(1);
  OwnMaker maker(short_time);
  EXPECT_FALSE(maker.make(program.document()));
  program.let_go();
  const auto again = maker.make(program.document());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, core::ErrorCode::invalid_content);
}

TEST(PdfMaker, SharesOneConversionBetweenConcurrentCallers) {
  const StandIn program;
  OwnMaker maker(StandIn::limits(), turns(8, 2));
  std::vector<PdfMaker::Pdf> pdfs(8);
  std::latch all_come(std::ssize(pdfs));
  std::vector<std::thread> threads;
  for (auto& pdf : pdfs) {
    threads.emplace_back([&] {
      all_come.count_down();
      if (auto result = maker.make(program.document())) pdf = *std::move(result);
    });
  }
  all_come.wait();
  program.let_go();
  for (auto& thread : threads) thread.join();
  ASSERT_NE(pdfs.front(), nullptr);
  // A thread that was held up until all was done had one of its own made.
  EXPECT_LT(std::set<PdfMaker::Pdf>(pdfs.begin(), pdfs.end()).size(), pdfs.size());
  for (const auto& pdf : pdfs) EXPECT_TRUE(pdf && pdf->data == pdfs.front()->data);
}

TEST(PdfMaker, LeavesADocumentToTheProcessThatIsMakingIt) {
  const StandIn program;
  const TemporaryFile counting(
      "import os, sys, time\n"
      "gate = sys.stdin.read().splitlines()[0]\n"
      "open(gate + '.runs', 'a').write('x')\n"
      "while not os.path.exists(gate): time.sleep(0.005)\n"
      "sys.stdout.write('%PDF-1.7 x')\n");
  const auto runs = [&] {
    std::ifstream file(program.folder() + "/gate.runs");
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto wait_until = [](auto&& is_so) {
    while (!is_so()) std::this_thread::sleep_for(milliseconds(1));
  };
  PdfMaker::Limits bounds = limits();
  bounds.command = counting.path();
  // Processes of one host share the folder, and nothing else.
  const std::string folder = program.folder() + "/pdfs";
  OwnMaker first(bounds, turns(1, 1), folder);
  OwnMaker second(bounds, turns(1, 1), folder);
  OwnMaker third(bounds, turns(1, 1), folder);
  std::string made_by_first;
  std::thread making([&] { made_by_first = (*first.make(program.document()))->data; });
  wait_until([&] { return runs() == "x"; });
  const auto in_advance = third.make(program.document(), "a", PdfMaker::Pace::in_advance);
  ASSERT_FALSE(in_advance);
  EXPECT_EQ(in_advance.error().code, core::ErrorCode::unavailable);
  // A viewer waits in no thread.
  const auto too_early = second.make(program.document());
  ASSERT_FALSE(too_early);
  EXPECT_EQ(too_early.error().code, core::ErrorCode::unavailable);
  EXPECT_TRUE(too_early.error().retry_after);
  program.let_go();
  making.join();
  EXPECT_EQ(made_by_first, "%PDF-1.7 x");
  const auto later = second.make(program.document());
  ASSERT_TRUE(later) << later.error().message;
  EXPECT_EQ((*later)->data, made_by_first);
  EXPECT_EQ(runs(), "x");
}

TEST(PdfMaker, EndsConversionsWhenItIsStopped) {
  const StandIn program;
  OwnMaker maker(StandIn::limits());
  std::thread making([&] {
    const auto pdf = maker.make(program.document());
    ASSERT_FALSE(pdf);
    EXPECT_EQ(pdf.error().code, core::ErrorCode::unavailable);
  });
  while (!maker.is_at_work()) std::this_thread::sleep_for(milliseconds(1));
  maker.stop(milliseconds(10));
  making.join();
  const auto later = maker.make(program.document(1));
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().code, core::ErrorCode::unavailable);
}

TEST(PdfMaker, LetsConversionsEndBeforeItIsStopped) {
  const StandIn program;
  OwnMaker maker(StandIn::limits());
  std::thread making([&] { EXPECT_TRUE(maker.make(program.document())); });
  while (!maker.is_at_work()) std::this_thread::sleep_for(milliseconds(1));
  maker.stop(std::chrono::hours(1));
  program.let_go();
  making.join();
  maker.stop();
  EXPECT_FALSE(maker.make(StandIn().document()));
}

TEST(PdfMaker, RejectsCallersThatWouldWaitTooLong) {
  const StandIn program;
  OwnMaker maker(StandIn::limits(), turns(2, 1, milliseconds(50)));
  constexpr int kCalls = 8;
  std::atomic<int> made_count = 0;
  std::latch others_turned_away(kCalls - 1);
  std::vector<std::thread> threads;
  for (int i = 0; i < kCalls; ++i) {
    threads.emplace_back([&, html = program.document(i)] {
      const auto pdf = maker.make(html);
      if (pdf) {
        ++made_count;
        return;
      }
      EXPECT_EQ(pdf.error().code, core::ErrorCode::unavailable);
      others_turned_away.count_down();
    });
  }
  others_turned_away.wait();
  program.let_go();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(made_count, 1);
  EXPECT_TRUE(maker.make(program.document(kCalls)));
}

TEST(PdfMaker, DoesNotBlameADocumentForABusyHost) {
  // A program that waits, as one does that gets no processor.
  const TemporaryFile sleeper("import time\ntime.sleep(60)\n");
  PdfMaker::Limits short_time = limits();
  short_time.command = sleeper.path();
  short_time.time = seconds(1);
  OwnMaker maker(short_time);
  for (int round = 0; round < 2; ++round) {
    const auto pdf = maker.make("<p>x");
    ASSERT_FALSE(pdf);
    EXPECT_EQ(pdf.error().code, core::ErrorCode::unavailable) << pdf.error().message;
  }
}

// What becomes of a document whose program ends by this signal.
core::ErrorCode error_after(const std::string& signal) {
  const TemporaryFile killed("import os, signal\nos.kill(os.getpid(), signal." + signal + ")\n");
  PdfMaker::Limits bounds = limits();
  bounds.command = killed.path();
  const auto pdf = OwnMaker(bounds).make("<p>x");
  EXPECT_FALSE(pdf);
  return pdf.error().code;
}

TEST(PdfMaker, DoesNotBlameADocumentForAProgramThatWasKilled) {
  // By the kernel where memory is short, or by an operator.
  for (const char* signal : {"SIGKILL", "SIGTERM"})
    EXPECT_EQ(error_after(signal), core::ErrorCode::unavailable) << signal;
  // By what the document made of it.
  for (const char* signal : {"SIGXCPU", "SIGSEGV", "SIGABRT"})
    EXPECT_EQ(error_after(signal), core::ErrorCode::invalid_content) << signal;
}

TEST(PdfMaker, TriesADocumentAgainWhoseProgramWasKilled) {
  const StandIn folder;
  const std::string was_killed = folder.folder() + "/was-killed";
  const TemporaryFile killed_once(
      "import os, signal, sys\n"
      "was_killed = sys.stdin.read()\n"
      "if not os.path.exists(was_killed):\n"
      "  open(was_killed, 'w').close()\n"
      "  os.kill(os.getpid(), signal.SIGKILL)\n"
      "sys.stdout.write('%PDF-1.7 x')\n");
  PdfMaker::Limits bounds = limits();
  bounds.command = killed_once.path();
  OwnMaker maker(bounds);
  EXPECT_FALSE(maker.make(was_killed));
  EXPECT_TRUE(maker.make(was_killed));
}

TEST(PdfMaker, ServesOtherAccountsWhileOneIsSlow) {
  const TemporaryFile sleeper(
      "import sys, time\nif b'slow' in sys.stdin.buffer.read(): time.sleep(1)\n"
      "sys.stdout.write('%PDF-1.7 x')\n");
  PdfMaker::Limits bounds = limits();
  bounds.command = sleeper.path();
  OwnMaker maker(bounds, turns(3, 2));
  std::vector<std::thread> threads;
  std::atomic<int> slow_ended = 0;
  for (const char* html : {"slow 1", "slow 2"}) {
    threads.emplace_back([&maker, &slow_ended, html] {
      EXPECT_TRUE(maker.make(html, "greedy"));
      ++slow_ended;
    });
  }
  const auto pdf = maker.make("quick", "other");
  EXPECT_TRUE(pdf) << pdf.error().message;
  EXPECT_EQ(slow_ended, 0);
  for (auto& thread : threads) thread.join();
}

TEST(PdfMaker, IsUnavailableIfTheProgramIsMissing) {
  PdfMaker::Limits missing = limits();
  missing.command = "/nowhere/make_pdf.py";
  const auto pdf = OwnMaker(missing).make("<p>x");
  ASSERT_FALSE(pdf);
  EXPECT_EQ(pdf.error().code, core::ErrorCode::unavailable);
}

TEST(PdfDocument, IsTheHtmlOrTheRenderedMarkdown) {
  EXPECT_EQ(templates::pdf_document({templates::PdfHtml{"<p>x"}, {}}, "t"), "<p>x");
  const auto markdown =
      templates::pdf_document({templates::PdfMarkdown{"# \\<a>\n\ntext"}, {}}, "");
  ASSERT_TRUE(markdown);
  EXPECT_NE(markdown->find("<title>&lt;a&gt;</title>"), std::string::npos) << *markdown;
  EXPECT_EQ(templates::pdf_document({templates::PdfUrl{"https://example.org/x.pdf"}, {}}, "t"),
            std::nullopt);
}

TEST(PdfCache, LetsOneThreadAtATimeMakeAnEntry) {
  PdfCache cache(1000);
  const core::ContentId id{kArtifact, {}};
  {
    const auto making = cache.begin(id, 1);
    EXPECT_TRUE(making);
    EXPECT_TRUE(cache.is_being_made(id, 1));
    EXPECT_FALSE(cache.begin(id, 1));
    EXPECT_TRUE(cache.begin(id, 2));
  }
  EXPECT_FALSE(cache.is_being_made(id, 1));
  EXPECT_TRUE(cache.begin(id, 1));
}

TEST(PdfCache, KeepsAnEntryThatFillsIt) {
  PdfCache cache(10000);
  const auto id = core::ArtifactId::generate(core::Timestamp());
  cache.put(id, 1, std::make_shared<const Pdf>(Pdf{std::string(9000, 'x'), std::nullopt}));
  EXPECT_NE(cache.find(id, 1), nullptr);
  cache.put(id, 2, std::make_shared<const Pdf>(Pdf{std::string(20000, 'x'), std::nullopt}));
  EXPECT_EQ(cache.find(id, 2), nullptr);
  EXPECT_EQ(cache.find(id, 1), nullptr);
}

}  // namespace
}  // namespace rendering
