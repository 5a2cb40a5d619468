import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { eraseAccount } from "#server/features/accounts/service.ts";
import { updateVocabulary } from "#server/features/books/service.ts";
import type { Services } from "#server/services.ts";
import {
  deleteBooks,
  deleteChallenges,
  deleteCommunities,
  deleteDemoItems,
  deleteUnusedNames,
  hideWithoutFiles,
  listDemoItems,
  listNames,
  listUsedBooks,
} from "./removal-queries.ts";

export interface DemoRemoval {
  readonly deletedBooks: number;
  /** Books without files, out of the catalogue, kept for the readers who used them. */
  readonly hiddenBooks: number;
  /** Challenges and communities that other users joined. */
  readonly keptGroups: number;
}

/** Removes the demo library. Progress, reviews and statistics of other users stay. Idempotent. */
export async function removeDemo(services: Services): Promise<DemoRemoval> {
  const { db } = services;
  const removal = await db.transaction(async (tx) => {
    const items = await listDemoItems(tx);
    const demoUsers = items.user as UserId[];
    const keptGroups =
      (await deleteChallenges(tx, items.challenge as ChallengeId[], demoUsers)) +
      (await deleteCommunities(tx, items.community as CommunityId[], demoUsers));
    const bookIds = items.book as BookId[];
    const names = await listNames(tx, bookIds);
    const usedBooks = await listUsedBooks(tx, bookIds, demoUsers);
    await hideWithoutFiles(tx, usedBooks, services.clock());
    const deleted = bookIds.filter((id) => !usedBooks.includes(id));
    await deleteBooks(tx, deleted);
    await deleteUnusedNames(tx, names);
    return { deletedBooks: deleted.length, hiddenBooks: usedBooks.length, keptGroups, demoUsers };
  });
  for (const id of removal.demoUsers) await eraseAccount(services, null, id);
  await deleteDemoItems(db);
  await updateVocabulary(db);
  return removal;
}
