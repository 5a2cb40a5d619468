import * as z from "zod/mini";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { Quotation } from "./quotation.ts";

/** The allow-listed tree of a post or a message; see `server/rich-text/parse.ts`. */
export type Inline =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "break" }
  | { readonly type: "emphasis" | "strong" | "spoiler"; readonly children: readonly Inline[] }
  | { readonly type: "link"; readonly url: string; readonly children: readonly Inline[] }
  | { readonly type: "mention"; readonly username: string }
  /** A typed quotation that was found in the book of the discussion; only in replies. */
  | {
      readonly type: "quoted";
      readonly bookId: BookId;
      readonly sentence: SentenceId;
      readonly children: readonly Inline[];
    };

export type Block =
  | { readonly type: "paragraph"; readonly children: readonly Inline[] }
  /** Only in texts of the site. */
  | { readonly type: "heading"; readonly level: 2 | 3; readonly children: readonly Inline[] }
  /** A quotation of a book when its last child is the card of a passage; replies say whether its words are there. */
  | { readonly type: "quote"; readonly children: readonly Block[]; readonly quotation?: Quotation }
  | { readonly type: "list"; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  /** A book, or with `sentence` a passage of it. The reply lists separately what the viewer may see of it. */
  | PassageCard;

export interface PassageCard {
  readonly type: "card";
  readonly bookId: BookId;
  readonly sentence: SentenceId | null;
  /** The content version of the text from which the passage was quoted. */
  readonly version?: string;
}

export type RichText = readonly Block[];

/** Only the server produces nodes, so that the browser checks no more than their kind. */
export const RichText = z.array(
  z.looseObject({ type: z.enum(["paragraph", "heading", "quote", "list", "card"]) }),
) as unknown as z.ZodMiniType<RichText, RichText>;

/** Whether a URL is a path of this site. */
export const isInternalUrl = (url: string): boolean => url.startsWith("/") && !url.startsWith("//");

/** URLs of other sites that the text links to. */
export const listExternalUrls = (text: RichText): string[] =>
  listInlines(text).flatMap((node) => (node.type === "link" && !isInternalUrl(node.url) ? [node.url] : []));

export const hasExternalLink = (text: RichText): boolean => listExternalUrls(text).length > 0;

export function listMentions(text: RichText): string[] {
  const names = listInlines(text).flatMap((node) => (node.type === "mention" ? [node.username] : []));
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

function listInlines(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block) => {
    if (block.type === "card") return [];
    if (block.type === "paragraph" || block.type === "heading") return block.children.flatMap(flattenInline);
    return block.type === "quote" ? listInlines(block.children) : block.items.flatMap(listInlines);
  });
}

const flattenInline = (node: Inline): Inline[] =>
  "children" in node ? [node, ...node.children.flatMap(flattenInline)] : [node];

/** The text without spoilers and quotes, for excerpts and searches. */
export function toPlainText(text: RichText): string {
  return text
    .filter(({ type }) => type !== "quote")
    .map((block) => {
      if (block.type === "paragraph" || block.type === "heading")
        return block.children.map(getInlineText).join("");
      return block.type === "list" ? block.items.map(toPlainText).join(" ") : "";
    })
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

const listQuoted = (text: RichText): RichText =>
  text.flatMap((block) => (block.type === "quote" ? block.children : []));

/** The text of one node; "…" for a spoiler. */
export function getInlineText(node: Inline): string {
  if (node.type === "text") return node.text;
  if (node.type === "mention") return `@${node.username}`;
  if (node.type === "break") return " ";
  return node.type === "spoiler" ? "…" : node.children.map(getInlineText).join("");
}

const maxExcerpt = 160;

/** The start of a text, or of its quotes when it has nothing else; it never ends inside ﴿ ﴾. */
export function toExcerpt(text: RichText, max: number = maxExcerpt): string {
  const plainText = toPlainText(text) || toPlainText(listQuoted(text));
  if (plainText.length <= max) return plainText;
  const cut = plainText.slice(0, max).replace(/\s+\S*$/u, "");
  const brackets = [...cut.matchAll(/[﴾﴿]/g)];
  const start = brackets.length % 2 === 1 ? brackets.at(-1)?.index : undefined;
  return `${cut.slice(0, start).trimEnd()}…`;
}
