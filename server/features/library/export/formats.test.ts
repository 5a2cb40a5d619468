import { expect, test } from "vitest";
import { type ExportRow, exportColumns } from "./formats.ts";

const finished: ExportRow = {
  title: "The Lamp",
  authors: [" Maryam  bint Idris ", "Said, Omar"],
  narrators: ["Huda"],
  series: "Wells, old",
  seriesPosition: 2,
  isbns: ["9780306406157", "9789953000008"],
  publisher: "Dar",
  publishedYear: 1999,
  pageCount: 120,
  duration: 3600.6,
  language: "ar-EG",
  isAudiobook: true,
  status: "finished",
  addedOn: "2026-01-02",
  startedOn: "2026-01-03",
  finishedOn: "2026-02-04",
  stars: 4.5,
  review: "Bright.",
  hasSpoiler: true,
  shelves: [
    { name: "Long, slow", position: 2 },
    { name: "Best", position: 1 },
  ],
};

const started: ExportRow = {
  ...finished,
  authors: ["Idris"],
  narrators: [],
  series: "Wells",
  seriesPosition: null,
  isbns: [],
  publishedYear: null,
  pageCount: null,
  duration: null,
  isAudiobook: false,
  status: "currently-reading",
  finishedOn: "",
  stars: null,
  review: "",
  hasSpoiler: false,
  shelves: [],
};

const undated: ExportRow = { ...finished, startedOn: "", series: null, authors: [], status: null };

/** The cells that have a value. */
function listCells(format: keyof typeof exportColumns, row: ExportRow) {
  const cells = Object.entries(exportColumns[format]).map(([name, get]) => [name, get(row)] as const);
  return Object.fromEntries(cells.filter(([, value]) => value !== "" && value !== null));
}

test("the columns of Goodreads", () => {
  expect(listCells("goodreads", finished)).toEqual({
    Title: "The Lamp",
    Author: " Maryam  bint Idris ",
    "Author l-f": "Idris, Maryam bint",
    "Additional Authors": "Said, Omar, Huda",
    ISBN13: "9780306406157",
    "My Rating": 5,
    Publisher: "Dar",
    Binding: "Audiobook",
    "Number of Pages": 120,
    "Year Published": 1999,
    "Date Read": "2026/02/04",
    "Date Added": "2026/01/02",
    Bookshelves: "Long; slow, Best",
    "Bookshelves with positions": "Long; slow (#2), Best (#1)",
    "Exclusive Shelf": "read",
    "My Review": "Bright.",
    Spoiler: "true",
    "Read Count": 1,
    "Owned Copies": 0,
  });
  expect(listCells("goodreads", started)).toEqual({
    Title: "The Lamp",
    Author: "Idris",
    "Author l-f": "Idris",
    "My Rating": 0,
    Publisher: "Dar",
    Binding: "ebook",
    "Date Added": "2026/01/02",
    Bookshelves: "currently-reading",
    "Exclusive Shelf": "currently-reading",
    "Read Count": 0,
    "Owned Copies": 0,
  });
  expect(listCells("goodreads", undated)).toMatchObject({ "Exclusive Shelf": "to-read", "Read Count": 0 });
});

test("the columns of StoryGraph", () => {
  expect(listCells("storygraph", finished)).toEqual({
    Title: "The Lamp",
    Authors: " Maryam  bint Idris , Said, Omar",
    Contributors: "Huda (Narrator)",
    "ISBN/UID": "9780306406157",
    Format: "audio",
    "Read Status": "read",
    "Date Added": "2026/01/02",
    "Last Date Read": "2026/02/04",
    "Dates Read": "2026/01/03-2026/02/04",
    "Read Count": 1,
    "Star Rating": 4.5,
    Review: "Bright.",
    Tags: "Long; slow, Best",
    "Owned?": "No",
  });
  expect(listCells("storygraph", started)).toEqual({
    Title: "The Lamp",
    Authors: "Idris",
    Format: "digital",
    "Read Status": "currently-reading",
    "Date Added": "2026/01/02",
    "Read Count": 0,
    "Owned?": "No",
  });
  expect(listCells("storygraph", undated)).toMatchObject({ "Dates Read": "2026/02/04" });
});

test("the columns of Hardcover", () => {
  expect(listCells("hardcover", finished)).toEqual({
    Title: "The Lamp",
    Author: " Maryam  bint Idris , Said; Omar, Huda (Narrator)",
    Series: "Wells; old (#2)",
    Status: "Read",
    Privacy: "Private",
    "ISBN 13": "9780306406157",
    Media: "Audiobook",
    "Language Code": "ar",
    Pages: 120,
    "Duration in Seconds": 3601,
    "Publish Date": "1999-01-01",
    Publisher: "Dar",
    Lists: "Long; slow, Best",
    "Date Added": "2026-01-02",
    "Date Started": "2026-01-03",
    "Date Finished": "2026-02-04",
    Rating: 4.5,
    Review: "Bright.",
    "Review Contains Spoilers": "Yes",
  });
  expect(listCells("hardcover", started)).toEqual({
    Title: "The Lamp",
    Author: "Idris",
    Series: "Wells",
    Status: "Currently Reading",
    Privacy: "Private",
    Media: "Ebook",
    "Language Code": "ar",
    Publisher: "Dar",
    "Date Added": "2026-01-02",
    "Date Started": "2026-01-03",
  });
  expect(listCells("hardcover", undated)).toMatchObject({ Status: "None" });
  expect(listCells("hardcover", undated)).not.toHaveProperty("Series");
});
