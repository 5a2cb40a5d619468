import { createHash } from "node:crypto";
import sharp from "sharp";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { shelvesStreams } from "#shared/shelves/contract.ts";
import { readCover } from "#server/features/books/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findShelfRow } from "./queries.ts";
import { toShelves } from "./to-shelf.ts";

/** The size that link previews show whole. */
const image = { width: 1200, height: 630 };
const cover = { width: 256, height: 384 };
const gap = 32;

/** @throws {ProblemError} `not_found` for shelves that are not public or empty */
export async function getShelfImage(
  context: GuestHttpContext,
  { params: { shelfId } }: InputOf<typeof shelvesStreams.getShelfImage>,
): Promise<void> {
  const { db, req, res } = context;
  const row = await findShelfRow(db, null, shelfId, context.clock());
  const [shelf] = row ? await toShelves(context, null, [row]) : [];
  if (!shelf || shelf.covers.length === 0) throw notFound("shelf");
  const urls = shelf.covers.map(({ coverImageUrl }) => coverImageUrl).join(" ");
  res.setHeader("ETag", `"${createHash("sha256").update(urls).digest("hex").slice(0, 32)}"`);
  res.setHeader("Cache-Control", "public, max-age=3600");
  if (req.fresh) return void res.status(304).end();
  const jpeg = await composeCovers(
    context,
    shelf.covers.map(({ id }) => id),
  );
  res.type("image/jpeg").send(jpeg);
}

async function composeCovers(
  services: Pick<Services, "db" | "storage" | "settings">,
  bookIds: readonly BookId[],
): Promise<Buffer> {
  const covers: Buffer[] = [];
  for (const id of bookIds) {
    const file = await readCover(services, id, 320);
    if (file)
      covers.push(
        await sharp(file)
          .resize({ ...cover, fit: "cover" })
          .png()
          .toBuffer(),
      );
  }
  const width = covers.length * (cover.width + gap) - gap;
  const left = Math.round((image.width - width) / 2);
  const top = Math.round((image.height - cover.height) / 2);
  return sharp({ create: { ...image, channels: 3, background: "#0f4a3a" } })
    .composite(covers.map((input, n) => ({ input, top, left: left + n * (cover.width + gap) })))
    .jpeg({ quality: 82 })
    .toBuffer();
}
