import { type RichText, toExcerpt } from "#shared/rich-text/rich-text.ts";
import type { Attachment } from "./message.ts";

interface MessageSummary {
  readonly excerpt: string;
  /** Shown in place of an empty excerpt. */
  readonly attachment: Attachment;
}

/** @param content null for a message that cannot be read */
export function summarizeMessage(
  content: RichText | null,
  hasPicture: boolean,
  maxExcerpt?: number,
): MessageSummary {
  if (!content) return { excerpt: "", attachment: null };
  const hasBook = content.some(({ type }) => type === "card");
  return {
    excerpt: toExcerpt(content, maxExcerpt),
    attachment: hasPicture ? "picture" : hasBook ? "book" : null,
  };
}
