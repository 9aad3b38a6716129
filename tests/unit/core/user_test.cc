// What users of the dashboard are known by: addresses, passwords, roles, secret tokens.
#include <set>

#include <gtest/gtest.h>

#include "core/account.h"
#include "core/audit.h"
#include "core/security/passwords.h"
#include "core/security/tokens.h"

namespace core {
namespace {

TEST(Email, IsKeptInLowerCaseWithoutSpacesAround) {
  EXPECT_EQ(Email::parse(" Keeper@Lights.Example\r\n")->text(), "keeper@lights.example");
  EXPECT_EQ(Email::parse("o'brien+tag@sub.example")->text(), "o'brien+tag@sub.example");
}

TEST(Email, RefusesWhatCannotBeAnAddress) {
  const std::string longest = std::string(242, 'a') + "@example.org";
  EXPECT_TRUE(Email::parse(longest));
  EXPECT_FALSE(Email::parse('a' + longest));
  for (const std::string_view text :
       {"", "@", "a@", "@b", "a", "a@b@c", "a b@c", "a\n@b", "a\x7f@b", "\xff@b"})
    EXPECT_FALSE(Email::parse(text)) << text;
}

TEST(PasswordRule, RequiresTwelveTo128CharactersOfUtf8) {
  EXPECT_FALSE(check_new_password("password", "twelve chars", ""));
  EXPECT_FALSE(check_new_password("password", "дванадцять!!", ""));
  std::string longest;
  for (int i = 0; longest.size() < 128; ++i) longest += std::to_string(i * i * 7919);
  longest.resize(128);
  EXPECT_FALSE(check_new_password("password", longest, ""));
  EXPECT_TRUE(check_new_password("password", longest + '7', ""));
  EXPECT_TRUE(check_new_password("password", "eleven char", ""));
  EXPECT_TRUE(
      check_new_password("password", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", ""));
}

TEST(PasswordRule, RefusesWhatIsGuessedFirst) {
  for (const std::string_view password :
       {"password1234", "P@ssw0rd2026", "qwertyuiop123", "123456789012", "letmeinletmein",
        "Summer2026!!!", "iloveyou2026!", "admin1234567", "aaaaaaaaaaaa", "abcabcabcabc",
        "artifactshare"}) {
    const auto problem = check_new_password("password", password, "");
    ASSERT_TRUE(problem) << password;
    EXPECT_EQ(problem->sentence(),
              "password is too easy to guess; use a phrase of several unrelated words");
  }
  for (const std::string_view password : {"a lamp in every window", "correct horse battery staple",
                                          "xK9mQ2vL8nR4", "my dog is brown"})
    EXPECT_FALSE(check_new_password("password", password, "")) << password;
}

TEST(PasswordRule, RefusesTheAddressOfTheUser) {
  const std::string_view email = "hazel.thorncroft@lighthouse.example";
  for (const std::string_view password : {"hazel.thorncroft@lighthouse.example", "Thorncroft2026",
                                          "lighthouse123", "HazelThorncroft"}) {
    EXPECT_TRUE(check_new_password("password", password, email)) << password;
  }
  EXPECT_FALSE(check_new_password("password", "HazelThorncroft", "someone@example.org"));
}

TEST(Role, HasOneNameEach) {
  for (const Role role : {Role::member, Role::owner}) EXPECT_EQ(parse_role(to_string(role)), role);
  EXPECT_FALSE(parse_role("Owner"));
}

TEST(SecretToken, IsNewEachTimeAndReadBackStrictly) {
  const SecretToken token = SecretToken::generate();
  EXPECT_EQ(token.text().size(), 43U);
  EXPECT_NE(token.text(), SecretToken::generate().text());
  EXPECT_EQ(SecretToken::parse(token.text())->hash(), token.hash());
  EXPECT_FALSE(SecretToken::parse(token.text() + "A"));
  EXPECT_FALSE(SecretToken::parse(token.text().substr(1)));
  EXPECT_FALSE(SecretToken::parse(""));
}

TEST(FormToken, BelongsToOneCookie) {
  const SecretToken cookie = SecretToken::generate();
  EXPECT_TRUE(is_form_token(form_token(cookie), cookie));
  EXPECT_FALSE(is_form_token(form_token(SecretToken::generate()), cookie));
  EXPECT_FALSE(is_form_token("", cookie));
  EXPECT_FALSE(is_form_token(cookie.text(), cookie));
  EXPECT_FALSE(is_form_token(form_token(cookie) + "A", cookie));
}

TEST(FormToken, HasNothingInCommonWithThatOfAnotherPage) {
  const SecretToken cookie = SecretToken::generate();
  const std::string one = form_token(cookie);
  const std::string other = form_token(cookie);
  ASSERT_EQ(one.size(), other.size());
  int same = 0;
  for (std::size_t i = 0; i < one.size(); ++i) same += one[i] == other[i] ? 1 : 0;
  // One in 64 by chance.
  EXPECT_LT(same, 12);
  EXPECT_TRUE(is_form_token(one, cookie));
  EXPECT_TRUE(is_form_token(other, cookie));
}

TEST(AuditAction, HasOneNameEach) {
  std::set<std::string_view> names;
  for (const AuditAction action : audit_actions()) {
    EXPECT_EQ(parse_audit_action(to_string(action)), action);
    names.insert(to_string(action));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(AuditAction::link_enabled) + 1);
}

}  // namespace
}  // namespace core
