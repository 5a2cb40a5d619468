import { padTwoDigits } from "#shared/text/two-digits.ts";
export function getDeviceTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) return timeZone;
  const minutes = -new Date().getTimezoneOffset();
  return `${minutes < 0 ? "-" : "+"}${padTwoDigits(Math.floor(Math.abs(minutes) / 60))}:${padTwoDigits(Math.abs(minutes) % 60)}`;
}
