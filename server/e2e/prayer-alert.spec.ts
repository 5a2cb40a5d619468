import { expect, type Page } from "@playwright/test";
import { defaultAlerts, type PrayerAlertSettings } from "#shared/prayer/alert-settings.ts";
import { defaultProfile, type PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { Recording } from "#shared/prayer/recordings.ts";
import { defaultPrayerSettings } from "#shared/prayer/settings.ts";
import { getDayTimes } from "#shared/prayer/times.ts";
import { addDays, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { getTone, makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { test } from "./support/fixtures.ts";
import { openBook } from "./support/reading.ts";
import { stubVoices } from "./support/voices.ts";

const makkah = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh", name: "Makkah", country: "SA" };
const tomorrow = addDays(toLocalDay(makkah.zone, Date.now()), 1);
const { asr } = getDayTimes(makkah, defaultPrayerSettings, tomorrow);

/** A device in Makkah, a minute before Asr. */
async function openBeforeAsr(page: Page, alerts: Partial<PrayerAlertSettings>) {
  const profile: PrayerProfile = {
    ...defaultProfile,
    location: makkah,
    alerts: { ...defaultAlerts, ...alerts },
  };
  await page.addInitScript(
    (stored) => localStorage.setItem("maktaba.prayer", stored),
    JSON.stringify(profile),
  );
  await page.clock.install({ time: asr.getTime() - 60_000 });
}

const getAlert = (page: Page) => page.getByRole("alertdialog");
const getPlayer = (page: Page) => page.getByRole("region", { name: "Player" });

const getPlayedUrl = (page: Page, url: string) =>
  page.evaluate(
    (part) =>
      window.audioElements.filter((each) => !each.paused && each.getAttribute("src")?.includes(part)).length,
    url,
  );

test("at prayer time the athan plays on all pages, and the book waits for a press to resume", async ({
  services,
  make,
  openPage,
}) => {
  const employee = await openPage(await make.user({ isEmployee: true }));
  const upload = await employee.request.post(
    `/api/prayer/recordings?${new URLSearchParams({ kind: "athan", title: "A tone", licence: "Made for a test" })}`,
    {
      headers: { "Content-Type": "audio/wav", Origin: process.env["E2E_ORIGIN"] ?? "" },
      data: getTone(60, 330 + test.info().repeatEachIndex),
    },
  );
  const { id } = Recording.parse(await upload.json());
  const book = await makeAudiobook(services, [{ chapters: [90] }]);
  const page = await openPage(await make.user());
  await watchAudio(page);
  await openBeforeAsr(page, {
    byPrayer: { ...defaultAlerts.byPrayer, asr: { sound: "athan", recordingId: id } },
  });

  await page.goto(`/book/${book.id}`);
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
  const slider = getPlayer(page).getByRole("slider", { name: "Position in chapter" });
  await slider.focus();
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press("ArrowRight");
  await page.clock.fastForward(60_000);

  await expect(getAlert(page)).toContainText("It is time for Asr");
  await expect(getAlert(page)).toContainText("Next: Maghrib");
  await expect.poll(() => getPlayedUrl(page, `/recordings/${id}/`)).toBe(1);
  await expect(getPlayer(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect.poll(() => getPlayedUrl(page, "/media/")).toBe(0);
  const pausedAt = Number(await slider.getAttribute("aria-valuenow"));

  await page.getByRole("link", { name: "Maktaba" }).first().click();
  await expect(page).not.toHaveURL(/book/);
  await expect.poll(() => getPlayedUrl(page, `/recordings/${id}/`)).toBe(1);
  await getAlert(page).getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => getPlayedUrl(page, "")).toBe(0);

  await getAlert(page).getByRole("button", { name: "Continue listening" }).click();
  await expect(getAlert(page)).toBeHidden();
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
  expect(Number(await slider.getAttribute("aria-valuenow"))).toBeLessThan(pausedAt - 5);
});

test("text-to-speech pauses for an alert and resumes at the previous sentence", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user());
  await stubVoices(page, 40);
  await openBeforeAsr(page, {
    byPrayer: { ...defaultAlerts.byPrayer, asr: { sound: "chime", recordingId: null } },
  });
  await openBook(page, bookId);
  const voice = page.getByRole("region", { name: "Read aloud" });
  const getSpokenTexts = () => page.evaluate(() => window.spoken.map(({ text }) => text));

  await page.keyboard.press("r");
  await expect.poll(async () => (await getSpokenTexts()).length).toBeGreaterThan(2);
  await page.clock.fastForward(60_000);
  await expect(getAlert(page)).toBeVisible();
  await expect(voice.getByRole("button", { name: "Read aloud" })).toBeVisible();

  const resume = getAlert(page).getByRole("button", { name: "Continue listening" });
  // Offered when the chime has ended.
  await expect(resume).toBeVisible({ timeout: 30_000 });
  const before = await getSpokenTexts();
  await resume.click();
  await expect(voice.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect.poll(async () => (await getSpokenTexts())[before.length]).toBe(before.at(-2));
});

test("a mute lasts until its time; a later reminder is shown, and again after a snooze", async ({
  openPage,
}) => {
  const page = await openPage(null);
  await watchAudio(page);
  const reminder = { id: crypto.randomUUID(), prayer: "asr", minutes: 3, sound: "chime" } as const;
  await openBeforeAsr(page, { mutedUntil: new Date(asr.getTime() + 120_000), reminders: [reminder] });
  await page.goto("/browse");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.clock.fastForward(60_000);
  await page.clock.fastForward(60_000);
  await expect(getAlert(page)).toBeHidden();
  await page.clock.fastForward(60_000);
  await page.clock.fastForward(60_000);
  await expect(getAlert(page)).toContainText("3 minutes since Asr");
  await expect.poll(() => page.evaluate(() => window.audioElements.length)).toBe(1);

  await getAlert(page).getByRole("button", { name: "Snooze 5 minutes" }).click();
  await expect(getAlert(page)).toBeHidden();
  // The alert is hidden a moment before the snooze is scheduled.
  await page.clock.fastForward(240_000);
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(getAlert(page)).toContainText("3 minutes since Asr", { timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(getAlert(page)).toBeHidden();
});
