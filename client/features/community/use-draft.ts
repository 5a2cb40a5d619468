import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#shared/api/http-client.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { query } from "#client/lib/api/query.ts";

interface Draft {
  readonly title: string;
  readonly text: string;
}

const empty: Draft = { title: "", text: "" };
const debounceMs = 1_000;

/**
 * A draft: stored in the tab immediately, and on the server when typing pauses.
 *
 * @param quote the text of a new draft
 */
export function useDraft(subjectId: string, quote = "") {
  const key = `draft:${subjectId}`;
  const [draft, setDraft] = useState<Draft>(() => readStored(key) ?? { ...empty, text: quote });
  const isTouched = useRef(readStored(key) !== null);
  const isSent = useRef(false);
  const stored = useQuery({
    ...query(discussionsContract.getDraft, { params: { subjectId } }),
    enabled: !isTouched.current && !isSent.current,
    staleTime: 0,
  });
  useEffect(() => {
    if (stored.data && !isTouched.current && !isSent.current)
      setDraft({ ...stored.data, text: stored.data.text || quote });
  }, [stored.data, quote]);

  useEffect(() => {
    if (!isTouched.current) return;
    const timer = setTimeout(() => {
      save(subjectId, draft);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [draft, subjectId]);

  return {
    draft,
    set: (changes: Partial<Draft>) => {
      isTouched.current = true;
      setDraft((previous) => {
        const next = { ...previous, ...changes };
        if (next.title || next.text) sessionStorage.setItem(key, JSON.stringify(next));
        else sessionStorage.removeItem(key);
        return next;
      });
    },
    /** After it was sent. Deletes the server's copy, because a save may have arrived after the post. */
    clear: () => {
      isTouched.current = false;
      isSent.current = true;
      save(subjectId, empty);
      sessionStorage.removeItem(key);
      setDraft(empty);
    },
  };
}

/** The device keeps the text when the server cannot be reached. */
function save(subjectId: string, draft: Draft): void {
  call(discussionsContract.saveDraft, { params: { subjectId }, body: draft }).catch(() => undefined);
}

function readStored(key: string): Draft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as Partial<Draft> | null;
    return stored ? { title: String(stored.title ?? ""), text: String(stored.text ?? "") } : null;
  } catch {
    return null;
  }
}
