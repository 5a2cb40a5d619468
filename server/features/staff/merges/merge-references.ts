import type { MergeKind, MovedSubject } from "#shared/staff/merges.ts";

/** A column that refers to genres, themes or contributors. */
export interface MergeReference {
  readonly subject: MovedSubject;
  readonly table: string;
  readonly column: string;
  /** Columns that identify a row together with the reference. */
  readonly key: readonly string[];
  /** Of two rows with the same key, the one with the lower rank is kept. */
  readonly rank?: string;
  /** The rows of a table without a foreign key that refer to this kind. */
  readonly onlyWhere?: readonly [column: string, value: string];
  /** Columns with their tables, in which a restored row needs its parents. */
  readonly parents?: readonly (readonly [column: string, table: string])[];
}

const toFollows = (kind: string): MergeReference => ({
  subject: "followers",
  table: "follows",
  column: "subject_id",
  key: ["user_id", "kind"],
  onlyWhere: ["kind", kind],
  parents: [["user_id", "users"]],
});

const bookParent = [["book_id", "books"]] as const;

/** All references that a merge moves. */
export const mergeReferences: Readonly<Record<MergeKind, readonly MergeReference[]>> = {
  genre: [
    {
      subject: "books",
      table: "book_genres",
      column: "genre_id",
      key: ["book_id"],
      rank: "position",
      parents: bookParent,
    },
    { subject: "challenges", table: "challenges", column: "genre_id", key: ["id"] },
    { subject: "communities", table: "communities", column: "genre_id", key: ["id"] },
    { subject: "former-names", table: "genre_former_names", column: "genre_id", key: ["name"] },
    { subject: "subjects", table: "subjects", column: "genre_id", key: ["id"] },
    toFollows("genre"),
  ],
  trope: [
    { subject: "books", table: "book_tropes", column: "trope_id", key: ["book_id"], parents: bookParent },
  ],
  contributor: [
    {
      subject: "books",
      table: "book_contributors",
      column: "contributor_id",
      key: ["book_id", "role"],
      rank: "position",
      parents: bookParent,
    },
    { subject: "announcements", table: "announcements", column: "contributor_id", key: ["id"] },
    toFollows("contributor"),
  ],
};

export const mergedTables: Readonly<Record<MergeKind, string>> = {
  genre: "genres",
  trope: "tropes",
  contributor: "contributors",
};

/** Columns that the target takes over where its own are empty; those of one group only together. */
export const takenColumns: Readonly<Record<MergeKind, readonly (readonly string[])[]>> = {
  genre: [["description"], ["icon"]],
  trope: [],
  contributor: [["bio"], ["links"], ["user_id", "shows_picture"]],
};
