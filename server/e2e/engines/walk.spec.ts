import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import type { User } from "#shared/accounts/user.ts";
import { languageCookie } from "#shared/api/language.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { createParagraphs, createSmallEpub } from "#server/e2e/support/reading.ts";
import { serveTwoBuilds } from "#server/e2e/support/two-builds.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { type EngineFixtures, test } from "./test.ts";

const player = { role: "region", name: "Player" } as const;
const chapters = [
  {
    title: "The well",
    body: `<p>A word<a class="note" epub:type="noteref" href="ch2.xhtml#n1">1</a> of the road.</p>${createParagraphs(40)}`,
  },
  {
    title: "The road",
    body: `<aside epub:type="footnote" id="n1"><p>The words of the note.</p></aside>${createParagraphs(40)}
      <p>There hung an astrolabe of brass.</p>${createParagraphs(20)}`,
  },
];

test("a guest signs up, out and in", async ({ ui, visitor, openPath }) => {
  const name = `w${randomUUID().slice(0, 8)}`;
  const password = `Quiet-Harbour-${name}`;
  await openPath("/auth");
  await ui.click({ role: "tab", name: "Create Account" });
  await ui.fill({ role: "textbox", name: /^First name/ }, "Amina");
  await ui.fill({ role: "textbox", name: /^Last name/ }, "Said");
  await ui.fill({ role: "textbox", name: /^Username/ }, name);
  await ui.fill({ role: "textbox", name: /^Email/ }, `${name}@example.org`);
  await ui.fill({ role: "textbox", name: /^Password/ }, password);
  await ui.click({ role: "button", name: "Create Account" });
  await ui.waitForPath(/^\/home/);
  await ui.waitUntil(
    (text) => document.body.textContent.includes(text),
    "Account Created!",
    "a toast confirms the account",
  );

  await openPath("/settings");
  await ui.click({ role: "button", name: /Amina/ });
  await ui.click({ role: "menuitem", name: "Sign Out" });
  await ui.waitForPath(/^\/($|\?)/);

  await openPath("/auth");
  await ui.fill({ role: "textbox", name: /^Email/ }, `${name}@example.org`);
  await ui.fill({ role: "textbox", name: /^Password/ }, password);
  await visitor.press("Enter");
  await ui.waitForPath(/^\/home/);
});

test("books are browsed and searched", async ({ make, services, ui, visitor, openPath }) => {
  const word = `Saffron${Date.now()}`;
  const book = await make.book({ title: `${word} and salt`, hasEbook: true });
  const { indexBook } = await import("#server/features/books/service.ts");
  await indexBook(services.db, book.id);
  await openPath("/browse");
  await ui.waitFor({ role: "heading", name: "All Books" });
  await ui.fill({ role: "textbox", name: /^Search/ }, word);
  await visitor.press("Enter");
  await ui.waitForPath(new RegExp(`search=${word}`));
  await ui.click({ role: "link", name: new RegExp(`${word} and salt`) });
  await ui.waitFor({ role: "heading", name: `${word} and salt` });
});

test("a book opens, its pages turn, and it is searched", async ({
  make,
  importSample,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  await signIn(await make.user());
  await book.open(`/read/${bookId}`);
  const first = await book.getSentence();
  await book.turnPage("ArrowRight");
  expect(await book.turnPage("ArrowLeft")).toBe(first);

  await visitor.click(await book.getPoint("a.note"));
  await ui.waitForText({ role: "dialog", name: "Note" }, /The words of the note/);
  await visitor.press("Escape");
  await ui.waitUntilGone({ role: "dialog" });

  await visitor.press("t");
  await ui.click({
    role: "button",
    name: /The road/,
    within: { role: "dialog", name: "Contents" },
  });
  await ui.waitUntilGone({ role: "dialog" });
  await ui.waitForText({ role: "region", name: "Progress" }, /The road/);

  await visitor.press("/");
  const search = { role: "dialog", name: "Search in this book" } as const;
  await ui.fill({ role: "textbox", within: search }, "astrolabe");
  await visitor.press("Enter");
  await ui.click({ role: "button", name: /astrolabe of brass/, within: search });
  await ui.waitForText({ role: "region", name: "Progress" }, /The road/);
  await ui.waitUntilGone({ role: "dialog" });

  const sentence = await book.getSentence();
  await visitor.press("v");
  await ui.click({ role: "button", name: "Green", within: { role: "toolbar", name: "Selected text" } });
  await expect.poll(() => book.getHighlighted("mk-mark-green")).toBe(sentence);

  await visitor.press("s");
  await ui.click({ role: "option", name: /Dark$/, within: { role: "dialog", name: "Text and theme" } });
  await ui.waitUntil(() => document.documentElement.classList.contains("dark"), null, "the theme is dark");
  await visitor.press("Escape");
});

/** Pixels from the middle of a line to the handle below it. */
const handleDistance = 20;

test("a finger selects a word by a long press and a passage by a handle, and turns no page", async ({
  importSample,
  make,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const { finger } = visitor;
  test.skip(!finger, "The driver of this engine has no touch screen.");
  if (!finger) return;
  const body = `<p>The <b>lanterns</b> hang in the road.</p><p>They burn until the <i>morning</i> comes.</p>`;
  const bookId = await importSample(
    await createSmallEpub([{ title: "The road", body: body + createParagraphs(40) }]),
  );
  await signIn(await make.user());
  await visitor.setSize(390, 844);
  await book.open(`/read/${bookId}`);
  await ui.waitFor({ role: "button", name: "Bookmark this page" });
  const first = await book.getSentence();
  const toolbar = { role: "toolbar", name: "Selected text" } as const;

  await finger.longPress(await book.getPoint("b"));
  await ui.waitFor(toolbar);
  const word = await book.getSelection();
  expect(word?.text).toBe("lanterns");
  const { x, y } = await book.getPoint("i");
  await finger.drag(word?.handle ?? { x: 0, y: 0 }, { x, y: y + handleDistance });
  await expect
    .poll(async () => (await book.getSelection())?.text)
    .toMatch(/^lanterns hang[\s\S]+until the m/);
  await ui.waitFor(toolbar);
  expect(await book.isSelectionCovered()).toBe(false);

  await ui.click({ role: "button", name: "Green", within: toolbar });
  await ui.waitUntilGone(toolbar);
  expect(await book.getSelection()).toBeNull();
  await visitor.click(await book.getPoint("b"));
  await ui.waitFor({ role: "toolbar", name: "Highlight" });

  await finger.longPress(await book.getPoint("i"));
  await ui.waitFor(toolbar);
  // Around the text: its document does not know of the click.
  await visitor.click({ x: 380, y: 50 });
  await ui.waitUntilGone(toolbar);
  expect(await book.getSentence()).toBe(first);
});

test("an Arabic book turns from right to left, in its font; words are selected with the mouse", async ({
  make,
  importDemoBook,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const bookId = await importDemoBook("hikayat-al-suq");
  await signIn(await make.user());
  await visitor.setSize(800, 500);
  await book.open(`/read/${bookId}`);
  const first = await book.getSentence();
  await book.turnPage("ArrowLeft");
  expect(await book.turnPage("ArrowRight")).toBe(first);
  expect(await book.getStyle("direction")).toBe("rtl");
  expect(await book.getStyle("font-family")).toContain("mk amiri");

  const word = await book.getPoint("p .mk-s");
  await visitor.drag({ x: word.x + 60, y: word.y }, { x: word.x - 60, y: word.y });
  await ui.waitFor({ role: "toolbar", name: "Selected text" });
  expect(await book.isSelectionCovered()).toBe(false);
  await ui.click({ role: "button", name: "Blue", within: { role: "toolbar", name: "Selected text" } });
  await expect.poll(() => book.getHighlighted("mk-mark-blue")).not.toBe("");
});

test("a verse inside a sentence has its face and is highlighted with the words around it", async ({
  make,
  importSample,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const verse = "﴿إِنَّ مَعَ ٱلْعُسْرِ يُسْرًا﴾";
  const body = `<p>قال الشيخ لتلميذه: ${verse} ثم سكت طويلا.</p>`;
  const bookId = await importSample(
    await createSmallEpub([{ title: "باب", body }], { language: "ar", direction: "rtl" }),
  );
  await signIn(await make.user());
  await book.open(`/read/${bookId}`);
  await expect
    .poll(
      () =>
        visitor.evaluate(() => {
          const [frame] = window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")]);
          const part = frame?.contentDocument?.querySelector("p .mk-s")?.shadowRoot?.querySelector("[part]");
          return part ? getComputedStyle(part).fontFamily : "";
        }, null),
      // The first search for verses reads the whole Qur'an.
      { timeout: 60_000 },
    )
    .toContain("mk amiri-quran");
  const { x, y } = await book.getPoint("p .mk-s");
  await visitor.drag({ x: x + 100, y }, { x: x - 100, y });
  await ui.click({ role: "button", name: "Blue", within: { role: "toolbar", name: "Selected text" } });
  await expect.poll(() => book.getHighlighted("mk-mark-blue")).not.toBe("");
});

/** The first sentence of the page, by keyboard. */
async function highlight({
  book,
  ui,
  visitor,
}: Pick<EngineFixtures, "book" | "ui" | "visitor">): Promise<void> {
  const sentence = await book.getSentence();
  await visitor.press("v");
  await ui.waitFor({ role: "toolbar", name: "Selected text" });
  expect(await book.isSelectionCovered()).toBe(false);
  await visitor.press("h");
  await expect.poll(() => book.getHighlighted("mk-mark-yellow")).toBe(sentence);
}

test("a vertical book is set from right to left, and a sentence is highlighted", async ({
  make,
  importSample,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const words = "山の道は長く、夜の星は静かであった。";
  const body = Array.from({ length: 60 }, () => `<p>${words.repeat(4)}</p>`).join("");
  const bookId = await importSample(
    await createSmallEpub([{ title: "山道", body }], {
      language: "ja",
      style: "html { writing-mode: vertical-rl; direction: rtl }",
    }),
  );
  await signIn(await make.user());
  await book.open(`/read/${bookId}`);
  expect(await book.getStyle("writing-mode")).toBe("vertical-rl");
  const first = await book.getSentence();
  await book.turnPage("ArrowRight");
  expect(await book.turnPage("ArrowLeft")).toBe(first);
  await highlight({ book, ui, visitor });
});

test("the Qur'an opens at a sura, and a verse is highlighted", async ({
  make,
  importDemoBook,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const bookId = await importDemoBook("quran");
  await signIn(await make.user());
  await book.open(`/read/${bookId}`);
  const first = await book.getSentence();
  await visitor.press("t");
  await ui.click({ role: "button", name: /البقرة/, within: { role: "dialog", name: "Contents" } });
  await ui.waitUntilGone({ role: "dialog" });
  await book.waitForOtherSentence(first);
  expect(await book.getStyle("direction")).toBe("rtl");
  await highlight({ book, ui, visitor });
});

test("a recording plays and seeks", async ({ make, importDemoBook, signIn, ui, visitor, openPath }) => {
  const bookId = await importDemoBook("letters-from-the-road");
  await signIn(await make.user());
  await openPath(`/book/${bookId}`);
  await ui.click({ role: "button", name: "Listen" });
  await ui.waitFor({ role: "button", name: "Pause", within: player });
  const slider = { role: "slider", name: "Position in chapter", within: player } as const;
  const waitForSecond = (second: number) =>
    expect
      .poll(async () => Number((await ui.waitFor(slider)).attributes["aria-valuenow"]))
      .toBeGreaterThan(second);
  await waitForSecond(1);
  await ui.click({ role: "button", name: "Forward 30 seconds", within: player });
  await waitForSecond(30);
  await ui.click({ role: "button", name: "Pause", within: player });
  await ui.waitFor({ role: "button", name: "Play", within: player });
  await visitor.goTo("about:blank");
});

test("the sentence that plays is highlighted and moves on", async ({
  make,
  importDemoBook,
  signIn,
  book,
  ui,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  await signIn(await make.user());
  await book.open(`/seamless-reader/${bookId}`);
  await ui.click({ role: "button", name: "Play", within: player });
  await expect.poll(book.getHighlighted).not.toBe("");
  const first = await book.getHighlighted();
  await expect.poll(book.getHighlighted, { timeout: 30_000 }).not.toBe(first);
  await ui.click({ role: "button", name: "Pause", within: player });
});

test("a voice reads where the device has one, or its absence is said", async ({
  make,
  importDemoBook,
  signIn,
  book,
  ui,
  visitor,
}) => {
  const bookId = await importDemoBook("five-daily-prayers");
  await signIn(await make.user());
  await book.open(`/read/${bookId}`);
  await visitor.press("r");
  const hasVoices = await visitor.evaluate(() => speechSynthesis.getVoices().length > 0, null);
  if (hasVoices) await expect.poll(book.getHighlighted).not.toBe("");
  else await ui.waitForText({ role: "region", name: "Read aloud" }, /has no voices/);
});

test("an author uploads a book and moves the panel", async ({ make, signIn, ui, visitor, openPath }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-walk-"));
  const file = path.join(folder, "lantern.epub");
  await writeSmallEpub(file, { title: `The Lantern ${Date.now()}` });
  await signIn(await make.user({ isAuthor: true }));
  await openPath("/upload");
  await ui.waitFor({ role: "heading", name: "Upload a book" });
  await visitor.chooseFile("input[type=file]:not([webkitdirectory])", file);
  await ui.click({ role: "button", name: "Upload book" });
  const panel = { role: "region", name: "Uploads" } as const;
  await ui.waitFor({ role: "link", name: /^Upload completed/, within: panel });

  const handle = { role: "button", name: "Move the uploads panel", within: panel } as const;
  const from = await ui.waitUntilReachable(handle);
  const before = await ui.waitFor(panel);
  await visitor.drag(from, { x: from.x + 200, y: from.y - 150 });
  await expect.poll(async () => (await ui.waitFor(panel)).x - before.x).toBeGreaterThan(100);
  await expect.poll(async () => before.y - (await ui.waitFor(panel)).y).toBeGreaterThan(80);
});

test("a file of the device is opened, and its contents lead to a chapter", async ({
  ui,
  visitor,
  openPath,
  book,
}) => {
  await openPath("/open");
  await ui.waitFor({ role: "button", name: "Open a file" });
  await visitor.chooseFile("input[type=file]", await createSmallEpub(chapters));
  await ui.waitForPath(/^\/read\/local\//);
  await ui.waitForText({ role: "region", name: "Progress" }, /The well/);
  await expect.poll(book.getSentence).not.toBe("");
  await visitor.press("t");
  await ui.click({ role: "button", name: /The road/, within: { role: "dialog", name: "Contents" } });
  await ui.waitForText({ role: "region", name: "Progress" }, /The road/);
});

test("a message arrives in an open conversation", async ({
  make,
  services,
  baseURL,
  signIn,
  ui,
  openPath,
}) => {
  const [amina, yusuf] = [await make.user({ firstName: "Amina" }), await make.user({ firstName: "Yusuf" })];
  const send = async (user: User, method: string, url: string, body: object) => {
    const reply = await fetch(baseURL + url, {
      method,
      headers: {
        "Content-Type": "application/json",
        Origin: baseURL ?? "",
        Cookie: await createSessionCookie(services, user),
      },
      body: JSON.stringify(body),
    });
    expect(reply.ok, url).toBe(true);
    return reply.json();
  };
  const { startConversation, acceptRequest, sendPrivateMessage } = messagesContract;
  const inConversation = ({ path: route }: { readonly path: string }, id: string) =>
    route.replace(":conversationId", id);
  const { conversationId } = await send(amina, "POST", startConversation.path, {
    userIds: [yusuf.id],
    text: "Salam, may I borrow your notes?",
    clientId: randomUUID(),
  });
  await signIn(amina);
  await openPath(`/messages?c=${conversationId}`);
  await ui.waitForText({ role: "log" }, /borrow your notes/);
  await send(yusuf, acceptRequest.method, inConversation(acceptRequest, conversationId), {});
  await send(yusuf, "POST", inConversation(sendPrivateMessage, conversationId), {
    text: "Gladly.",
    clientId: randomUUID(),
  });
  await ui.waitForText({ role: "log" }, /Gladly\./);
  await ui.fill({ role: "textbox", name: /^Write a message/ }, "Thank you");
  await ui.click({ role: "button", name: "Send" });
  await ui.waitForText({ role: "log" }, /Thank you/);
});

test("a dialog opens and closes by the keyboard", async ({ make, signIn, ui, visitor, openPath }) => {
  await signIn(await make.user());
  await openPath("/community");
  await ui.click({ role: "button", name: "New community" });
  const dialog = { role: "dialog" } as const;
  await ui.waitFor({ role: "textbox", name: /^Name/, within: dialog });
  await visitor.press("Escape");
  await ui.waitUntilGone(dialog);
});

test("the shell opens without a connection", async ({ make, services, baseURL, ui, visitor }) => {
  const connection = await serveTwoBuilds(baseURL ?? "");
  try {
    await visitor.goTo(`${connection.origin}/browse`);
    await visitor.setCookie(await createSessionCookie(services, await make.user()));
    await visitor.goTo(`${connection.origin}/library`);
    await ui.waitFor({ role: "heading", name: "My Library" });
    await ui.waitUntil(
      () => navigator.serviceWorker.controller?.state === "activated",
      null,
      "the service worker is active",
    );
    connection.close();
    await visitor.goTo(`${connection.origin}/library?status=finished`);
    await ui.waitFor({ role: "heading", name: "My Library" });
    await ui.waitFor({ role: "alert" });
  } finally {
    connection.close();
  }
});

test("a kept book is read without a connection", async ({
  make,
  services,
  baseURL,
  importSample,
  book,
  ui,
  visitor,
}) => {
  const connection = await serveTwoBuilds(baseURL ?? "");
  try {
    const bookId = await importSample(await createSmallEpub(chapters));
    await visitor.goTo(`${connection.origin}/browse`);
    await visitor.setCookie(await createSessionCookie(services, await make.user()));
    await visitor.goTo(`${connection.origin}/book/${bookId}`);
    await ui.waitUntil(
      () => navigator.serviceWorker.controller?.state === "activated",
      null,
      "the service worker is active",
    );
    await ui.click({ role: "button", name: "Keep offline" });
    await ui.click({ role: "button", name: "Download", within: { role: "dialog" } });
    // It stores all screens of the app too.
    await expect
      .poll(() => visitor.evaluate(() => document.body.textContent.includes("Kept offline"), null), {
        timeout: 90_000,
      })
      .toBe(true);
    connection.close();
    await visitor.goTo(`${connection.origin}/read/${bookId}`);
    await ui.waitForText({ role: "region", name: "Progress" }, /The well/);
    await expect.poll(book.getSentence).not.toBe("");
  } finally {
    connection.close();
  }
});

test("Arabic turns the pages around", async ({ ui, visitor, openPath }) => {
  await openPath("/auth");
  await ui.click({ role: "button", name: "العربية" });
  await ui.waitFor({ role: "heading", name: "تسجيل الدخول" });
  for (const url of ["/", "/browse", "/auth"]) {
    await openPath(url);
    await ui.waitFor({ role: "heading" });
    expect(await visitor.evaluate(() => document.documentElement.dir, null)).toBe("rtl");
    expect(
      await visitor.evaluate(() => document.documentElement.scrollWidth - innerWidth, null),
    ).toBeLessThanOrEqual(0);
  }
  await ui.waitUntil(
    (cookie) => document.cookie.includes(`${cookie}=ar`),
    languageCookie,
    "the language is kept",
  );
});

test("letters stay on the line whether they have dots or not", async ({ ui, visitor, openPath }) => {
  await openPath("/browse");
  await ui.waitUntil(
    async () => (await document.fonts.load('100px "Noto Naskh Arabic Variable"', "نں")).length > 0,
    null,
    "the font is loaded",
  );
  const measureBottom = (letter: string) =>
    visitor.evaluate((text) => {
      const font = '100px "Noto Naskh Arabic Variable"';
      const canvas = Object.assign(document.createElement("canvas"), { width: 400, height: 400 });
      const context = canvas.getContext("2d");
      if (!context) return 0;
      context.font = font;
      context.fillText(text, 200, 200);
      const { data } = context.getImageData(0, 0, 400, 400);
      return Math.floor(data.findLastIndex((value) => value > 0) / 4 / 400);
    }, letter);
  const distance = (await measureBottom("ن")) - (await measureBottom("ں"));
  // Rounding may move the edge by a pixel.
  expect(Math.abs(distance)).toBeLessThanOrEqual(1);
});

test("a phone: the drawer, and swipes in a book", async ({
  make,
  importSample,
  signIn,
  book,
  ui,
  visitor,
  openPath,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  await signIn(await make.user());
  await visitor.setSize(390, 844);
  await openPath("/home");
  await ui.click({ role: "button", name: /menu/i });
  await ui.waitFor({ role: "dialog" });
  await visitor.press("Escape");
  await ui.waitUntilGone({ role: "dialog" });

  await book.open(`/read/${bookId}`);
  const first = await book.getSentence();
  await book.swipe({ x: 330, y: 400 }, { x: 60, y: 400 });
  const second = await book.waitForOtherSentence(first);
  await book.swipe({ x: 60, y: 400 }, { x: 330, y: 400 });
  expect(await book.waitForOtherSentence(second)).toBe(first);
});
