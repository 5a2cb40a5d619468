/** Which way the interface reads, for parts that must be told. */
export function readingDirection(): "ltr" | "rtl" {
  return document.documentElement.dir === "rtl" ? "rtl" : "ltr";
}
