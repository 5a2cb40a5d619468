import { createHash } from "node:crypto";

export const getInlineSource = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
