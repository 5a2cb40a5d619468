const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|CriOS|Chromium)\//],
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

/** The names of a browser and its system, each empty when unknown: "Chrome/Android". */
export const toDevice = (userAgent: string): string =>
  `${findName(browsers, userAgent)}/${findName(systems, userAgent)}`;

function findName(names: ReadonlyArray<readonly [name: string, sign: RegExp]>, userAgent: string): string {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? "";
}
