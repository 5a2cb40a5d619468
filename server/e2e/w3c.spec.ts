import { expect, type Frame, type Page } from "@playwright/test";
import { findSample } from "#server/testing/books/import-sample.ts";
import { watchAudio } from "./support/audio.ts";
import { test } from "./support/fixtures.ts";
import {
  clickInBook,
  createSmallEpub,
  getDocuments,
  getProgressRegion,
  getVisibleText,
  openBook,
} from "./support/reading.ts";

/**
 * The W3C reading-system tests among the samples and how each is checked. The others are listed in `failingTests`
 * with the reason.
 */
const checkedTests: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "cnt-mathml-support": async (page) => {
    const sizes = await evaluateInBook(page, () => {
      const getHeight = (name: string) => document.querySelector(name)?.getBoundingClientRect().height ?? 0;
      const getTop = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0;
      const raised = document.querySelector("msup");
      return { math: getHeight("math"), raisedBy: getTop(raised?.children[0]) - getTop(raised?.children[1]) };
    });
    expect(sizes.math).toBeGreaterThan(5);
    expect(sizes.raisedBy).toBeGreaterThan(0);
  },
  "nav-access": async (page) => {
    await page.keyboard.press("t");
    const links = page.getByRole("navigation", { name: "Contents" }).getByRole("button");
    await expect(links).toHaveCount(1);
    await expect(links).toContainText("Test passes if you can see this link");
  },
  "nav-activation": async (page) => {
    await page.keyboard.press("t");
    await page.getByRole("button", { name: /Click to access 2nd content document/ }).click();
    await expectText(page, "Test passes if the navigation link leads here.");
  },
  "nav-spine_in-spine": async (page) => {
    await page.keyboard.press("t");
    const contents = page.getByRole("navigation", { name: "Contents" });
    await expect(contents).toContainText("(first link)");
    await expect(contents).toContainText("(second link)");
    await page.keyboard.press("Escape");
    await expectText(page, "Test passes if you can see two links (first link)");
  },
  "ocf-package_arbitrary": (page) => expectText(page, "Test passes if you see this."),
  "ocf-url_relative": (page) => expectText(page, "Test passes if this page opens."),
  "pkg-dir_rtl-root-ltr": async (page) => {
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toContainText("CSS: הרפתקה חדשה!");
    const positions = await heading.evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const getLeft = (word: string) => {
        const range = document.createRange();
        range.setStart(text, text.data.indexOf(word));
        range.setEnd(text, text.data.indexOf(word) + word.length);
        return range.getBoundingClientRect().left;
      };
      return { latin: getLeft("CSS"), hebrew: getLeft("חדשה") };
    });
    expect(positions.latin).toBeGreaterThan(positions.hebrew);
  },
  "pkg-meta-whitespace": async (page) => {
    const heading = page.getByRole("heading", { level: 1 });
    expect(await heading.textContent()).toBe("pkg-meta-whitespace");
    const ebook = await page.request.get(
      `${new URL(page.url()).pathname.replace("/read/", "/api/books/")}/ebook`,
    );
    expect(await ebook.json()).toMatchObject({ title: "pkg-meta-whitespace", author: "Dave Cramer" });
  },
  "pkg-spine-progression_rtl": async (page) => {
    for (const order of ["first", "second", "third", "last"]) {
      await expectText(page, `This page must appear ${order}`);
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("ArrowRight");
  },
  "pkg-title-order": async (page) => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("pkg-title-order");
    await expect(page).toHaveTitle(/^pkg-title-order/);
  },
  "pkg-version-backward": (page) => expectText(page, "Test passes if the EPUB opens."),
  "pub-cmt-jpeg": expectPicture,
  "pub-cmt-svg": expectPicture,
  "pub-cmt-webp": expectPicture,
  "pub-foreign_image": expectPicture,
  "pub-cmt-mp3": async (page) => {
    const getAudioDuration = () =>
      evaluateInBook(page, () => {
        const audio = document.querySelector("audio");
        return audio && audio.getClientRects().length > 0 ? audio.duration : 0;
      });
    await expect.poll(getAudioDuration).toBeGreaterThan(0);
  },

  // A SHOULD in the specification.
  "pub-external-links": async (page) => {
    await clickInBook(page, "a[href^=http]");
    await expect(page.getByRole("dialog", { name: "Open an external link?" })).toBeVisible();
  },
  "pss-support": async (page) => {
    await clickInBook(page, "a[href]");
    await expect(page.getByRole("dialog", { name: "Note" })).toContainText("This text is meant");
  },
  "lay-fxl-layout-pre-paginated": async (page) => {
    await expectText(page, "Page 1.");
    for (let n = 0; n < 3; n++) await page.keyboard.press("PageDown");
    await expectText(page, "Page 4.");
  },
  "css-epub-writing-mode": async (page) => {
    await page.keyboard.press("PageDown");
    await expectText(page, "これはテストです");
    const getWritingMode = () => evaluateInBook(page, () => getComputedStyle(document.body).writingMode);
    await expect.poll(getWritingMode).toBe("vertical-rl");
  },
  "sec-untrusted-consent_network": async (page) => {
    await expectText(page, "Test passes if none of the following resources are loaded");
  },
};

/** Tests that fail, and why. */
const failingTests: Readonly<Record<string, string>> = {
  "scr-support": "A SHOULD we decline: a book's own scripts never run, for the safety of readers.",
};

for (const [name, check] of Object.entries(checkedTests)) {
  test(`W3C ${name}`, async ({ make, importSample, openPage }) => {
    const file = findSample(`epub/w3c-tests/${name}.epub`);
    test.skip(file === null, "the sample files are missing");
    const page = await openPage(await make.user());
    const externalRequests: string[] = [];
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith("http") && hostname !== "localhost") externalRequests.push(request.url());
    });

    await openBook(page, await importSample(file ?? ""));
    await check(page);
    expect(externalRequests).toEqual([]);
  });
}

for (const [name, reason] of Object.entries(failingTests)) {
  test(`W3C ${name} opens, though it does not conform: ${reason}`, async ({
    make,
    importSample,
    openPage,
  }) => {
    const file = findSample(`epub/w3c-tests/${name}.epub`);
    test.skip(file === null, "the sample files are missing");
    const page = await openPage(await make.user());

    await openBook(page, await importSample(file ?? ""));
    await expect.poll(() => getVisibleText(page)).toMatch(/Chapter 1|Test passes|does not support scripting/);
  });
}

test("W3C pkg-unique-id: two publications with one identifier are two books", async ({
  make,
  importSample,
  openPage,
}) => {
  const file = findSample("epub/w3c-tests/pkg-unique-id.epub");
  test.skip(file === null, "the sample files are missing");
  const other = await createSmallEpub([{ title: "Unique identifier reused", body: "<p>The other.</p>" }], {
    identifier: "pkg-unique-id",
  });
  const [first, two] = [await importSample(file ?? ""), await importSample(other)];
  const page = await openPage(await make.user());

  expect(first).not.toBe(two);
  await openBook(page, first);
  await expectText(page, "Test passes if the reading system displays this book");
  await openBook(page, two);
  await expectText(page, "The other.");
});

test("W3C mol-navigation: the audio follows the contents", async ({ make, importSample, openPage }) => {
  const { page, player, audio } = await startPlaying("mol-navigation", {
    make,
    importSample,
    openPage,
  });
  await expect.poll(audio.time).toBeGreaterThan(0.3);

  await page.keyboard.press("t");
  await page.getByRole("navigation", { name: "Contents" }).getByRole("button", { name: "Chapter 2" }).click();

  await expectText(page, "The test passes if this page plays");
  await expect(player).toContainText("Chapter 2");
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("W3C mol-timing-synchronization_multiple_audio: audio files play one after the other", async ({
  make,
  importSample,
  openPage,
}) => {
  const { page, player, audio } = await startPlaying("mol-timing-synchronization_multiple_audio", {
    make,
    importSample,
    openPage,
  });
  await expect.poll(audio.time).toBeGreaterThan(0.3);
  const getPlayingSource = () =>
    page.evaluate(() => window.audioElements.find(({ paused }) => !paused)?.src ?? "");
  const first = await getPlayingSource();

  await player.getByRole("slider", { name: "Position in chapter" }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");

  await expect(player).toContainText("Content with Media Overlay (2)");
  await expect.poll(async () => ["", first].includes(await getPlayingSource())).toBe(false);
});

test("W3C ocf-zip-comp: a container with another compression is rejected", async ({ importSample }) => {
  const file = findSample("epub/w3c-tests/ocf-zip-comp.epub");
  test.skip(file === null, "the sample files are missing");
  await expect(importSample(file ?? "")).rejects.toThrow();
});

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];

async function startPlaying(
  name: string,
  { make, importSample, openPage }: Pick<Fixtures, "make" | "importSample" | "openPage">,
) {
  const file = findSample(`epub/w3c-tests/${name}.epub`);
  test.skip(file === null, "the sample files are missing");
  const page = await openPage(await make.user());
  const audio = await watchAudio(page);
  await page.goto(`/seamless-reader/${await importSample(file ?? "")}`);
  const player = page.getByRole("region", { name: "Player" });
  await player.getByRole("button", { name: "Play", exact: true }).click();
  return { page, player, audio };
}

async function expectText(page: Page, words: string): Promise<void> {
  await expect.poll(() => getVisibleText(page)).toContain(words);
  await expect(getProgressRegion(page)).toBeVisible();
}

async function expectPicture(page: Page): Promise<void> {
  const getLoadedImageWidth = () =>
    evaluateInBook(page, () => {
      const image = document.querySelector("img");
      return image && image.getBoundingClientRect().width > 10 ? image.naturalWidth : 0;
    });
  await expect.poll(getLoadedImageWidth).toBeGreaterThan(0);
}

/** Runs in the last document of the book on the screen. */
async function evaluateInBook<T>(page: Page, read: () => T): Promise<T> {
  await expect.poll(() => getDocuments(page).length).toBeGreaterThan(0);
  return (getDocuments(page).at(-1) as Frame).evaluate(read).catch(() => null) as Promise<T>;
}
