import type { User } from "#shared/accounts/user.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { defaultProfile, type PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { pushContract } from "#shared/push/contract.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { createPushBrowser } from "./push-browser.ts";

export async function createSubscribedUser(
  app: Pick<TestApp, "as" | "make">,
  location: { latitude: number; longitude: number; zone: string },
  changed: Partial<PrayerProfile> = {},
) {
  const user: User = await app.make.user();
  const as = app.as(user);
  const browser = createPushBrowser();
  const { id: deviceId } = await as(pushContract.addDevice, { body: browser.subscription });
  await as(pushContract.updateDevice, { params: { deviceId }, body: { prayerAlerts: true } });
  const saveProfile = (more: Partial<PrayerProfile>) =>
    as(prayerNotificationsContract.savePrayerProfile, {
      body: { ...defaultProfile, location: { ...location, name: null, country: null }, ...changed, ...more },
    });
  await saveProfile({});
  return { user, as, browser, deviceId, put: saveProfile };
}

export const locations = {
  riyadh: { latitude: 24.7136, longitude: 46.6753, zone: "Asia/Riyadh" },
  newYork: { latitude: 40.7128, longitude: -74.006, zone: "America/New_York" },
  berlin: { latitude: 52.52, longitude: 13.405, zone: "Europe/Berlin" },
  tokyo: { latitude: 35.6895, longitude: 139.6917, zone: "Asia/Tokyo" },
  losAngeles: { latitude: 34.0522, longitude: -118.2437, zone: "America/Los_Angeles" },
  cairo: { latitude: 30.0444, longitude: 31.2357, zone: "Africa/Cairo" },
  sydney: { latitude: -33.8688, longitude: 151.2093, zone: "Australia/Sydney" },
} as const;
