const browsers = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMac(?:intosh| OS X)\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** What a reader calls this device: "Chrome on Android". */
export function deviceName(userAgent: string = navigator.userAgent): string {
  const named = (list: ReadonlyArray<readonly [string, RegExp]>, otherwise: string) =>
    list.find(([, sign]) => sign.test(userAgent))?.[0] ?? otherwise;
  return `${named(browsers, "Browser")} on ${named(systems, "this device")}`;
}
