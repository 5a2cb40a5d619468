import { afterEach, expect, test } from "vitest";
import { formatDevice } from "./format-device.ts";
import { chooseLanguage } from "./language.ts";

afterEach(() => chooseLanguage("en"));

test.each([
  ["Chrome/Android", "Chrome on Android", "Chrome على Android"],
  ["/Linux", "Linux", "Linux"],
  ["Firefox/", "Firefox", "Firefox"],
  ["/", "Unknown device", "جهاز غير معروف"],
  ["", "Unknown device", "جهاز غير معروف"],
  ["Chrome on Android", "Chrome on Android", "Chrome on Android"],
])("the device %j is named in the language of the reader", async (device, english, arabic) => {
  expect(formatDevice(device)).toBe(english);
  await chooseLanguage("ar");
  expect(formatDevice(device).replace(/[\u2066-\u2069]/g, "")).toBe(arabic);
});
