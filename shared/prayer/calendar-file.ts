import { type Prayer, type PrayerLocation, prayers } from "./settings.ts";
import type { DayTimes } from "./times.ts";

interface CalendarFile {
  readonly days: readonly DayTimes[];
  readonly getName: (prayer: Prayer) => string;
  readonly title: string;
  readonly location: PrayerLocation & { readonly displayName: string };
  /** The generator, such as `maktaba`; part of each event's id. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/**
 * Prayer times as an iCalendar file (RFC 5545): one event per prayer without duration, in UTC, folded at 75
 * octets. Event ids are stable per day, prayer and location.
 */
export function createCalendarFile({
  days,
  getName,
  title,
  location,
  createdBy,
  createdAt,
}: CalendarFile): string {
  const events = days.flatMap((times) =>
    prayers.flatMap((prayer) => [
      "BEGIN:VEVENT",
      `UID:${times.day}-${prayer}-${getLocationId(location)}@${createdBy}`,
      `DTSTAMP:${toIcsTime(createdAt)}`,
      `DTSTART:${toIcsTime(times[prayer])}`,
      `SUMMARY:${escapeText(getName(prayer))}`,
      `LOCATION:${escapeText(location.displayName)}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
  );
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${createdBy}//prayer times//EN`,
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeText(title)}`,
    ...events,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** `20260301T043000Z`. */
const toIcsTime = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, "");

/** The location rounded to about a kilometre: `21.42n39.83e`. */
function getLocationId({ latitude, longitude }: PrayerLocation): string {
  const formatDegrees = (value: number) => Math.abs(value).toFixed(2);
  return `${formatDegrees(latitude)}${latitude < 0 ? "s" : "n"}${formatDegrees(longitude)}${longitude < 0 ? "w" : "e"}`;
}

const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[\p{Cc}\p{Cs}]/gu, "");

const maxOctets = 75;

/** Folds at 75 octets of UTF-8 without splitting characters. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let [folded, length] = ["", 0];
  for (const letter of line) {
    const octets = encoder.encode(letter).length;
    if (length + octets > maxOctets) {
      folded += "\r\n ";
      length = 1;
    }
    folded += letter;
    length += octets;
  }
  return folded;
}
