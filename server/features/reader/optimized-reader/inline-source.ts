import { createHash } from "node:crypto";

/** How a Content-Security-Policy names a style or script that stands in the page. */
export const inlineSource = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
