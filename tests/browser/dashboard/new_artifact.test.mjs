// A person makes an artifact in a browser: pasted, dropped or chosen, with and without JavaScript.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { png } from "../../documents/pictures.mjs";
import { call, newKey, origin, sql, until } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertLooksWell, devices, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const form = "/dashboard/artifacts/new";
const chart = JSON.stringify({
  type: "bar",
  data: { labels: ["Q1", "Q2"], datasets: [{ label: "Sales", data: [3, 5] }] },
});

let user;
let key;
const withoutScripts = new WeakSet();
before(async () => {
  user = await newUser();
  key = newKey(user.account);
});

async function signIn(page, { email } = user) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
// The form, through the sign-in page.
async function openForm(options, who = user, path = form) {
  const opened = await open(browser, origin + path, options);
  if (options?.javaScriptEnabled === false) withoutScripts.add(opened.page);
  await signIn(opened.page, who);
  await opened.page.waitForURL(origin + path);
  return opened;
}
// Where the content is written: the editor, or without JavaScript the field, which has what is written in any case.
const text = (page) =>
  (withoutScripts.has(page) ? page : editor(page)).getByLabel("Content", { exact: true });
const field = (page) => page.locator("#text");
const written = (page) => field(page).inputValue();
const hasFocus = (page) => page.evaluate(() => document.activeElement.matches("#text, .text-editor"));
// One button, which says what it does.
async function save(page) {
  await page.getByLabel("Link works for").selectOption("No link");
  return page.getByRole("button", { name: "Save", exact: true });
}
async function saveAndShare(page) {
  await page.getByLabel("Link works for").selectOption("7 days");
  return page.getByRole("button", { name: "Create link" });
}
async function chooseTemplate(page, name) {
  const template = page.getByLabel("Template");
  if (!(await template.isVisible())) await page.getByText("Template, description, expiry").click();
  await template.selectOption(name);
}
const preview = (page) => page.frameLocator(".pages iframe:not(.coming)");
const addressOn = (page) => page.getByRole("group", { name: "Share link URL" }).first();

async function pick(page, name, mimeType, buffer) {
  await page.getByLabel("choose a file").setInputFiles({ name, mimeType, buffer: Buffer.from(buffer) });
}
async function drop(page, name, bytes) {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, bytes],
  );
  for (const event of ["dragover", "drop"])
    await page.dispatchEvent("main h1", event, { dataTransfer: transfer });
}

// What is in the menu of an artifact.
async function choose(page, name) {
  await page.locator(".menu > summary").click();
  await page.locator(".menu").getByRole("link", { name }).click();
}

for (const [name, options] of Object.entries(devices))
  test(`the form and its preview are accessible and fit (${name})`, async () => {
    const { page, assertNoTrouble } = await openForm(options);
    await assertLooksWell(page, `new-artifact-${name}`);
    // The text has the focus.
    await page.keyboard.insertText("# Hello\n\nFrom a *person*.");
    await preview(page).getByText("From a person.").waitFor();
    await assertLooksWell(page, `new-artifact-preview-${name}`);
    assertNoTrouble();
  });

for (const [name, options] of Object.entries(devices))
  test(`works without JavaScript (${name})`, async () => {
    const { page } = await openForm({ ...options, javaScriptEnabled: false });
    await text(page).fill("# Plain\n\nWords");
    await chooseTemplate(page, "Chart");
    await (await save(page)).click();
    await page.getByText("The text cannot be shown with the template chart: it is Markdown.").waitFor();
    assert.equal(await written(page), "# Plain\n\nWords");
    assert.ok(await page.getByLabel("Template").evaluate((field) => field === document.activeElement));
    await chooseTemplate(page, "Detect");
    const [shown] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Preview" }).click(),
    ]);
    await shown.getByText("Words").waitFor();
    await (await saveAndShare(page)).click();
    await page.frameLocator("iframe").getByText("Words").waitFor();
    assert.match(await addressOn(page).textContent(), /\/a\/art_/);

    await page.goto(origin + form);
    await pick(page, "prices.csv", "text/csv", "Thing,Price\nLamp,12\n");
    await (await save(page)).click();
    await page.frameLocator("iframe").getByRole("cell", { name: "Lamp" }).waitFor();
    await page.getByRole("heading", { name: "prices.csv" }).waitFor();
    await choose(page, "Duplicate");
    assert.equal(await written(page), "Thing,Price\nLamp,12\n");
  });

test("errors stand at their fields, on a desk and on a phone", async () => {
  for (const [name, options] of Object.entries(devices)) {
    const { page, context } = await openForm(options);
    await text(page).fill('{"rows": 1, "columns": ["a"]}');
    await chooseTemplate(page, "Table");
    await page.getByLabel("Title").fill("x".repeat(255));
    await page.getByLabel("Title").evaluate((title) => (title.value += "x"));
    await (await save(page)).click();
    await page.getByText(/^Title must have at most/).waitFor();
    await assertLooksWell(page, `new-artifact-errors-${name}`);
    assert.equal(await page.evaluate(() => document.activeElement.id), "title");
    await context.close();
  }
});

// Within the window, and covered by nothing.
const isInView = (part) =>
  part.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && one.contains(shown);
  });
for (const [name, options] of Object.entries(devices))
  test(`a notice stands above the content, and what is marked is in view (${name})`, async () => {
    const { page } = await openForm(options, await newUser());
    const assertBeginsBesidePreview = async () => {
      assert.equal(await page.evaluate(() => scrollY), 0);
      const [fields, shown] = await Promise.all(
        [".fields", ".live-preview"].map((part) => page.locator(part).first().boundingBox()),
      );
      if (name === "desktop") assert.equal(fields.y, shown.y);
      assert.ok(
        await isInView(page.getByRole("heading", { level: 1 })),
        "the page is shown from its beginning",
      );
    };
    await page.locator(".text-editor").waitFor();
    await page.keyboard.insertText("Thing,Price\nLamp,12\nBulb,3\n");
    await page.getByRole("grid").waitFor();
    await until(
      () => page.evaluate("JSON.stringify(localStorage)"),
      (draft) => draft.includes("Lamp"),
    );
    await page.reload();
    await page.getByText("Your draft was restored.").waitFor();
    await page.getByRole("grid").waitFor();
    await assertBeginsBesidePreview();
    await (await saveAndShare(page)).click();
    await page.getByText("Nothing was saved yet.").waitFor();
    await page.getByRole("grid").waitFor();
    assert.ok(await page.locator("#title:focus[aria-invalid]").isVisible());
    assert.ok(await isInView(page.locator("#title")));
    await assertBeginsBesidePreview();

    // A field far below.
    await page.getByLabel("Title").fill("Prices");
    await chooseTemplate(page, "Table");
    await page.getByLabel("Description").evaluate((field) => (field.value = "x".repeat(2001)));
    await (await saveAndShare(page)).click();
    await page.locator("#description[aria-invalid]").waitFor();
    await page.getByRole("grid").waitFor();
    assert.ok(await isInView(page.locator("#description")));
    await assertLooksWell(page, `new-artifact-notice-${name}`);
  });

test("the preview is the real page, for each template, and only the last one is shown", async () => {
  const { page, assertNoTrouble } = await openForm();
  await text(page).fill(chart);
  await preview(page).locator("canvas").waitFor();
  await text(page).fill("Thing\tPrice\nLamp\t12\n");
  await preview(page).getByRole("cell", { name: "Lamp" }).waitFor();
  await chooseTemplate(page, "Code");
  await preview(page).locator("pre").getByText("Lamp").waitFor();
  await text(page).fill("# No data");
  await chooseTemplate(page, "Chart");
  await preview(page).getByText("cannot be shown with the template chart: it is Markdown").waitFor();

  // One that takes long is overtaken: its request is cancelled, and its page never shown.
  let held;
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/preview"));
  await page.route("**/new/preview", async (route) => {
    if (held) return route.fallback();
    held = route;
    return undefined;
  });
  await chooseTemplate(page, "Markdown");
  await text(page).fill("overtaken");
  await page.waitForRequest(/\/preview$/);
  await text(page).fill("the last");
  await cancelled;
  await preview(page).getByText("the last").waitFor();
  assert.equal(await page.locator(".pages iframe").count(), 1);
  // It adds nothing to the way back.
  assert.equal(
    await page.evaluate(() => document.querySelector(".pages iframe").getAttribute("sandbox")),
    "allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox",
  );
  await page.goBack();
  assert.notEqual(page.url(), origin + form);
  assertNoTrouble();
});

test("all that a new artifact needs fits in a window, and the button stays in view", async () => {
  const { page } = await openForm();
  for (const [width, height] of [
    [1280, 800],
    [360, 640],
  ]) {
    await page.setViewportSize({ width, height });
    for (const part of [editor(page), page.getByText("choose a file"), page.getByLabel("Title")]) {
      const box = await part.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${width}: ${await part.textContent()}`);
    }
    for (const place of [0, 99_999]) {
      await page.evaluate((top) => scrollTo(0, top), place);
      const box = await page.getByRole("button", { name: "Create link" }).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${width}: the button`);
    }
    await page.evaluate(() => scrollTo(0, 0));
  }
  await editor(page).click();
  await page.keyboard.insertText("Thing,Price\nLamp,12\nBulb,3\n");
  const grid = page.getByRole("grid");
  await grid.waitFor();
  for (const [width, height] of [
    [1280, 800],
    [375, 700],
  ]) {
    await page.setViewportSize({ width, height });
    for (const part of [page.getByLabel("Title"), grid, page.getByRole("button", { name: "Create link" })])
      assert.ok(await isInView(part), `${width}: ${await part.textContent()}`);
  }
});

test("a title is asked for where there is none", async () => {
  const { page } = await openForm();
  await text(page).fill("Thing\tPrice\nLamp\t12\n");
  await (await saveAndShare(page)).click();
  await page.getByText("Title is missing: the content has no heading.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "title");
  await page.keyboard.type("Prices");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Prices" }).waitFor();
  assert.match(await addressOn(page).textContent(), /\/a\/art_/);
});

test("a file is dropped anywhere, shown, removed, and refused if it is too large", async () => {
  const { page, assertNoTrouble } = await openForm();
  await text(page).fill("typed before");
  await drop(page, "prices.csv", "Thing,Price\nLamp,12\n");
  await page.getByText("prices.csv, 1 kB").waitFor();
  await preview(page).getByRole("cell", { name: "Lamp" }).waitFor();
  assert.ok(await field(page).isDisabled());
  await page.getByRole("button", { name: "Remove file" }).click();
  await preview(page).getByText("typed before").waitFor();
  assert.equal(await written(page), "typed before");

  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new ArrayBuffer(33 * 1024 * 1024)], "huge.bin"));
    const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(drop);
  });
  await page.getByText(/The file is too large: it has 34\.6 MB, and at most 33\.5 MB can be saved/).waitFor();
  await (await save(page)).click();
  assert.equal(page.url(), origin + form);
  await drop(page, "prices.csv", "Thing,Price\nLamp,12\n");
  await (await saveAndShare(page)).click();
  await page.getByRole("heading", { name: "prices.csv" }).waitFor();
  assertNoTrouble();
});

test("a web page runs in its sandbox in the previews of the new form and of the edited one", async () => {
  const { page, assertNoTrouble } = await openForm();
  const html = (name) =>
    `<!doctype html><title>A page</title><p id=p></p><script>p.textContent = "${name} " + origin</script>`;
  await text(page).fill(html("First"));
  await preview(page).getByText("First null").waitFor();
  await (await save(page)).click();
  await page.frameLocator("iframe").frameLocator("#web-page").getByText("First null").waitFor();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await text(page).fill(html("Second"));
  await preview(page).getByText("Second null").waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.frameLocator("iframe").frameLocator("#web-page").getByText("Second null").waitFor();
  assertNoTrouble();
});

test("a picture is pasted or dropped, previewed, and shared with its text", async () => {
  const { page, assertNoTrouble } = await openForm();
  const paste = (types) =>
    page.evaluate(
      async ([bytes, more]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], "image.png", { type: "image/png" }));
        for (const type of more) data.setData(type, "a\tb");
        const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
      },
      [[...png()], types],
    );
  // Spreadsheets copy a picture of the cells too.
  await paste(["text/plain"]);
  assert.equal(await page.locator(".chosen").count(), 0);
  await paste([]);
  await page.getByText("image.png, 1 kB").waitFor();
  const shown = preview(page).locator("#picture img");
  await shown.waitFor();
  assert.equal(await shown.evaluate((one) => one.decode().then(() => one.naturalWidth)), 24);
  const alt = page.getByLabel("Alternative text of a picture");
  await alt.fill("Red");
  await page.getByRole("button", { name: "Remove file" }).click();
  assert.equal(await alt.isVisible(), false);
  await alt.evaluate((one) => (one.value = ""));
  await page.locator(".text-editor").click();
  await paste([]);
  await (await saveAndShare(page)).click();

  // Without its text too.
  await page.getByRole("heading", { name: "image.png" }).waitFor();
  await addressOn(page).waitFor();
  await page.getByRole("link", { name: "Describe the picture for people who cannot see it" }).click();
  await alt.fill("Red and blue");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
  const [stored] = (await call(key, "GET", "/artifacts?template=image&limit=1")).json.data;
  const { content } = (await call(key, "GET", `/artifacts/${stored.id}`)).json;
  assert.deepEqual(content, { alt: "Red and blue", data: png().toString("base64"), filename: "image.png" });
  assertNoTrouble();
});

test("a draft survives a reload and the end of the session, and goes when it is saved or its user leaves", async () => {
  const { page, context } = await openForm();
  await text(page).fill("a long thought");
  await page.getByLabel("Title").fill("Thought");
  const stored = () => page.evaluate("JSON.stringify(localStorage)");
  const untilStored = (words) => until(stored, (all) => all.includes(words));
  await untilStored("Thought");
  await page.reload();
  await page.getByText("Your draft was restored.").waitFor();
  assert.equal(await written(page), "a long thought");

  sql(`delete from sessions where user_id = (select id from users where email = '${user.email}')`);
  await (await save(page)).click();
  await page.getByText("You were signed out, and nothing was saved.").waitFor();
  const [other] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Sign in in a new tab" }).click(),
  ]);
  await signIn(other);
  await other.waitForURL(`${origin}/dashboard/artifacts`);
  await (await save(page)).click();
  await page.getByText("Artifact saved.").waitFor();
  assert.equal(await stored(), "{}");

  await page.goto(origin + form);
  assert.equal(await written(page), "");
  await text(page).fill("discarded");
  await untilStored("discarded");
  await page.reload();
  await page.getByRole("button", { name: "Discard draft" }).click();
  assert.equal(await written(page), "");
  await text(page).fill("left behind");
  await untilStored("left behind");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/sign-in/);
  assert.equal(await stored(), "{}");
});

test("what was typed is not lost if the service cannot be reached or the answer is an error", async () => {
  const { page } = await openForm();
  await text(page).fill("# Not lost");
  await page.route(`**${form}`, (route) => route.abort());
  await (await save(page)).click();
  await page.getByText(/The service could not be reached/).waitFor();
  await page.unroute(`**${form}`);
  const down = "<!doctype html><main><h1>Service unavailable</h1><p>Try again in a minute.</p></main>";
  await page.route(`**${form}`, (route) =>
    route.fulfill({ status: 503, contentType: "text/html", body: down }),
  );
  await (await save(page)).click();
  await page.getByText("Try again in a minute.").waitFor();
  await page.unroute(`**${form}`);
  assert.equal(await written(page), "# Not lost");
  await (await save(page)).click();
  await page.getByText("Artifact saved.").waitFor();
});

test("works by keyboard alone", async () => {
  const { page } = await openForm();
  await editor(page).waitFor();
  await page.keyboard.type("# By keys");
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
  for (let steps = 0; steps < 12 && !(await focused()).startsWith("Create link"); ++steps)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/done=link-created/);
  await page.getByRole("heading", { name: "By keys" }).waitFor();
});

test("warnings are shown with the link, and a duplicate begins with the old content", async () => {
  const { page } = await openForm();
  await text(page).fill("# Look\n\n![](file:///x.png)");
  await (await saveAndShare(page)).click();
  await page.getByRole("heading", { name: "Artifact saved" }).waitFor();
  await assertLooksWell(page, "new-artifact-warnings");
  assert.match(await addressOn(page).textContent(), /\/a\/art_/);
  assert.equal(await page.locator(".problem").count(), 0);
  await page.getByRole("link", { name: "Go to artifact" }).click();
  await choose(page, "Duplicate");
  assert.equal(await written(page), "# Look\n\n![](file:///x.png)");
  await preview(page).getByRole("heading", { name: "Look" }).waitFor();
});

test("other pages of the dashboard load nothing of the form", async () => {
  const made = await call(key, "POST", "/artifacts", { template: "markdown", content: { text: "x" } });
  for (const path of ["/dashboard/artifacts", `/dashboard/artifacts/${made.json.id}`])
    assert.doesNotMatch((await user.visitor.get(path)).text, /artifact_form/);
});

test("a typo is mended in place, with a preview, and what somebody else saved is shown first", async () => {
  const { json } = await call(key, "POST", "/artifacts", {
    template: "markdown",
    title: "Report",
    content: { text: "# Report\n\nA tpyo." },
  });
  const shown = `/dashboard/artifacts/${json.id}`;
  for (const [name, options] of Object.entries({
    ...devices,
    plain: { ...devices.desktop, javaScriptEnabled: false },
  })) {
    const { page, context } = await openForm(options, user, shown);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const typed = `# Report\n\nA typo, mended on ${name}.`;
    await text(page).fill(typed);
    if (name !== "plain") await preview(page).getByText(`mended on ${name}`).waitFor();
    await call(key, "PUT", `/artifacts/${json.id}`, {
      content: { text: `# Report\n\nTheirs, before ${name}.` },
    });
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Somebody else saved this artifact while you were writing").waitFor();
    assert.equal(await page.getByLabel("Their version").first().isVisible(), true);
    assert.equal(await written(page), typed);
    if (name !== "plain") {
      await assertLooksWell(page, `edit-content-${name}`);
      assert.equal(await page.locator(".theirs mark").textContent(), `Theirs, before ${name}.`);
      await page.getByRole("button", { name: "Use their version" }).click();
      assert.equal(await written(page), `# Report\n\nTheirs, before ${name}.`);
      await page.keyboard.press("Control+z");
      assert.equal(await written(page), typed);
    }
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.frameLocator("iframe").getByText(`mended on ${name}`).waitFor();
    await context.close();
  }
});

const editor = (page) => page.locator(".text-editor");

for (const [name, options] of Object.entries(devices))
  test(`the content is written in an editor (${name})`, async () => {
    const { page, assertNoTrouble } = await openForm(options);
    await editor(page).waitFor();
    assert.ok(await hasFocus(page));
    await page.keyboard.type("# Title\n\n- one\ntwo");
    assert.equal(await written(page), "# Title\n\n- one\n- two");
    await page.keyboard.press("Control+z");
    assert.doesNotMatch(await written(page), /two/);
    // What is typed in place of several lines has no styles of the browser's own.
    await page.keyboard.press("Control+a");
    await page.keyboard.type("# A needle\nand another needle");
    assert.equal(await written(page), "# A needle\nand another needle");
    await page.keyboard.press("Control+f");
    await page.keyboard.type("needle");
    await editor(page).locator(".cm-searchMatch").nth(1).waitFor();
    await assertLooksWell(page, `editor-search-${name}`);
    await page.keyboard.press("Escape");
    assert.ok(await hasFocus(page));
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "file");
    await page.getByText("Content", { exact: true }).click();
    assert.ok(await hasFocus(page));
    await page.keyboard.press("Control+s");
    await page.getByText("Share link created.").waitFor();
    await page.frameLocator("iframe").getByText("and another needle").waitFor();
    assertNoTrouble();
  });

test("a JSON text has the colours of JSON, and is one with Ctrl+Enter", async () => {
  const { page, assertNoTrouble } = await openForm();
  await text(page).fill(chart.replace("{", "{\n"));
  const colourOf = (word) =>
    text(page)
      .getByText(word)
      .first()
      .evaluate((part) => getComputedStyle(part).color);
  await editor(page).waitFor();
  assert.notEqual(await colourOf('"type"'), await colourOf('"bar"'));
  await page.getByLabel("Title").fill("Sales");
  await text(page).press("Control+Enter");
  await addressOn(page).waitFor();
  assertNoTrouble();
});

test("if the editor cannot be loaded, its field stays", async () => {
  const { page } = await openForm({}, user, "/dashboard/artifacts");
  await page.route("**/text_editor.*", (route) => route.abort());
  await page.getByRole("link", { name: "New artifact" }).click();
  await page.waitForRequest(/text_editor/);
  await field(page).fill("# In the field");
  await preview(page).getByText("In the field").waitFor();
  assert.equal(await page.getByLabel("Content", { exact: true }).inputValue(), "# In the field");
  await page.keyboard.press("Control+s");
  await page.getByText("Share link created.").waitFor();
});

test("an error of content stands at its line, until that is changed", async () => {
  const wrong = '{\n  "type": "bar",\n  "data": {"labels": ["a"]\n  "datasets": []}\n}';
  for (const [name, options] of Object.entries(devices)) {
    const { page, context } = await openForm(options);
    await text(page).fill(wrong);
    await chooseTemplate(page, "Chart");
    await (await save(page)).click();
    const note = editor(page).locator(".cm-note");
    await note.getByText(/^Line 4: .*not valid JSON: Missing a comma/).waitFor();
    const [ofLine, ofNote] = await Promise.all([
      editor(page).locator(".cm-line").nth(3).boundingBox(),
      note.boundingBox(),
    ]);
    assert.ok(ofNote.y >= ofLine.y + ofLine.height - 1, "it is below its line");
    assert.ok(await hasFocus(page));
    await assertLooksWell(page, `editor-problem-${name}`);
    // The cursor is in that line, and what was typed before can still be undone.
    await page.keyboard.type(", ");
    assert.equal(await note.count(), 0);
    assert.match(await written(page), /\n, {2}/);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.notEqual(await written(page), wrong);
    await context.close();
  }
  const { page } = await openForm({ javaScriptEnabled: false });
  await text(page).fill(wrong);
  await chooseTemplate(page, "Chart");
  await (await save(page)).click();
  await page.getByText(/^Line 4: .*not valid JSON: Missing a comma/).waitFor();
});

test("two clicks on Save make one artifact, without JavaScript too", async () => {
  const fresh = await newUser();
  for (const javaScriptEnabled of [true, false]) {
    const { page, context } = await openForm({ javaScriptEnabled }, fresh);
    await text(page).fill(`# Once, ${javaScriptEnabled}`);
    await (await save(page)).dblclick();
    await page.getByText("Artifact saved.").waitFor();
    await page.goto(`${origin}/dashboard/artifacts`);
    const rows = page.getByRole("link", { name: `Once, ${javaScriptEnabled}`, exact: true });
    assert.equal(await rows.count(), 1);
    await context.close();
  }
});
