import { type AcceptedSurvivor, accept } from "./accept.ts";
import { acceptedInOutboxes } from "./accepted-in-outboxes.ts";
import { acceptedInPrayer } from "./accepted-in-prayer.ts";
import { acceptedInRules } from "./accepted-in-rules.ts";

/** Mutants that no test needs to notice, each with the reason. */
export const acceptedSurvivors: readonly AcceptedSurvivor[] = [
  ...acceptedInOutboxes,
  ...acceptedInPrayer,
  ...acceptedInRules,
  ...accept(
    "shared/reading-activity/calendar-year.ts",
    "The estimate is at most a day off, and the search finds the same day.",
    ["-1", "+1"],
    ["attempt < 60", "attempt <= 60"],
    ["attempt++", "attempt--"],
    [
      "found.year === year && found.month === 1 && found.day === 1",
      "found.year === year && found.month === 1 || found.day === 1",
    ],
    ["found.year === year && found.month === 1", "true"],
    ["found.year === year && found.month === 1", "found.year === year || found.month === 1"],
    ["found.year === year", "true"],
    ["found.month === 1", "true"],
    ["found.day === 1", "true"],
    ["found.year < year", "true"],
    ["found.year < year", "found.year <= year"],
  ),
  ...accept("shared/reading-activity/time-zone.ts", "The formatter always has the part.", [
    "[]",
    '["Stryker was here"]',
  ]),
  ...accept("shared/books/isbn.ts", "A sum and its negative are multiples of 11 together.", [
    "sum + value * (10 - at)",
    "sum - value * (10 - at)",
  ]),
  ...accept(
    "shared/positions/resolve-current-position.ts",
    "Only an event and its repetition compare as equal.",
    ["compareNewestFirst(a, b) < 0", "compareNewestFirst(a, b) <= 0"],
  ),
  ...accept(
    "shared/reading-activity/hijri.ts",
    "The formatter is stored for speed, and always has the part.",
    ["parts.find((part) => part.type === type)?.value", "parts.find(part => part.type === type).value"],
  ),
  ...accept(
    "shared/uploads/group-files.ts",
    "An empty name is no disc.",
    ["folders.length > 0", "true"],
    ["folders.length > 0", "folders.length >= 0"],
  ),
  ...accept("shared/uploads/group-files.ts", "The key is only compared.", [
    "getStem(path).toLowerCase()",
    "getStem(path).toUpperCase()",
  ]),
  ...accept("shared/uploads/storable-paths.ts", "No path has the name.", ["[]", '["Stryker was here"]']),
  ...accept("shared/books/preview.ts", "The entry is no book.", ["[]", '["Stryker was here"]']),
  ...accept("client/features/player/engine/chapter-sequencer.ts", "Without the field it is false.", [
    "{ isFileEnded: false }",
    "{}",
  ]),
  ...accept(
    "client/features/player/engine/chapter-sequencer.ts",
    "A chapter is only played with a playlist.",
    ["!playlist || !chapter", "false"],
    ["!playlist || !chapter", "!playlist && !chapter"],
    [
      "state.playlist?.chapters[state.chapterIndex + 1]?.audioUrl",
      "state.playlist?.chapters[state.chapterIndex + 1].audioUrl",
    ],
    ["state.playlist?.chapters", "state.playlist.chapters"],
  ),
  ...accept(
    "client/features/player/engine/playback-core.ts",
    "A chapter is only loaded with a playlist.",
    ["playlist?.chapters", "playlist.chapters"],
    ["!playlist || !to", "false"],
    ["!playlist || !to", "!playlist && !to"],
    ["!playlist || !chapter", "false"],
    ["!playlist || !chapter", "!playlist && !chapter"],
  ),
  ...accept(
    "client/features/player/engine/player-engine.ts",
    "Going to a missing chapter does nothing.",
    ["this.canGoNext()", "true"],
    ["this.canGoPrevious()", "true"],
  ),
  ...accept("server/features/community/permissions.ts", "A comparison of null with a date is true.", [
    "membership.mutedUntil === null",
    "false",
  ]),
  ...accept("server/http/api/bind-contract.ts", "A reply that was sent is not sent again.", [
    "cacheSlot?.send()",
    "false",
  ]),
  ...accept("server/http/api/bind-contract.ts", "JSON has no undefined fields.", [
    "origin !== undefined",
    "true",
  ]),
  ...accept("server/features/notifications/digests.ts", "Null is not after a day.", [
    "last !== null",
    "true",
  ]),
  ...accept("server/features/notifications/queries.ts", "A group has the subject of another event by then.", [
    'and(eq(notifications.subject, subject), eq(notifications.groupKey, ""))',
    "and(eq(notifications.subject, subject))",
  ]),
  ...accept(
    "server/features/notifications/group-queries.ts",
    "A notification without events is deleted as well.",
    ["!row", "false"],
  ),
  ...accept("server/features/messages/member-queries.ts", "Users have a row.", [
    "row?.shares ?? true",
    "row?.shares && true",
  ]),
  ...accept("server/features/messages/message-queries.ts", "Without it a query finds nothing.", [
    "keys.length === 0",
    "false",
  ]),
  ...accept("server/features/messages/service.ts", "A report has a message.", [
    "first?.conversationId",
    "first.conversationId",
  ]),
  ...accept("server/features/uploads/jobs.ts", "It decides about a log entry only.", [
    "!reportedReason",
    "reportedReason",
  ]),
  ...accept("server/features/notifications/group-queries.ts", "Users are compared afterwards.", [
    "and(inArray(notificationEvents.userId, [...userIds]), eq(notificationEvents.key, key))",
    "and(eq(notificationEvents.key, key))",
  ]),
  ...accept("server/features/notifications/group-queries.ts", "Nobody is in an empty list.", [
    "digestUserIds.length === 0",
    "false",
  ]),
  ...accept("server/features/notifications/digest-queries.ts", "Nobody gets an empty digest.", [
    "and(inArray(users.id, waiting), isNull(users.deletionRequestedAt))",
    "and(isNull(users.deletionRequestedAt))",
  ]),
  ...accept("server/features/notifications/queries.ts", "Users have a row.", [
    "row?.preferences",
    "row.preferences",
  ]),
  ...accept("server/features/push/queries.ts", "Users have a row.", ["row?.preferences", "row.preferences"]),
  ...accept(
    "server/features/push/queries.ts",
    "An empty list names no device.",
    ["ids.length > 0", "ids.length >= 0"],
    ["userIds.length === 0", "false"],
  ),
  ...accept("server/features/push/service.ts", "A device that is gone was deleted.", [
    'failure === "gone"',
    "false",
  ]),
  ...accept("server/features/authors/service.ts", "A position needs both values.", [
    "[]",
    '["Stryker was here"]',
  ]),
  ...accept(
    "server/features/publishing/revisions/revisions.ts",
    "A revision has a row and a book.",
    ["(await findEditedBook(db, bookId))?.row", "(await findEditedBook(db, bookId)).row"],
    ["!revision || !target", "false"],
  ),
  ...accept("server/features/authors/review-application.ts", "An approval has no reason.", [
    'decision.state === "declined"',
    "true",
  ]),
  ...accept("server/features/subjects/queries.ts", "The order only keeps concurrent imports apart.", [
    "a.normalizedName < b.normalizedName",
    "false",
  ]),
  ...accept("server/features/publishing/bulk-edits.ts", "A job has an edit.", ["edit?.state", "edit.state"]),
  ...accept("server/features/publishing/queries.ts", "Callers have changes.", ["rows.length > 0", "true"]),
  ...accept("server/features/challenges/queries.ts", "An empty list finds nothing.", [
    "ids.length === 0",
    "false",
  ]),
  ...accept("server/features/reading-activity/session-view.ts", "Null is no visible book.", [
    "bookId !== null",
    "true",
  ]),
  ...accept(
    "server/features/reading-activity/daily-totals.ts",
    "Nothing is active after the end of a session.",
    ["publicFrom < to", "true"],
  ),
  ...accept("server/http/security/rate-limit.ts", "The clock has fractions of a millisecond.", [
    "found.endsAt > now",
    "found.endsAt >= now",
  ]),
  ...accept("server/features/community/members.ts", "The state is compared again under the lock.", [
    'membership?.state !== "active"',
    "true",
  ]),
];
