import { expect } from "@playwright/test";
import { TOTP } from "otpauth";
import { recordingsContract } from "#shared/prayer/recordings.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { canMakeTones, makeTone } from "#server/testing/books/tones.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";

const password = "a lantern at dusk";
const { addRecording, listRecordings, orderRecordings } = recordingsContract;

test("an employee signs in, uploads a recording, plays it and moves it to the top", async ({
  services,
  openPage,
}) => {
  test.skip(!canMakeTones, "ffmpeg is not installed");
  const email = `employee${Date.now()}@example.org`;
  const names = { firstName: "Huda", lastName: "Karim", username: `employee${Date.now()}` };
  await createUser(services, { email, password, roles: { isEmployee: true }, ...names });
  const page = await openPage(null);

  await page.goto("/admin/athan-management");
  await expect(page.getByRole("heading", { level: 1, name: "Employee sign-in" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Athan management" })).toBeVisible();

  const second = `Second ${email}`;
  for (const [n, title] of [`First ${email}`, second].entries()) {
    const tone = makeTone({ extension: "wav", seconds: 2, hertz: 300 + n * 100 + (Date.now() % 89) });
    const buffer = Buffer.from(await tone.arrayBuffer());
    await page.getByLabel("Audio file").setInputFiles({ name: "tone.wav", mimeType: "audio/wav", buffer });
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Licence note").fill("A tone of our own");
    await Promise.all([
      waitForReply(page, addRecording),
      page.getByRole("button", { name: "Upload", exact: true }).click(),
    ]);
    await expect(page.getByRole("heading", { level: 3, name: title })).toBeVisible();
  }
  const duration = await page.getByLabel(`Listen to ${second}`).evaluate(async (audio: HTMLAudioElement) => {
    await audio.play();
    await new Promise((resolve) => audio.addEventListener("timeupdate", resolve));
    return audio.duration;
  });
  expect(Math.abs(duration - 2)).toBeLessThan(0.2);

  const guest = await openPage(null);
  const getPositionForGuests = async () => {
    const listed = listRecordings.response.parse(await (await guest.request.get(listRecordings.path)).json());
    return listed.find(({ title }) => title === second)?.position ?? 0;
  };
  const before = await getPositionForGuests();
  const upButton = page.getByRole("button", { name: `Move ${second} up` });
  await upButton.focus();
  await Promise.all([waitForReply(page, orderRecordings), page.keyboard.press("ArrowUp")]);
  await expect(upButton).toBeFocused();
  // Other tests may add users to the list meanwhile.
  expect(await getPositionForGuests()).toBe(before - 1);
});

test("two-step verification: turned on in the settings, required at sign-in", async ({
  services,
  openPage,
}) => {
  const email = `twofactor${Date.now()}@example.org`;
  const names = { firstName: "Huda", lastName: "Karim", username: `twofactor${Date.now()}` };
  await createUser(services, { email, password, ...names });
  const page = await openPage(null);
  const signIn = async () => {
    await page.goto("/auth?returnTo=/settings?part=security");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  };
  await signIn();
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByAltText("QR code for the authenticator app")).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  const secret = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
  await dialog.getByLabel("Code").fill(new TOTP({ secret }).generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const [code = ""] = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await page.context().clearCookies();
  await signIn();
  await page.getByLabel("Code").fill("123456");
  const signInButton = page.getByRole("main").getByRole("button", { name: "Sign In", exact: true });
  await signInButton.click();
  await expect(page.getByText("This code is not valid.", { exact: false })).toBeVisible();
  await page.getByLabel("Code").fill(code);
  await signInButton.click();
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
});
