import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import type { UserId } from "#shared/accounts/user.ts";
import { deleteUnsentWords } from "#client/features/dictionary/unsent-words.ts";
import { sendUnsentMarks } from "#client/features/marks/store/send-unsent-marks.ts";
import { deleteUnsentMarks } from "#client/features/marks/store/unsent-marks.ts";
import { countUnsentMessages, deleteUnsentMessages } from "#client/features/messages/unsent-storage.ts";
import { deleteUnsentBookSettings } from "#client/features/player/settings/unsent-book-settings.ts";
import { deleteUnsentQueue } from "#client/features/queue/unsent-queue.ts";
import { deleteOwnFont } from "#client/features/reader/settings/delete-own-font.ts";
import { sessionQuery } from "#client/lib/api/session.ts";
import { signOut } from "#client/lib/api/sign-out.ts";
import { deleteDeviceData } from "#client/lib/offline/delete-device-data.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { deleteKeptBooks } from "#client/lib/offline/kept-account.ts";
import { countUnsent } from "./count-unsent.ts";
import { unsentQuestion } from "./unsent-question.ts";

async function confirm(userId: UserId, isReachable: boolean): Promise<boolean> {
  const count = isReachable
    ? countUnsentMessages(userId) + (await sendUnsentMarks(userId))
    : countUnsent(userId);
  if (count === 0) return true;
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      unsentQuestion.set(null);
      resolve(isConfirmed);
    };
    unsentQuestion.set({ count, isReachable, answer });
  });
}

async function deleteUnsent(userId: UserId): Promise<void> {
  deleteUnsentMessages(userId);
  deleteUnsentWords(userId);
  deleteUnsentMarks(userId);
  deleteUnsentBookSettings(userId);
  deleteUnsentQueue(userId);
  deleteOwnFont();
  if (hasKeptBooks()) await deleteKeptBooks();
}

/** Signs out, with or without a connection. */
export function startSignOut(client: QueryClient, navigate: NavigateFunction): Promise<void> {
  const showLandingPage = () => {
    client.setQueryData(sessionQuery.queryKey, null);
    void navigate("/", { replace: true });
    const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionQuery.queryKey[0];
    setTimeout(() => client.removeQueries({ predicate: isOther }));
  };
  return signOut(client, { confirm, deleteUnsent, deleteDeviceData, showLandingPage });
}
