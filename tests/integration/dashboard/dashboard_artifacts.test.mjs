// The dashboard's list of artifacts: filters, search, pages, and what is there before there is anything.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import {
  call,
  newKey,
  origin,
  recorded,
  request,
  sql,
  titleWords,
  uuidOf,
} from "../../service/api_client.mjs";
import { newUser, nextOf, titlesOf } from "../../service/dashboard_client.mjs";
import { templateNames } from "../../service/template_names.mjs";

let user;
let key;
let ids;

// `count` artifacts, a second apart, the first the newest.
function fill(account, count, title = (n) => `Report ${n}`) {
  const values = Array.from({ length: count }, (_, n) => `(${n}, '${title(n).replaceAll("'", "''")}')`);
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${uuidOf(account)}', 'markdown', made.title, ${titleWords("made.title")}, '{"text":"x"}', '{}',
           date_trunc('milliseconds', now()) - made.n * interval '1 second',
           date_trunc('milliseconds', now()) - made.n * interval '1 second'
      from (values ${values.join(",")}) as made (n, title)`),
  );
}

async function titlesIn(visitor, query) {
  const { status, text } = await visitor.get(`/dashboard/artifacts${query}`);
  assert.equal(status, 200);
  return titlesOf(text);
}

before(async () => {
  user = await newUser();
  key = newKey(user.account);
  ids = {};
  for (const template of templateNames) {
    const content = template === "pdf" ? { markdown: "# x" } : { text: "x" };
    const { json } = await call(key, "POST", "/artifacts", { template, title: `A ${template}`, content });
    ids[template] = json.id;
  }
  const more = { expired: "Old news", deleted: "Thrown away" };
  for (const [status, title] of Object.entries(more)) {
    const { json } = await call(key, "POST", "/artifacts", { template: "table", title, content: {} });
    ids[status] = json.id;
  }
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(ids.expired)}'`);
  await call(key, "DELETE", `/artifacts/${ids.deleted}`);
});

test("an account without artifacts begins with the form of one, and has steps for programs beside its keys", async () => {
  const { account, visitor } = await newUser();
  const begin = await visitor.get("/dashboard/artifacts");
  assert.match(begin.text, /<form id="artifact-form"/);
  assert.doesNotMatch(begin.text, /role="search"|status=deleted/);
  assert.match(begin.text, /href="\/dashboard\/settings\/keys#connect"/);
  const { text } = await visitor.get("/dashboard/settings/keys");
  for (const shown of [
    `<code>${origin}/mcp</code>`,
    `claude mcp add --transport http artifact-share ${origin}/mcp`,
    `artifact login ${origin}\n`,
    `href="/dashboard/settings/keys/new"`,
  ])
    assert.ok(text.includes(shown), shown);
  assert.deepEqual(
    [...text.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, name]) => name),
    ["Assistants", "Claude", "ChatGPT", "Cursor", "VS Code", "Command line", "Requests with an API key"],
  );
  const unescaped = (code) =>
    code.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  const codes = [...text.matchAll(/<code>([^]*?)<\/code>/g)].map(([, code]) => unescaped(code));
  const json = (pattern) => JSON.parse(codes.map((code) => pattern.exec(code)?.[1]).find(Boolean));
  assert.equal(json(/^(\{[^]*\})$/).mcpServers["artifact-share"].url, `${origin}/mcp`);
  assert.equal(json(/^code --add-mcp '(.*)'$/).url, `${origin}/mcp`);

  const command = codes.find((code) => code.startsWith("curl ")).replace("YOUR_KEY", newKey(account));
  const answer = execFileSync("bash", ["-c", `${command} -sS --insecure -w '\n%{http_code}'`], {
    encoding: "utf8",
  });
  const [body, status] = answer.split(/\n(?=\d+$)/);
  assert.equal(status, "201", body);
  assert.match((await request("GET", JSON.parse(body).url)).text, /Hello/);
  assert.deepEqual(await titlesIn(visitor, ""), ["Hello"]);
  await call(newKey(account), "DELETE", `/artifacts/${JSON.parse(body).id}`);
  assert.match(
    (await visitor.get("/dashboard/artifacts")).text,
    /href="\/dashboard\/artifacts\?status=deleted"/,
  );
});

test("lists active and expired artifacts, and filters by template and status", async () => {
  const { visitor } = user;
  assert.deepEqual(await titlesIn(visitor, ""), [
    "Old news",
    ...templateNames.map((template) => `A ${template}`).reverse(),
  ]);
  for (const template of templateNames.filter((name) => name !== "table"))
    assert.deepEqual(await titlesIn(visitor, `?template=${template}`), [`A ${template}`]);
  assert.deepEqual(await titlesIn(visitor, "?status=expired"), ["Old news"]);
  assert.deepEqual(await titlesIn(visitor, "?status=deleted"), ["Thrown away"]);
  assert.deepEqual(await titlesIn(visitor, "?status=active&template=table"), ["A table"]);
  assert.deepEqual(await titlesIn(visitor, "?search=NEWS&status=expired"), ["Old news"]);
  assert.deepEqual(await titlesIn(visitor, "?search=&template=&status="), await titlesIn(visitor, ""));
});

test("the pages of a search hold everything once, the last changed first, while artifacts are added", async () => {
  const { account, visitor } = await newUser();
  fill(account, 60);
  let { text } = await visitor.get("/dashboard/artifacts?search=rep");
  const titles = titlesOf(text);
  fill(account, 3, () => "Report added");
  for (let next = nextOf(text); next; next = nextOf(text)) {
    ({ text } = await visitor.get(next));
    titles.push(...titlesOf(text));
  }
  assert.deepEqual(
    titles,
    Array.from({ length: 60 }, (_, n) => `Report ${n}`),
  );
});

test("rejects an invalid filter and a cursor of another list with a page", async () => {
  const { visitor } = user;
  for (const query of ["?template=word", "?status=lost", "?cursor=nonsense", `?search=${"x".repeat(256)}`]) {
    const { status, headers } = await visitor.get(`/dashboard/artifacts${query}`);
    assert.equal(status, 400, query);
    assert.match(headers["content-type"], /^text\/html/);
  }
  const { account, visitor: other } = await newUser();
  fill(account, 30);
  const next = nextOf((await other.get("/dashboard/artifacts?search=report")).text);
  assert.equal((await other.get(next)).status, 200);
  assert.equal((await other.get(next.replace("report", "repor"))).status, 400);
  assert.equal((await other.get(`${next}&status=active`)).status, 400);
});

test("a search for an id, an external ID or an address leads to what it names", async () => {
  const { url, id } = (
    await call(key, "POST", "/artifacts/share", {
      template: "markdown",
      title: "Sought",
      content: { text: "x" },
      expiresIn: "10d",
    })
  ).json;
  const [{ id: link }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  const ended = (await call(key, "POST", `/artifacts/${id}/share`, {})).json;
  const [{ id: revoked }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  await call(key, "DELETE", `/artifacts/${id}/shares/${revoked}`);
  const put = (externalId) =>
    call(key, "PUT", `/artifacts/ext:${externalId}`, {
      template: "markdown",
      content: { text: "x" },
    });
  const numbered = (await put("Nightly-7")).json.id;
  const word = (await put("homepage")).json.id;

  const pageOf = (artifact) => `/dashboard/artifacts/${artifact}`;
  const marked = (share) => `${pageOf(id)}?link=${share}#${share}`;
  const withoutScheme = url.replace("https://", "");
  for (const list of ["artifacts", "links"]) {
    for (const [text, place] of [
      [url, marked(link)],
      [` ${url}\n`, marked(link)],
      [withoutScheme, marked(link)],
      [`${url}&embed=1#top`, marked(link)],
      [url.replace("?", "/file?utm_source=chat&"), marked(link)],
      [url.replace(origin, "https://old.example.org/files"), marked(link)],
      [ended.url, marked(revoked)],
      [link, marked(link)],
      [id, pageOf(id)],
      [url.split("?")[0], pageOf(id)],
      [`${origin}${pageOf(id)}/edit`, pageOf(id)],
      ["Nightly-7", pageOf(numbered)],
    ]) {
      const { status, headers } = await user.visitor.get(
        `/dashboard/${list}?search=${encodeURIComponent(text)}`,
      );
      assert.deepEqual([status, headers.location], [303, place], text);
    }
  }

  const find = async (text, visitor = user.visitor) => {
    const answer = await visitor.get(`/dashboard/artifacts?search=${encodeURIComponent(text)}`);
    assert.equal(answer.status, 200, text);
    return answer.text;
  };
  assert.ok((await find("homepage")).includes(`href="${pageOf(word)}"`), "a word is searched for as well");
  assert.doesNotMatch(await find("nightly-7"), new RegExp(pageOf(numbered)), "case matters");

  const noAddress = /No link of yours has this address\./;
  assert.match(await find(`${url.slice(0, -4)}AAAA`), noAddress);
  assert.match(await find(`${origin}/a/art_x?token=x`), noAddress);
  // Of another account, and of nobody.
  const other = await newUser();
  const nobodys = url.replace(id, id.replace(/.{4}$/, "0000"));
  for (const [mine, theirs] of [
    [url, nobodys],
    [url.split("?")[0], nobodys.split("?")[0]],
    [link, `${link.slice(0, -4)}0000`],
    [id, `${id.slice(0, -4)}0000`],
    ["Nightly-7", "Nightly-8"],
  ]) {
    const [found, unknown] = [await find(mine, other.visitor), await find(theirs, other.visitor)];
    const withoutText = (page, text) =>
      page.replaceAll(text.replaceAll("&", "&amp;"), "").replace(/name="form_token" value="[^"]*"/, "");
    assert.equal(withoutText(found, mine), withoutText(unknown, theirs), mine);
    assert.ok(!found.includes("Sought"));
  }

  // They are shown though they are not among the newest.
  for (let i = 0; i < 55; ++i) await call(key, "POST", `/artifacts/${id}/share`, { maxViews: 7 });
  for (const one of [link, revoked]) {
    const { text } = await user.visitor.get(marked(one).split("#")[0]);
    const shown = text.match(/<li id="(shr_\w+)" class="link[a-z ]* marked" aria-current="true">/g);
    assert.equal(shown?.length, 1);
    assert.ok(shown[0].includes(one));
  }
  assert.doesNotMatch((await user.visitor.get(pageOf(id))).text, / marked"/);
});
