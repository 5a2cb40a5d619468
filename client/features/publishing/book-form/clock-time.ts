/** Such as `1:02:03.5`; tenths only when needed. */
export function formatClockTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor((tenths % 36_000) / 600)];
  const rest = (tenths % 600) / 10;
  const pad = (text: string) => text.replace(/^(\d)(?=\.|$)/, "0$1");
  const clock = `${hours > 0 ? pad(String(minutes)) : minutes}:${pad(String(rest))}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** Seconds of `1:02:03.5`, `2:03` or `63`; null for anything else. */
export function parseClockTime(text: string): number | null {
  const parts = text.trim().split(":");
  if (parts.length > 3 || !parts.every((part) => /^\d{1,5}(\.\d{1,3})?$/.test(part))) return null;
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
