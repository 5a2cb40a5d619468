import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { getPrayerProfile, updatePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { MuteMenu } from "./mute-menu.tsx";

beforeEach(() => {
  // 15:40 in Makkah on a Saturday, whatever the device's clock shows.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-05-02T12:40:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
  updatePrayerProfile(defaultProfile);
});

test.each([
  ["Mute for an hour", "2026-05-02T13:40:00.000Z", "Muted until 4:40 PM."],
  ["Mute until tomorrow", "2026-05-02T21:00:00.000Z", "Muted until Sunday 12:00 AM."],
])("%s: muted by one press, with the end shown, and unmuted by another", async (name, until, text) => {
  const onMute = vi.fn(() => getPrayerProfile().alerts.mutedUntil);
  const { user } = renderPage(<MuteMenu zone="Asia/Riyadh" onMute={onMute} />);

  await user.click(screen.getByRole("button", { name }));
  expect(getPrayerProfile().alerts.mutedUntil?.toISOString().slice(0, 17)).toBe(until.slice(0, 17));
  expect(screen.getByRole("status").textContent?.replaceAll("\u202f", " ")).toBe(text);
  expect(onMute).toHaveReturnedWith(null);
  expect(screen.getByRole("button", { name: "Unmute" })).toHaveFocus();

  await user.keyboard("{Enter}");
  expect(getPrayerProfile().alerts.mutedUntil).toBeNull();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  expect(screen.getByRole("button", { name: "Mute for an hour" })).toHaveFocus();
  expect(onMute).toHaveBeenCalledOnce();
});

test("a mute that has expired is not active", () => {
  const { alerts } = defaultProfile;
  updatePrayerProfile({ alerts: { ...alerts, mutedUntil: new Date("2026-05-02T12:39:00Z") } });
  renderPage(<MuteMenu zone="Asia/Riyadh" />);

  expect(screen.getByRole("button", { name: "Mute for an hour" })).toBeVisible();
});
