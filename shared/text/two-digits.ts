/** "07", "12". */
export const padTwoDigits = (n: number): string => String(n).padStart(2, "0");
