// An account's users, as its owners manage them.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, Visitor, withPassword } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const members = "/dashboard/settings/members";
const newEmail = () => `${randomUUID()}@example.org`;
const idOf = (email) => {
  const hexadecimal = sql(`select replace(id::text, '-', '') from users where email = '${email}'`);
  if (!hexadecimal) return undefined;
  let value = BigInt(`0x${hexadecimal}`);
  let text = "";
  for (let i = 0; i < 26; ++i, value /= 32n)
    text = "0123456789abcdefghjkmnpqrstvwxyz"[Number(value % 32n)] + text;
  return `usr_${text}`;
};
const roleOf = (email) => sql(`select role from users where email = '${email}'`);
const linkIn = (page) => /https:[^<]*\/dashboard\/set-password\?token=[\w-]{43}/.exec(page.text)?.[0];
const actionsOf = (account) =>
  sql(`select string_agg(action, ' ' order by created_at, id) from audit_events
        where account_id = '${uuidOf(account)}' and actor_name <> 'operator' and action not in
          ('user.signed_in', 'user.password_changed')`).split(" ");

let owner;
before(async () => (owner = await newUser()));

// Sends a form of the page of members.
async function send(visitor, path, fields) {
  await visitor.open(members);
  return visitor.post(path, fields);
}

async function addMember(visitor, role = "member") {
  const email = newEmail();
  await visitor.open(members);
  const answer = await visitor.post(members, { email, role });
  assert.equal(answer.status, 200, answer.text);
  return { email, id: idOf(email), visitor: await withPassword(email) };
}

test("an owner adds a member and gets a password link for them", async () => {
  const user = await newUser();
  const { email, visitor } = await addMember(user.visitor);
  assert.equal((await visitor.get("/dashboard/settings/members")).status, 403);
  assert.equal((await new Visitor().signIn(email)).headers.location, "/dashboard/artifacts");
  const { text } = await user.visitor.open(members);
  assert.ok(text.includes(email));
  assert.ok(!linkIn({ text }), "the link is shown once");
  assert.deepEqual(actionsOf(user.account), ["user.added"]);
});

test("rejects an email address in use in any account", async () => {
  const other = await newUser();
  await owner.visitor.open(members);
  for (const email of [owner.email, other.email, other.email.toUpperCase()]) {
    const answer = await owner.visitor.post(members, { email, role: "member" });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /That email address is already in use/);
    assert.ok(answer.text.includes(`value="${email}"`), "what was typed stays");
  }
  const wrong = await owner.visitor.post(members, { email: "not an address", role: "member" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Email must be an email address/);
});

test("limits how many email addresses an owner can find to be in use", async () => {
  const { visitor } = await newUser();
  const from = ownAddress();
  const taken = (await newUser()).email;
  const add = async (email) => {
    await visitor.open(members, { from });
    return visitor.post(members, { email, role: "member" }, { from });
  };
  for (let i = 0; i < 10; ++i) {
    assert.equal((await add(newEmail())).status, 200);
    assert.equal((await add(taken)).status, 400);
  }
  const refused = await add(taken);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.match(refused.text, /Too many attempts/);
  assert.equal((await add(newEmail())).status, 429);
});

test("a changed role takes effect with the next request", async () => {
  const user = await newUser();
  const { id, email, visitor } = await addMember(user.visitor);
  assert.equal((await send(user.visitor, `${members}/${id}/role`, { role: "owner" })).status, 303);
  assert.equal((await visitor.get(members)).status, 200);
  await send(user.visitor, `${members}/${id}/role`, { role: "member" });
  assert.equal((await visitor.get(members)).status, 403);
  assert.equal((await send(user.visitor, `${members}/${id}/role`, { role: "king" })).status, 400);
  assert.equal(roleOf(email), "member");
  assert.deepEqual(actionsOf(user.account), ["user.added", "user.role_changed", "user.role_changed"]);
});

test("a removed member is signed out immediately and cannot sign in", async () => {
  const { id, email, visitor } = await addMember(owner.visitor);
  const link = linkIn(await send(owner.visitor, `${members}/${id}/password-link`));
  const asked = await owner.visitor.open(`${members}/${id}/remove`);
  assert.ok(asked.text.includes(email));
  assert.equal((await owner.visitor.post(`${members}/${id}/remove`)).status, 303);
  assert.equal((await visitor.get("/dashboard")).headers.location, "/dashboard/sign-in");
  assert.equal((await new Visitor().signIn(email)).status, 401);
  const { pathname, search } = new URL(link);
  assert.equal((await new Visitor().open(pathname + search)).status, 410);
  assert.ok(!(await owner.visitor.open(members)).text.includes(email));
  assert.equal((await send(owner.visitor, `${members}/${id}/remove`)).status, 404);
});

test("the only owner is offered neither to be removed nor to be made a member", async () => {
  const user = await newUser();
  const member = await addMember(user.visitor);
  const id = idOf(user.email);
  const { text } = await user.visitor.open(members);
  assert.ok(!text.includes(`${members}/${id}/role`));
  assert.ok(!text.includes(`${members}/${id}/remove`));
  assert.ok(text.includes(`${members}/${id}/password-link`));
  assert.ok(text.includes("The only owner cannot be removed or made a member."));
  assert.ok(text.includes(`${members}/${member.id}/remove`));
  await send(user.visitor, `${members}/${member.id}/role`, { role: "owner" });
  const { text: withTwo } = await user.visitor.open(members);
  for (const owner of [id, member.id]) assert.ok(withTwo.includes(`${members}/${owner}/remove`));
  assert.ok(!withTwo.includes("The only owner"));
});

test("the last owner cannot be removed or demoted", async () => {
  const user = await newUser();
  await addMember(user.visitor);
  const id = idOf(user.email);
  for (const [path, fields] of [
    [`${members}/${id}/role`, { role: "member" }],
    [`${members}/${id}/remove`, {}],
  ]) {
    const answer = await send(user.visitor, path, fields);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /needs at least one owner/);
  }
  assert.equal(roleOf(user.email), "owner");
});

test("keeps one of two owners who remove or demote each other concurrently", async () => {
  for (let round = 0; round < 4; ++round) {
    const first = await newUser();
    const second = await addMember(first.visitor, "owner");
    const what = round % 2 === 0 ? "remove" : "role";
    await first.visitor.open(members);
    await second.visitor.open(members);
    await Promise.all([
      first.visitor.post(`${members}/${second.id}/${what}`, { role: "member" }),
      second.visitor.post(`${members}/${idOf(first.email)}/${what}`, { role: "member" }),
    ]);
    const owners = sql(`select count(*) from users
                         where account_id = '${uuidOf(first.account)}' and role = 'owner'`);
    assert.equal(owners, "1");
  }
});

test("hides the members of other accounts", async () => {
  const other = await newUser();
  const stranger = await addMember(other.visitor);
  await owner.visitor.open(members);
  assert.ok(!owner.visitor.page.text.includes(stranger.email));
  for (const path of ["role", "remove", "password-link"])
    assert.equal(
      (await send(owner.visitor, `${members}/${stranger.id}/${path}`, { role: "owner" })).status,
      404,
    );
  assert.equal((await owner.visitor.get(`${members}/${stranger.id}/remove`)).status, 404);
  assert.equal(roleOf(stranger.email), "member");
});

test("rejects members who are no owners", async () => {
  const { id, visitor } = await addMember(owner.visitor);
  for (const path of [
    members,
    `${members}/${id}/role`,
    `${members}/${id}/remove`,
    `${members}/${id}/password-link`,
  ]) {
    const fields = { role: "owner", email: newEmail() };
    await visitor.open("/dashboard/usage");
    const refused = await visitor.post(path, fields);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /Only account owners/);
  }
  for (const path of [`${members}/${id}/remove`, "/dashboard/settings/audit"])
    assert.equal((await visitor.get(path)).status, 403);
});
