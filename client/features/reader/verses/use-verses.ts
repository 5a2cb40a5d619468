import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Ebook, type QuranPassages, readerContract } from "#shared/reader/contract.ts";
import { isLocal } from "#client/features/reader/engine/document/entries.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { LoadedDocument } from "#client/features/reader/engine/page-hooks.ts";
import { query } from "#client/lib/api/query.ts";
import { markVerses } from "./mark-verses.ts";

const arabicLetter = /[\u0620-\u064a\u0671-\u06d3]/;

/** Marks the Qur'an verses of the documents of a book, so that they have their own face and keep their tashkeel. */
export function useVerses(ebook: Ebook, engine: ReaderEngine): void {
  const { bookId, spine } = ebook;
  const isOnServer = !isLocal(ebook);
  const client = useQueryClient();
  useEffect(() => {
    if (!isOnServer) return;
    const fetchVerses = (spineIndex: number): Promise<QuranPassages> =>
      client.fetchQuery({
        ...query(readerContract.getQuranPassages, { params: { bookId, spineIndex } }),
        staleTime: Number.POSITIVE_INFINITY,
      });
    const onDocument = ({ doc, section }: LoadedDocument) => {
      const item = spine[section];
      if (!item || item.isLocked || item.isMissing || !arabicLetter.test(doc.body?.textContent ?? "")) return;
      // Without an answer, tashkeel stays visible.
      fetchVerses(item.index).then(
        ({ sentences }) => markVerses(doc, sentences, location.origin),
        () => {},
      );
    };
    return engine.hooks.add({ onDocument });
  }, [client, isOnServer, bookId, spine, engine]);
}
