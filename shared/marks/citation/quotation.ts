type QuotationMarks = readonly [open: string, close: string];

const doubleMarks: QuotationMarks = ["“", "”"];
const singleMarks: QuotationMarks = ["‘", "’"];
const arabicMarks: QuotationMarks = ["«", "»"];

const leftToRightMark = "\u200E";
const rightToLeftMark = "\u200F";

const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Whether its first letter is of a script that is written from right to left. */
export const startsRightToLeft = (text: string): boolean =>
  rightToLeftLetter.test(/\p{L}/u.exec(text)?.[0] ?? "");

/** Keeps the punctuation around a part in place when its script runs against the line. */
export function isolateInLine(part: string, isRightToLeft: boolean): string {
  const hasOpposite = isRightToLeft ? /\p{Script=Latin}/u.test(part) : rightToLeftLetter.test(part);
  const mark = isRightToLeft ? rightToLeftMark : leftToRightMark;
  return hasOpposite ? `${mark}${part}${mark}` : part;
}

/** The text in the quotation marks of its script; quotations inside get the other marks. */
export function quote(text: string, isArabic: boolean = startsRightToLeft(text)): string {
  const outer = isArabic ? arabicMarks : doubleMarks;
  return `${outer[0]}${nest(text, isArabic ? doubleMarks : singleMarks, outer)}${outer[1]}`;
}

function nest(text: string, marks: QuotationMarks, other: QuotationMarks): string {
  const [open, close] = marks;
  return text
    .split(/(“[^“”]*”|«[^«»]*»|"[^"]*")/)
    .map((part, n) =>
      n % 2 === 0
        ? part.replace(/[“«]/g, open).replace(/[”»]/g, close)
        : `${open}${nest(swapSingle(part.slice(1, -1), other), other, marks)}${close}`,
    )
    .join("");
}

/** A single mark without a closing one is an apostrophe or the letter ʿayn. */
const swapSingle = (text: string, [open, close]: QuotationMarks) =>
  text.replace(/(?<=^|[\s(])‘([^‘’]*(?:’\p{L}[^‘’]*)*)’(?!\p{L})/gu, `${open}$1${close}`);
