import { svgElements } from "./markup-rules.ts";

/** What was made of an open element: `keep` it, go on inside without it, or leave out all it holds. */
export type ElementPolicy = "keep" | "unwrap" | "drop";

/** Drawings keep the elements we know, but no animation of where a link leads or what runs. */
export function svgFate(name: string, attributes: Readonly<Record<string, string>>): ElementPolicy {
  if (!svgElements.has(name.toLowerCase())) return "unwrap";
  const animates = /^(?:animate|set)/.test(name);
  return animates &&
    /href|^on|src|style|class/i.test(attributes["attributeName"] ?? attributes["attributename"] ?? "")
    ? "drop"
    : "keep";
}

/** Whether an `object` shows a picture. */
export const isImageObject = ({ data = "", type = "" }: Readonly<Record<string, string>>) =>
  /^image\//i.test(type) || /\.(?:svg|png|jpe?g|gif|webp)(?:#.*)?$/i.test(data);
