import { twoDigits } from "#shared/text/two-digits.ts";
export function deviceTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) return timeZone;
  const minutes = -new Date().getTimezoneOffset();
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
}
