import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "#shared/api/http-client.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { query } from "#client/lib/api/query.ts";

interface Draft {
  readonly title: string;
  readonly text: string;
}

interface DraftForm {
  readonly values: Partial<Draft>;
  readonly set: (changes: Partial<Draft>) => void;
}

const empty: Draft = { title: "", text: "" };
const debounceMs = 1_000;
const getKey = (subjectId: string) => `draft:${subjectId}`;

/**
 * Stores a form's title and text as a draft: in the tab immediately, and on the server when typing pauses.
 *
 * @param quote the text of a new draft
 */
export function useDraft(subjectId: string, form: DraftForm, quote = "") {
  const key = getKey(subjectId);
  const { title = "", text = "" } = form.values;
  const isTouched = useRef(readStored(key) !== null);
  const isSent = useRef(false);
  const setForm = useRef(form.set);
  setForm.current = form.set;
  const stored = useQuery({
    ...query(discussionsContract.getDraft, { params: { subjectId } }),
    enabled: !isTouched.current && !isSent.current,
    staleTime: 0,
  });
  useEffect(() => {
    if (stored.data && !isTouched.current && !isSent.current)
      setForm.current({ ...stored.data, text: stored.data.text || quote });
  }, [stored.data, quote]);

  useEffect(() => {
    if (!isTouched.current) return;
    if (title || text) sessionStorage.setItem(key, JSON.stringify({ title, text }));
    else sessionStorage.removeItem(key);
    const timer = setTimeout(() => save(subjectId, { title, text }), debounceMs);
    return () => clearTimeout(timer);
  }, [title, text, key, subjectId]);

  return {
    set: (changes: Partial<Draft>) => {
      isTouched.current = true;
      form.set(changes);
    },
    /** After it was sent. Deletes the server's copy, because a save may have arrived after the post. */
    clear: () => {
      isTouched.current = false;
      isSent.current = true;
      save(subjectId, empty);
      sessionStorage.removeItem(key);
      form.set(empty);
    },
  };
}

/** The draft in this tab, else an empty one with the quote. */
export const readDraft = (subjectId: string, quote = ""): Draft =>
  readStored(getKey(subjectId)) ?? { ...empty, text: quote };

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
