import { svgElements } from "./markup-rules.ts";

/** `keep` the element, unwrap it, or drop it with its content. */
export type ElementPolicy = "keep" | "unwrap" | "drop";

export function getSvgPolicy(name: string, attributes: Readonly<Record<string, string>>): ElementPolicy {
  if (!svgElements.has(name.toLowerCase())) return "unwrap";
  const isAnimation = /^(?:animate|set)/.test(name);
  return isAnimation &&
    /href|^on|src|style|class/i.test(attributes["attributeName"] ?? attributes["attributename"] ?? "")
    ? "drop"
    : "keep";
}

/** Whether an `object` shows an image. */
export const isImageObject = ({ data = "", type = "" }: Readonly<Record<string, string>>) =>
  /^image\//i.test(type) || /\.(?:svg|png|jpe?g|gif|webp)(?:#.*)?$/i.test(data);
