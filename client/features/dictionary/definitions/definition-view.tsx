import { Fragment } from "react";
import type { DefinitionNode } from "./definition-node.ts";

const classNames: Readonly<Partial<Record<string, string>>> = {
  p: "whitespace-pre-line text-start",
  ol: "list-decimal ps-5",
  ul: "list-disc ps-5",
  b: "font-semibold",
  i: "italic",
  blockquote: "border-line border-s-2 ps-3",
  table: "w-full",
  th: "border border-line p-1 text-start",
  td: "border border-line p-1",
  sub: "text-small",
  sup: "text-small",
};

/** A dictionary can explain a word in several languages. */
const hasOwnDirection = (tag: string) => ["p", "li", "blockquote", "td"].includes(tag);

/** A definition of a dictionary as elements, without the attributes that it had. */
export function DefinitionView({ nodes }: { readonly nodes: readonly DefinitionNode[] }) {
  return nodes.map((node, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a definition does not change.
    if (typeof node === "string") return <Fragment key={index}>{node}</Fragment>;
    const { tag: Tag, children } = node;
    const className = classNames[Tag];
    // biome-ignore lint/suspicious/noArrayIndexKey: a definition does not change.
    if (Tag === "br") return <br key={index} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a definition does not change.
      <Tag key={index} {...(className && { className })} {...(hasOwnDirection(Tag) && { dir: "auto" })}>
        <DefinitionView nodes={children} />
      </Tag>
    );
  });
}
