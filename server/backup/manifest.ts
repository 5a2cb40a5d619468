import * as z from "zod/mini";

/** One file in a backup. */
const Member = z.object({
  bytes: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

const Table = z.extend(Member, { rows: z.int().check(z.nonnegative()), columns: z.array(z.string()) });

/** The last entry of a backup: sizes and checksums of the others. */
export const Manifest = z.object({
  format: z.literal(1),
  product: z.literal("maktaba"),
  /** The hashes of the applied migrations, oldest first. */
  migrations: z.array(z.string()),
  createdAt: z.iso.datetime(),
  tables: z.record(z.string(), Table),
  media: z.record(z.string(), Member),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = "manifest.json";
export const getTableEntry = (table: string) => `tables/${table}.copy`;
export const getMediaEntry = (key: string) => `media/${key}`;

export const excludedTables: readonly string[] = [
  "sessions",
  "account_tokens",
  "data_exports",
  "emails",
  "rate_limits",
  "cities",
  "city_names",
  "city_lists",
  "upload_sets",
  "upload_files",
  "backups",
  "storage_checks",
  "count_checks",
  // A backup is restored to the local disk.
  "storage_migrations",
  "storage_copies",
];

export const isExcludedMedia = (key: string) => /^(export|reference-speech)\/|\.part$/.test(key);
