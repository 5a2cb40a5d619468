import { opdsMediaTypes } from "#shared/opds/contract.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { sendDocument } from "#server/http/api/send-document.ts";
import type { Feed, Publication } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";
import { writeAtomEntry, writeAtomFeed } from "./write-atom.ts";
import { toJsonFeed, toJsonPublication } from "./write-json.ts";

export function sendFeed(http: GuestHttpContext, context: FeedContext, feed: Feed): void {
  const isAtom = context.version === "atom";
  const type = isAtom ? opdsMediaTypes[feed.kind] : opdsMediaTypes.feed;
  const body = isAtom ? writeAtomFeed(feed, context) : JSON.stringify(toJsonFeed(feed));
  sendDocument(http, type, body, feed.updated);
}

export function sendPublication(
  http: GuestHttpContext,
  context: FeedContext,
  publication: Publication,
): void {
  const isAtom = context.version === "atom";
  const type = isAtom ? opdsMediaTypes.entry : opdsMediaTypes.publication;
  const body = isAtom ? writeAtomEntry(publication) : JSON.stringify(toJsonPublication(publication));
  sendDocument(http, type, body, publication.updatedAt);
}
