import { createHash } from "node:crypto";
import type { BookId } from "#shared/books/book.ts";
import type { LibraryBook } from "./queries.ts";

/** Kobo's form of an instant. */
export const toKoboTime = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** Of what the device stores of a book. */
export function getBookVersion({ sha256, title, author, description, coverHash, language }: LibraryBook) {
  const details = JSON.stringify([sha256, title, author, description, coverHash, language]);
  return createHash("sha256").update(details).digest("hex").slice(0, 32);
}

export function createEntitlement(bookId: BookId, addedAt: Date, now: Date, isRemoved: boolean) {
  return {
    Accessibility: "Full",
    ActivePeriod: { From: toKoboTime(now) },
    Created: toKoboTime(addedAt),
    CrossRevisionId: bookId,
    Id: bookId,
    IsRemoved: isRemoved,
    IsHiddenFromArchive: false,
    IsLocked: false,
    LastModified: toKoboTime(now),
    OriginCategory: "Imported",
    RevisionId: bookId,
    Status: "Active",
  };
}

/** Kobo's genre of books without one. */
const anyCategory = "00000000-0000-0000-0000-000000000001";

/** @param url the address of the device's API */
export function createMetadata(book: LibraryBook, url: string) {
  const { id, title, author, description, language, publisher, coverHash, layout, bytes } = book;
  const names = author.split(", ").filter(Boolean);
  return {
    Categories: [anyCategory],
    Contributors: names,
    ContributorRoles: names.map((Name) => ({ Name })),
    // Another cover has another id, so that the device loads it.
    CoverImageId: coverHash ? `${id}-${coverHash}` : id,
    CrossRevisionId: id,
    CurrentDisplayPrice: { CurrencyCode: "USD", TotalAmount: 0 },
    CurrentLoveDisplayPrice: { TotalAmount: 0 },
    Description: description,
    DownloadUrls: [
      {
        Format: layout === "pre-paginated" ? "EPUB3FL" : "EPUB3",
        Size: bytes,
        Url: `${url}/download/${id}/epub`,
        Platform: "Generic",
      },
    ],
    EntitlementId: id,
    ExternalIds: [],
    Genre: anyCategory,
    IsEligibleForKoboLove: false,
    IsInternetArchive: false,
    IsPreOrder: false,
    IsSocialEnabled: false,
    Language: language.slice(0, 2),
    PhoneticPronunciations: {},
    PublicationDate: `${book.publishedYear ?? 2000}-01-01T00:00:00Z`,
    Publisher: { Imprint: "", Name: publisher },
    RevisionId: id,
    Title: title,
    WorkId: id,
    ...getSeries(book),
  };
}

function getSeries({ seriesName, seriesPosition }: LibraryBook) {
  if (seriesName === null) return {};
  const number = seriesPosition ?? 1;
  const hex = createHash("sha256").update(seriesName).digest("hex");
  const id = [8, 12, 16, 20, 32].map((end, n, ends) => hex.slice(ends[n - 1] ?? 0, end)).join("-");
  return { Series: { Id: id, Name: seriesName, Number: number, NumberFloat: number } };
}
