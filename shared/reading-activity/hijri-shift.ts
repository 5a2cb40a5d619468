/** The `<meta>` with the site's shift. */
export const hijriShiftMeta = "hijri-shift";

let siteShift = 0;

/** Sets the days by which the operator shifts all Hijri dates; 0 for the Umm al-Qura calendar. */
export function setSiteHijriShift(days: number): void {
  siteShift = days;
}

export const getSiteHijriShift = (): number => siteShift;
