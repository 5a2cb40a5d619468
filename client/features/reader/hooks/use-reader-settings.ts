import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { type ReaderSettings, readerContract } from "#shared/reader/contract.ts";
import type { Extras } from "#client/features/reader/settings/layout.ts";
import {
  type AllReaderSettings,
  type ChosenSettings,
  mergeSettings,
  parseSettings,
  type Script,
  updateSettings,
} from "#client/features/reader/settings/settings.ts";
import { getQueryKey, invalidateTopics, query } from "#client/lib/api/query.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { useDelayedSend } from "./use-delayed-send.ts";
import { useExtras } from "./use-extras.ts";

export interface SettingsControl {
  readonly settings: AllReaderSettings;
  readonly stored: ChosenSettings;
  readonly scope: keyof ChosenSettings;
  readonly setScope: (scope: keyof ChosenSettings) => void;
  /** @param where the scope; the selected one by default */
  readonly change: (change: ReaderSettings, scope?: keyof ChosenSettings) => void;
  /** Removes the settings of this book. */
  readonly resetBookSettings: () => void;
  readonly isReady: boolean;
  /** Null until the settings need them. */
  readonly extras: Extras | null;
}

const noSettings: ChosenSettings = { everywhere: {}, inThisBook: {} };

/** The settings stored with the account. */
export const useStoredSettings = (bookId: BookId, isSignedIn: boolean) =>
  useQuery({
    ...query(readerContract.getReaderSettings, { params: { bookId } }),
    enabled: isSignedIn,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function useReaderSettings(bookId: BookId, script: Script, isSignedIn: boolean): SettingsControl {
  const client = useQueryClient();
  const input = useMemo(() => ({ params: { bookId } }), [bookId]);
  const { data, isPending } = useStoredSettings(bookId, isSignedIn);
  const [changed, setChanged] = useState<ChosenSettings | null>(null);
  const selected = changed ?? (isSignedIn ? data : loadSettings(bookId)) ?? noSettings;
  const [scope, setScope] = useState<keyof ChosenSettings | null>(null);
  const shownScope = scope ?? (Object.keys(selected.inThisBook).length ? "inThisBook" : "everywhere");
  const sendLater = useDelayedSend();

  const save = useCallback(
    (next: ChosenSettings) => {
      setChanged(next);
      if (!isSignedIn) return storeSettings(bookId, next);
      client.setQueryData(getQueryKey(readerContract.getReaderSettings, input), next);
      sendLater(() => {
        const options = { keepalive: true, headers: tabHeaders };
        call(readerContract.saveReaderSettings, { ...input, body: next }, options).then(
          () => invalidateTopics(client, ["reading-defaults"]),
          () => {},
        );
      });
    },
    [bookId, client, input, isSignedIn, sendLater],
  );

  const merged = mergeSettings(selected, script);
  const settings = useRef(merged);
  if (JSON.stringify(merged) !== JSON.stringify(settings.current)) settings.current = merged;
  const { extras, isReady } = useExtras(settings.current);
  return {
    settings: settings.current,
    extras,
    stored: selected,
    scope: shownScope,
    setScope,
    change: (change, scope = shownScope) => save(updateSettings(selected, change, scope)),
    resetBookSettings: () => save({ ...selected, inThisBook: {} }),
    isReady: (!isSignedIn || !isPending) && isReady,
  };
}

const getBookKey = (bookId: BookId) => `reader-settings:${bookId}`;
const globalKey = "reader-settings";
const parsedCache = new Map<string, { readonly text: string | null; readonly settings: ReaderSettings }>();

function loadSettings(bookId: BookId): ChosenSettings {
  const both = { everywhere: readStored(globalKey), inThisBook: readStored(getBookKey(bookId)) };
  const cached = settingsCache.get(bookId);
  if (cached?.everywhere === both.everywhere && cached.inThisBook === both.inThisBook) return cached;
  settingsCache.set(bookId, both);
  return both;
}

const settingsCache = new Map<BookId, ChosenSettings>();

function readStored(name: string): ReaderSettings {
  const text = getStorage()?.getItem(name) ?? null;
  const cached = parsedCache.get(name);
  if (cached && cached.text === text) return cached.settings;
  const settings = parseSettings(parseJson(text));
  parsedCache.set(name, { text, settings });
  return settings;
}

function storeSettings(bookId: BookId, { everywhere, inThisBook }: ChosenSettings): void {
  try {
    getStorage()?.setItem(globalKey, JSON.stringify(everywhere));
    getStorage()?.setItem(getBookKey(bookId), JSON.stringify(inThisBook));
  } catch {
    // Storage is full or unavailable: the settings last until the page closes.
  }
}

function getStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
