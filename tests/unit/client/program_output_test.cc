// What programs write into a pipe, and what people write: which of them is shared as Markdown.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "client/documents/content.h"
#include "client/documents/recognition/recognition.h"

namespace client {
namespace {

core::Template template_for(const std::string& text) { return template_of(recognise({"", text})); }

TEST(ProgramOutput, IsPlainTextRatherThanMarkdown) {
  const std::vector<std::string> outputs{
      // git log --oneline
      "a1b2c3d fix(*core*): handle __init__ & <T> in foo_bar_3\n",
      "a1b2c3d fix(*core*): handle __init__ & <T> in foo_bar_3\n0123abc Add a file\n",
      "* a1b2c3d Merge\n|\\\n| * 0123abc Add a file\n|/\n* 77aa00f Begin\n",
      // git log
      "commit 83d6c9f3ab10f0a5d8b0c3b9b0d4d3b8a1a2a3a4\n"
      "Author: The maintainers of this project <maintainers@example.org>\n"
      "Date:   Tue Nov 24 17:20:04 2026 +0000\n\n    Add a file\n",
      // psql, aligned and -A
      " id | name \n----+------\n  1 | Oslo\n  2 | Rome\n(2 rows)\n\n",
      "id|name\n1|Oslo\n2|Rome\n(2 rows)\n",
      // mysql -t
      "+----+------+\n| id | name |\n+----+------+\n|  1 | Oslo |\n+----+------+\n",
      // sqlite3: list, column, box
      "1|Oslo\n2|Rome\n",
      "id  name\n--  ----\n1   Oslo\n2   Rome\n",
      "┌────┬──────┐\n│ id │ name │\n├────┼──────┤\n│ 1  │ Oslo │\n└────┴──────┘\n",
      // kubectl get pods
      "NAME    READY   STATUS    RESTARTS   AGE\nweb-1   1/1     Running   0          3d\n",
      "NAME    READY   STATUS             RESTARTS   AGE\nweb-1   1/1     Running            0     "
      "     3d\nweb-2   0/1     CrashLoopBackOff   12         3d\n",
      // df -h
      "Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1       100G   50G   50G  50% /\n"
      "tmpfs           7.8G     0  7.8G   0% /dev/shm\n",
      // ls, ls -l
      "notes\nplan_a_.txt\nrun_b_.sh\n",
      "total 16\n-rw-r--r-- 1 ann ann  120 Nov 24 17:20 a.txt\n"
      "-rw-r--r-- 1 ann ann 4096 Nov  3 09:00 b.txt\ndrwxr-xr-x 2 ann ann 4096 Nov 24 17:20 src\n",
      "total 12\n-rw-r--r-- 1 ann ann 120 Nov 24 17:20 a.txt\n"
      "-rw-r--r-- 1 ann ann 496 Nov 13 09:00 b.txt\n-rw-r--r-- 1 ann ann 406 Nov 24 17:20 src\n"
      "-rw-r--r-- 1 ann ann 777 Nov 11 17:20 xyz\n",
      // print(df), print(series)
      "   name  age\n0  Anna   30\n1    Bo    5\n",
      "0    1.5\n1    2.5\n2    3.5\ndtype: float64\n",
      // tree
      ".\n├── a.txt\n└── b.txt\n\n1 directory, 2 files\n",
      // Logs
      "2026-01-01 10:00:00,123 INFO app: started\n2026-01-01 10:00:01,456 INFO app: *ready*\n"
      "2026-01-01 10:00:02,789 INFO app: stopped\n",
      "Nov 24 17:20:04 web-1 app[3]: started\nNov 24 17:20:05 web-1 app[3]: ready_to_go_\n",
      // Compilers
      "main.c:3:5: error: use of undeclared identifier 'x_y_z'\n    x_y_z = 1;\n    ^\n1 error\n",
      // Code
      "def f(a, b):\n    return __g__(a, b)\nprint(f(1, 2))\n",
      "import os\nimport sys\n\nfor path in sys.argv[1:]:\n    os.remove(path)\n",
      "std::any_of(a.begin(), a.end(),\n            [&](const char* name) { return name; });\n"
      "std::all_of(a.begin(), a.end(), [](int x) { return x; });\nint x_y = 1;\n",
      "[section]\nname = a_b\npath = /tmp\nsize = 3\n",
  };
  for (const std::string& output : outputs)
    EXPECT_EQ(template_for(output), core::Template::code) << output;
}

TEST(ProgramOutput, IsSharedWithTheLanguageText) {
  const Document document{"", "id|name\n1|Oslo\n"};
  EXPECT_EQ(content_of(document, recognise(document)),
            R"({"text":"id|name\n1|Oslo\n","language":"text"})");
}

TEST(ProgramOutput, IsNotTakenForProse) {
  const std::vector<std::string> texts{
      "Hello.\n",
      "All is well\n",
      "The build is green again.\nAnn fixed the test.\nBob merged the change.\nWe release today.\n",
      // Wrapped by hand
      "It was the best of times, it was the worst of times, it was the age\n"
      "of wisdom, it was the age of foolishness, it was the epoch of belief,\n"
      "it was the epoch of incredulity, it was the season of Light, it was\n"
      "the season of Darkness, it was the spring of hope.\n\n"
      "We had everything before us, we had nothing before us, we were all\n"
      "going direct to Heaven, we were all going direct the other way.\n",
      "One line that is short\nand a second one that is quite a bit longer than the first one was\n"
      "and the end.\n",
      // With two spaces between sentences
      "The first sentence is here.  The second one follows it on the\n"
      "same line.  The third one is the last of those that are here.\n"
      "Nothing else is said.  The end comes soon after this one does.\n",
      "Dear all,\nplease find,\nthe report,\n",
      "Hi Bob,\n\nthe build is broken.\n\nThanks\nAnn\n",
      "Das ist ein Absatz, der von Hand umbrochen wurde und über mehrere\n"
      "Zeilen geht, weil Editoren das früher so gemacht haben und manche\n"
      "es heute noch tun.\n",
      "今天天气很好我们一起去公园散步看到了很多花\n然后我们去吃饭聊天看电影一直到晚上才回家\n",
  };
  for (const std::string& text : texts)
    EXPECT_EQ(template_for(text), core::Template::markdown) << text;
}

TEST(ProgramOutput, IsNotTakenForMarkdown) {
  const std::vector<std::string> texts{
      "# Heading\nName   Age\nAnn    30\nBob    25\n",
      "Heading\n=======\n\na\nb\nc\nd\n",
      "Shopping\n\n- milk\n- eggs\n- bread\n- salt\n",
      "1. one\n2. two\n3. three\n4. four\n",
      "* one\n* two\n* three\n* four\n",
      "Run this\n```\na\nb\nc\nd\n```\n",
      "> a\n> b\n> c\n> d\n",
      "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
      "a | b\n--|:-:\n1 | 2\n3 | 4\n",
      "Links\nto [one](https://example.org)\nand two\nand three\nand four\n",
      "![plot](plot.png)\n\na\nb\nc\nd\n",
      "**Status**: ok\n**Owner**: Ann\n**Due**: Monday\n**Team**: core\n",
      "This is *very* important\n\na\nb\nc\nd\n",
      "<details>\n<summary>More</summary>\nText\n</details>\n",
      "[link]: https://example.org\n",
  };
  for (const std::string& text : texts)
    EXPECT_EQ(template_for(text), core::Template::markdown) << text;
}

}  // namespace
}  // namespace client
