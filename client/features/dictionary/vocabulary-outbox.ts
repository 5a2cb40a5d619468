import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import { type NewWord, vocabularyContract, WordId } from "#shared/dictionary/vocabulary.ts";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { Outbox, type Send } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { Store } from "#client/lib/store.ts";
import { createId } from "#client/lib/uuid.ts";
import { getWordPrefix } from "./unsent-words.ts";

const maxStored = 500;

/** A word that waits for a connection. */
export interface UnsentWord {
  readonly id: string;
  readonly word: NewWord;
}

/** Those of the signed-in user, latest first. */
export const unsentWords = new Store<readonly UnsentWord[]>([]);

const showUnsent = (outbox: Outbox): void =>
  unsentWords.set((outbox.list() as unknown as UnsentWord[]).reverse());

let opened: { readonly userId: UserId; readonly outbox: Outbox; readonly stop: () => void } | null = null;

/** Words that were saved without a connection, and are sent when there is one. */
function getOutbox(userId: UserId): Outbox {
  if (opened?.userId !== userId) {
    opened?.stop();
    const outbox = new Outbox({
      storage: getDeviceStorage(),
      prefix: getWordPrefix(userId),
      timeField: "at",
      maxBatchSize: 1,
      maxItems: maxStored,
      selectEvictable: (waiting) => waiting.slice(0, 1).map(({ key }) => key),
      send: sendWords,
    });
    const removeTask = onBeforeSignOut(() => outbox.flush());
    const listening = new AbortController();
    window.addEventListener("online", () => void flush(outbox), listening);
    const stop = () => {
      removeTask();
      listening.abort();
      outbox.close();
    };
    opened = { userId, outbox, stop };
    showUnsent(outbox);
  }
  return opened.outbox;
}

const sendWords: Send = async (items, { keepalive }) => {
  for (const item of items) {
    const { id, word } = item as { readonly id: string; readonly word: NewWord };
    const input = { params: { wordId: WordId.parse(id) }, body: word };
    try {
      await call(vocabularyContract.saveWord, input, { keepalive, headers: tabHeaders });
    } catch (error) {
      // A full vocabulary does not become free by sending again.
      if (!(error instanceof CallError && error.status === 409)) throw error;
    }
  }
};

async function flush(outbox: Outbox): Promise<void> {
  await outbox.flush();
  showUnsent(outbox);
}

/** Sends what is waiting. */
export const flushVocabulary = (userId: UserId): Promise<void> => flush(getOutbox(userId));

export function deleteUnsentWord(userId: UserId, wordId: string): void {
  const outbox = getOutbox(userId);
  outbox.drop(wordId);
  showUnsent(outbox);
}

export const createWordId = (): WordId => WordId.parse(createId());

/** @returns whether the word was sent; otherwise it is stored on the device */
export async function saveWord(userId: UserId, wordId: WordId, word: NewWord): Promise<boolean> {
  try {
    await call(vocabularyContract.saveWord, { params: { wordId }, body: word }, { headers: tabHeaders });
    return true;
  } catch (error) {
    if (error instanceof CallError) throw error;
    const outbox = getOutbox(userId);
    outbox.enqueue(wordId, { id: wordId, word, at: new Date().toISOString() });
    showUnsent(outbox);
    return false;
  }
}

/** Deletes a word that was sent or waits on this device. */
export async function deleteWord(userId: UserId, wordId: WordId): Promise<void> {
  if (unsentWords.getState().some(({ id }) => id === wordId)) deleteUnsentWord(userId, wordId);
  else await call(vocabularyContract.deleteWord, { params: { wordId } }, { headers: tabHeaders });
}
