/** "07", "12". */
export const twoDigits = (n: number): string => String(n).padStart(2, "0");
