// Pictures: what is stored of a file, who gets it and how, and what is refused.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  claiming,
  gif,
  image,
  jpegWithExif,
  pictures,
  place,
  png,
  pngWithExif,
  svg,
} from "../../documents/pictures.mjs";
import { call, newAccount, openCover, origin, request, share } from "../../service/api_client.mjs";

let key;
let url;
before(async () => {
  ({ key } = newAccount());
  ({ url } = await share(key, image(png(), { alt: "Red and blue" }, { title: "Flag" })));
});

const fileOf = (link, query = "") => link.replace("?token=", "/file?token=") + query;
const get = (address, headers = {}, method = "GET") => request(method, address, { headers });
const contentOf = async (artifact) => (await call(key, "GET", `/artifacts/${artifact}`)).json.content;
const asBrowsers = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const post = (type, body, query = "") =>
  call(key, "POST", `/artifacts/share${query}`, body, { "content-type": type });

for (const [name, [type, file]] of Object.entries(pictures))
  test(`a ${name} is recognised, as content and as a body, and sent as it is`, async () => {
    const sent = await share(key, image(file));
    const served = await get(fileOf(sent.url));
    assert.equal(served.headers["content-type"], type);
    assert.deepEqual(served.bytes, file);
    const page = await get(sent.url);
    assert.match(page.text, new RegExp(`>${name} · 24 × 16 · `));
    assert.match(page.text, /width="24" height="16" alt="Red and blue">/);
    // Of whatever type of picture its sender says that it is.
    const body = await post("image/png", file, "?filename=a/flag.png&alt=Red%20and%20blue");
    assert.equal(body.status, 201, body.text);
    assert.equal(body.json.warnings, undefined);
    assert.deepEqual(await contentOf(body.json.id), {
      filename: "flag.png",
      alt: "Red and blue",
      data: file.toString("base64"),
    });
  });

test("the file is served in ranges, for downloads too, with headers under which nothing runs", async () => {
  const { bytes, headers } = await get(fileOf(url));
  assert.equal(headers["content-disposition"], 'inline; filename="Flag.png"');
  assert.match(
    headers["content-security-policy"],
    /^default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox; frame-ancestors /,
  );
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "private, no-store");
  assert.deepEqual((await get(fileOf(url), { range: "bytes=1-9" })).bytes, bytes.subarray(1, 10));
  assert.equal((await get(fileOf(url), { range: `bytes=${bytes.length}-` })).status, 416);
  assert.equal((await get(fileOf(url), {}, "HEAD")).headers["content-length"], String(bytes.length));
  const download = await get(fileOf(url, "&download=1"));
  assert.equal(download.headers["content-disposition"], 'attachment; filename="Flag.png"');
});

test("what asks for a picture gets it at the link itself, counted as a program", async () => {
  const link = await share(key, image(pictures.WebP[1]));
  for (const accept of [asBrowsers, "image/*", "image/png", "text/html;q=0.5, image/webp"]) {
    const answer = await get(link.url, { accept });
    assert.equal(answer.headers["content-type"], "image/webp", accept);
    assert.deepEqual(answer.bytes, pictures.WebP[1]);
    assert.match(answer.headers["content-security-policy"], /; sandbox;/);
    assert.equal(answer.headers["cross-origin-resource-policy"], "cross-origin");
    assert.match(answer.headers.vary, /Accept/);
  }
  for (const accept of ["*/*", "text/html,image/avif,*/*;q=0.8", "text/html, image/*"])
    assert.match((await get(link.url, { accept })).headers["content-type"], /^text\/html/, accept);
  const { json } = await get(link.url, { accept: "application/json" });
  assert.equal(json.content.alt, "Red and blue");
  assert.equal(
    (await get(link.url, { accept: "text/markdown" })).text,
    "This is a picture (WebP, 24 × 16 pixels): Red and blue\n",
  );
  const counts = await call(key, "GET", `/artifacts/${link.id}/shares`);
  assert.equal(counts.json.data[0].viewCount, 9);
  // Other content has none.
  const text = await share(key, { template: "markdown", content: { text: "a" } });
  assert.equal((await get(text.url, { accept: "image/*" })).status, 406);
});

test("a picture needs the password of its link, and each request uses up a view without that of a page", async () => {
  const secret = await share(key, image(png(), {}, { password: "open sesame" }));
  for (const address of [secret.url, fileOf(secret.url)]) {
    assert.equal((await get(address, { accept: "image/*" })).status, 401);
    assert.equal((await get(address, { accept: "image/*", "x-share-password": "open sesame" })).status, 200);
  }
  const once = await share(key, image(png(), {}, { maxViews: 1 }));
  const page = await openCover(once.url);
  const [cookie] = page.headers["set-cookie"];
  assert.equal((await get(fileOf(once.url), { cookie: cookie.split(";")[0] })).status, 200);
  assert.equal((await get(fileOf(once.url))).status, 410);
  assert.equal((await get(once.url, { accept: "image/*" })).status, 410);
});

test("places and comments are removed when a picture is stored, unless they are to be kept", async () => {
  for (const file of [jpegWithExif(6), pngWithExif(6)]) {
    const bare = await share(key, image(file));
    const stored = Buffer.from((await contentOf(bare.id)).data, "base64");
    assert.ok(file.includes(place) && !stored.includes(place));
    assert.deepEqual((await get(fileOf(bare.url))).bytes, stored);
    assert.match((await get(bare.url)).text, /width="16" height="24"/);
    const kept = await share(key, image(file, { alt: "a", keepMetadata: true }));
    assert.deepEqual((await get(fileOf(kept.url))).bytes, file);
    // A change is stored in the same way, and the version of before is not touched.
    const change = await call(key, "PUT", `/artifacts/${kept.id}`, {
      content: { data: file.toString("base64") },
    });
    assert.equal(change.status, 200);
    assert.deepEqual(Buffer.from((await contentOf(kept.id)).data, "base64"), stored);
  }
});

test("what a picture says besides is kept where that is asked for beside its file", async () => {
  const file = jpegWithExif(6);
  const form = new FormData();
  form.append("keepMetadata", "true");
  form.append("file", new File([file], "a.jpg", { type: "image/jpeg" }));
  const inForm = new Response(form);
  const formType = inForm.headers.get("content-type");
  const { json: address } = await call(key, "POST", "/artifacts/uploads", {
    filename: "a.jpg",
    keepMetadata: true,
  });
  for (const sent of [
    await post("image/jpeg", file, "?keepMetadata=true&alt=x"),
    await post(formType, Buffer.from(await inForm.arrayBuffer())),
    await request("PUT", address.url, { body: file }),
  ]) {
    assert.equal(sent.status, 201, sent.text);
    const { data, keepMetadata } = await contentOf(sent.json.id);
    assert.deepEqual([Buffer.from(data, "base64"), keepMetadata], [file, true]);
    // It is said of each file.
    await call(key, "PUT", `/artifacts/${sent.json.id}`, file, { "content-type": "image/jpeg" });
    assert.equal((await contentOf(sent.json.id)).keepMetadata, undefined);
  }
  assert.equal((await post("image/jpeg", file, "?keepMetadata=false")).status, 201);
  for (const [type, value, message] of [
    ["image/jpeg", "yes", "keepMetadata must be true or false"],
    ["text/csv", "true", "keepMetadata is for pictures only"],
  ]) {
    const { json } = await post(type, type === "text/csv" ? "a,b" : file, `?keepMetadata=${value}`);
    assert.equal(json.error.message, message);
  }
});

test("what follows a picture in its file is removed, whatever else the file is", async () => {
  for (const behind of ["PK\x03\x04 an archive", "<script>alert(1)</script>"]) {
    const { url: link } = await share(key, image(Buffer.concat([gif, Buffer.from(behind)])));
    assert.deepEqual((await get(fileOf(link))).bytes, gif);
  }
  const { url: link } = await share(key, image(svg("<!-- a comment --><metadata>Berlin</metadata>")));
  assert.deepEqual((await get(fileOf(link))).bytes, svg());
});

test("a file that is no picture, is cut off or claims too much is refused with what is wrong", async () => {
  for (const [file, message] of [
    [png().subarray(0, 60), "must be a whole file: this PNG was cut off"],
    [jpegWithExif(1).subarray(0, 300), "must be a whole file: this JPEG was cut off"],
    [claiming(60_000, 60_000), "must have at most 100,000,000 pixels, not 60000 × 60000"],
    [Buffer.from("<!doctype html><p>text"), "must be a picture: PNG, JPEG, GIF, WebP, AVIF or SVG"],
    [
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
      "must have no entities of its own, as this SVG has",
    ],
    [
      svg("", 'width="24"height="16"'),
      'must be well-formed: this SVG has an attribute that is not NAME="VALUE" after white space',
    ],
  ]) {
    const asContent = await call(key, "POST", "/artifacts", image(file));
    assert.equal(asContent.status, 400);
    assert.deepEqual(asContent.json.error, {
      code: "invalid_content",
      message: `/content/data ${message}`,
      field: "/content/data",
    });
    const asBody = await post("image/png", file);
    assert.equal(asBody.json.error.message, `the file ${message}`);
  }
  const wrong = await post("application/pdf", png());
  assert.match(wrong.json.error.message, /^the file must be of the type application\/pdf/);
  const other = await post("text/csv", "a,b", "?alt=x");
  assert.equal(other.json.error.message, "alt is for pictures only");
});

test("a picture without alt is stored with a warning", async () => {
  const { json } = await call(key, "POST", "/artifacts", image(png(), {}));
  assert.deepEqual(
    json.warnings.map(({ code, field }) => [code, field]),
    [["missing_alt", "/content/alt"]],
  );
  const set = await call(key, "PATCH", `/artifacts/${json.id}`, {
    set: [{ op: "add", path: "/alt", value: "Red and blue" }],
  });
  assert.equal(set.status, 200, set.text);
  assert.equal(set.json.warnings, undefined);
});

test("a new file keeps the alt of the picture before, unless it has its own", async () => {
  const { id } = await share(key, image(png(), { alt: "Sales “rise”" }));
  const put = (query = "") =>
    call(key, "PUT", `/artifacts/${id}${query}`, gif, { "content-type": "image/gif" });
  for (const [query, alt] of [
    ["", "Sales “rise”"],
    ["?alt=Sales%20fall", "Sales fall"],
    ["", "Sales fall"],
  ]) {
    const { status, json } = await put(query);
    assert.deepEqual([status, json.warnings], [200, undefined]);
    assert.deepEqual(await contentOf(id), { alt, data: gif.toString("base64") });
  }
  await call(key, "PUT", `/artifacts/${id}`, { content: { data: gif.toString("base64") } });
  assert.match((await put()).json.warnings[0].message, /"path": "\/alt"/);
});

test("a picture is sent to an address that was asked for", async () => {
  const { json } = await call(key, "POST", "/artifacts/uploads", {
    filename: "plots/sales.png",
    alt: "Sales rise",
    share: {},
  });
  const sent = await request("PUT", json.url, { body: pngWithExif(1) });
  assert.equal(sent.status, 201, sent.text);
  assert.equal(sent.json.warnings, undefined);
  assert.equal(
    (await get(fileOf(sent.json.url))).headers["content-disposition"],
    'inline; filename="sales.png"',
  );
  assert.deepEqual(await contentOf(sent.json.id), {
    filename: "sales.png",
    alt: "Sales rise",
    data: png().toString("base64"),
  });
});

test("the versions of a picture are compared by what is told of them, and shown side by side", async () => {
  const { json } = await call(
    key,
    "POST",
    "/artifacts/share",
    image(png(), { alt: "a" }, { share: { showHistory: true } }),
  );
  await call(key, "PUT", `/artifacts/${json.id}`, { content: { data: gif.toString("base64"), alt: "b" } });
  const { json: difference } = await call(key, "GET", `/artifacts/${json.id}/versions/2/diff?from=1`);
  assert.equal(difference.isSame, false);
  assert.deepEqual(difference.bytes, { from: png().length, to: gif.length });
  assert.match(JSON.stringify(difference.settingsText), /PNG, 24 × 16.*GIF, 24 × 16/);
  const page = await get(`${json.url.replace("?token=", "/history?token=")}&version=2`);
  const shown = [...page.text.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src.replaceAll("&amp;", "&"));
  assert.equal(shown.length, 2);
  assert.deepEqual((await get(origin + shown[0])).bytes, png());
  assert.deepEqual((await get(origin + shown[1])).bytes, gif);
});
