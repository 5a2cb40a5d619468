import type { Seconds } from "#shared/api/schemas.ts";
import { padTwoDigits } from "#shared/text/two-digits.ts";

/** "2:03", "1:02:03". */
export function formatClockTime(seconds: Seconds): string {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(totalSeconds / 3600), Math.floor((totalSeconds % 3600) / 60)];
  return hours > 0
    ? `${hours}:${padTwoDigits(minutes)}:${padTwoDigits(totalSeconds % 60)}`
    : `${minutes}:${padTwoDigits(totalSeconds % 60)}`;
}

/** A speed as displayed: "1", "1.25", "0.5". */
export const formatRate = (rate: number): string => String(Math.round(rate * 100) / 100);
