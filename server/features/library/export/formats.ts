import type { LibraryStatus } from "#shared/library/entry.ts";
import type { LibraryExportFormat } from "#shared/library/export-contract.ts";

/** A book of the reader, of this library or imported. */
export interface ExportRow {
  readonly title: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series: string | null;
  readonly seriesPosition: number | null;
  /** ISBN-13s. */
  readonly isbns: readonly string[];
  readonly publisher: string;
  readonly publishedYear: number | null;
  readonly pageCount: number | null;
  /** In seconds. */
  readonly duration: number | null;
  readonly language: string;
  readonly isAudiobook: boolean;
  /** Null for books that are only on shelves. */
  readonly status: LibraryStatus | null;
  /** As `YYYY-MM-DD`. */
  readonly addedOn: string;
  readonly startedOn: string;
  readonly finishedOn: string;
  /** 0.5 to 5. */
  readonly stars: number | null;
  readonly review: string;
  readonly hasSpoiler: boolean;
  readonly shelves: readonly { readonly name: string; readonly position: number }[];
}

type Cell = string | number | null;

/** The columns of a file in their order; each cell of a row. */
type Columns = Readonly<Record<string, (row: ExportRow) => Cell>>;

const none = () => "";

/** The sites separate names by commas. */
const withoutComma = (name: string) => name.replaceAll(",", ";");
const joinShelves = ({ shelves }: ExportRow) => shelves.map(({ name }) => withoutComma(name)).join(", ");
const withSlashes = (day: string) => day.replaceAll("-", "/");

const goodreadsStatuses: Readonly<Record<LibraryStatus, string>> = {
  finished: "read",
  "currently-reading": "currently-reading",
  "want-to-read": "to-read",
  paused: "paused",
  "did-not-finish": "did-not-finish",
};

/** Every book has one exclusive shelf there. */
const getExclusiveShelf = ({ status }: ExportRow) => goodreadsStatuses[status ?? "want-to-read"];

/** "Al-Farsi, Maryam". */
function toLastFirst(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? "";
  return words.length > 0 ? `${last}, ${words.join(" ")}` : last;
}

/** As Goodreads exports it; "read" is not among the shelves there, other statuses are. */
const goodreads: Columns = {
  "Book Id": none,
  Title: ({ title }) => title,
  Author: ({ authors }) => authors[0] ?? "",
  "Author l-f": ({ authors }) => toLastFirst(authors[0] ?? ""),
  "Additional Authors": ({ authors, narrators }) => [...authors.slice(1), ...narrators].join(", "),
  ISBN: none,
  ISBN13: ({ isbns }) => isbns[0] ?? "",
  "My Rating": ({ stars }) => Math.round(stars ?? 0),
  "Average Rating": none,
  Publisher: ({ publisher }) => publisher,
  Binding: ({ isAudiobook }) => (isAudiobook ? "Audiobook" : "ebook"),
  "Number of Pages": ({ pageCount }) => pageCount,
  "Year Published": ({ publishedYear }) => publishedYear,
  "Original Publication Year": none,
  "Date Read": ({ finishedOn }) => withSlashes(finishedOn),
  "Date Added": ({ addedOn }) => withSlashes(addedOn),
  Bookshelves: (row) =>
    [joinShelves(row), getExclusiveShelf(row) === "read" ? "" : getExclusiveShelf(row)]
      .filter(Boolean)
      .join(", "),
  "Bookshelves with positions": ({ shelves }) =>
    shelves.map(({ name, position }) => `${withoutComma(name)} (#${position})`).join(", "),
  "Exclusive Shelf": getExclusiveShelf,
  "My Review": ({ review }) => review,
  Spoiler: ({ hasSpoiler }) => (hasSpoiler ? "true" : ""),
  "Private Notes": none,
  "Read Count": ({ status }) => (status === "finished" ? 1 : 0),
  "Owned Copies": () => 0,
};

/** As StoryGraph exports it. */
const storygraph: Columns = {
  Title: ({ title }) => title,
  Authors: ({ authors }) => authors.join(", "),
  Contributors: ({ narrators }) => narrators.map((name) => `${name} (Narrator)`).join(", "),
  "ISBN/UID": ({ isbns }) => isbns[0] ?? "",
  Format: ({ isAudiobook }) => (isAudiobook ? "audio" : "digital"),
  "Read Status": getExclusiveShelf,
  "Date Added": ({ addedOn }) => withSlashes(addedOn),
  "Last Date Read": ({ finishedOn }) => withSlashes(finishedOn),
  "Dates Read": ({ startedOn, finishedOn }) =>
    finishedOn && startedOn
      ? `${withSlashes(startedOn)}-${withSlashes(finishedOn)}`
      : withSlashes(finishedOn),
  "Read Count": ({ status }) => (status === "finished" ? 1 : 0),
  Moods: none,
  Pace: none,
  "Character- or Plot-Driven?": none,
  "Strong Character Development?": none,
  "Loveable Characters?": none,
  "Diverse Characters?": none,
  "Flawed Characters?": none,
  "Star Rating": ({ stars }) => stars,
  Review: ({ review }) => review,
  "Content Warnings": none,
  "Content Warning Description": none,
  Tags: joinShelves,
  "Owned?": () => "No",
};

const hardcoverStatuses: Readonly<Record<LibraryStatus, string>> = {
  finished: "Read",
  "currently-reading": "Currently Reading",
  "want-to-read": "Want to Read",
  // It has no such status.
  paused: "Currently Reading",
  "did-not-finish": "Did Not Finish",
};

/** Hardcover's own format; it refuses files without one of the columns. */
const hardcover: Columns = {
  Title: ({ title }) => title,
  Author: ({ authors, narrators }) =>
    [...authors.map(withoutComma), ...narrators.map((name) => `${withoutComma(name)} (Narrator)`)].join(", "),
  Series: ({ series, seriesPosition }) =>
    series ? withoutComma(series) + (seriesPosition === null ? "" : ` (#${seriesPosition})`) : "",
  Status: ({ status }) => (status ? hardcoverStatuses[status] : "None"),
  Privacy: () => "Private",
  "Hardcover Book ID": none,
  "Hardcover Edition ID": none,
  "ISBN 10": none,
  "ISBN 13": ({ isbns }) => isbns[0] ?? "",
  ASIN: none,
  Media: ({ isAudiobook }) => (isAudiobook ? "Audiobook" : "Ebook"),
  "Country Code": none,
  "Language Code": ({ language }) => language.split("-")[0] ?? "",
  Binding: none,
  Pages: ({ pageCount }) => pageCount,
  "Duration in Seconds": ({ duration }) => (duration === null ? null : Math.round(duration)),
  "Publish Date": ({ publishedYear }) => (publishedYear === null ? "" : `${publishedYear}-01-01`),
  Publisher: ({ publisher }) => publisher,
  Genres: none,
  Moods: none,
  Tags: none,
  "Content Warnings": none,
  Lists: joinShelves,
  "Date Added": ({ addedOn }) => addedOn,
  "Date Started": ({ startedOn }) => startedOn,
  "Date Finished": ({ finishedOn }) => finishedOn,
  Rating: ({ stars }) => stars,
  Review: ({ review }) => review,
  "Review Contains Spoilers": ({ hasSpoiler }) => (hasSpoiler ? "Yes" : ""),
  "Sponsored Review": none,
  "Review Date": none,
  "Review URL": none,
  "Review Media URL": none,
  "Private Notes": none,
  Owned: none,
  Compilation: none,
  "Review Slate": none,
};

export const exportColumns: Readonly<Record<LibraryExportFormat, Columns>> = {
  goodreads,
  storygraph,
  hardcover,
};
