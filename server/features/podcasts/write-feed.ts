import { getCoverJpegUrl } from "#shared/books/urls.ts";
import { getGeneratedCoverHash } from "#server/features/books/service.ts";
import type { RecordingFile } from "#server/features/player/service.ts";
import { writeXml, xml } from "#server/http/xml/xml.ts";
import type { findPodcastBook } from "./queries.ts";

interface Podcast {
  readonly book: NonNullable<Awaited<ReturnType<typeof findPodcastBook>>>;
  readonly narrators: readonly string[];
  readonly files: readonly RecordingFile[];
  readonly origin: string;
  /** Of the feed without its last part. */
  readonly url: string;
  readonly isPrivate: boolean;
}

const namespaces = {
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
};

/** A book as RSS 2.0: one episode for each file, in the order of the book. */
export function writeFeed(podcast: Podcast): string {
  const { book, narrators, files, origin, url, isPrivate } = podcast;
  const { id, title, author, description, language, licence, updatedAt } = book;
  const page = `${origin}/book/${id}`;
  const image = origin + getCoverJpegUrl(id, book.coverHash || getGeneratedCoverHash(book), "square");
  return writeXml(
    xml(
      "rss",
      { version: "2.0", ...namespaces },
      xml(
        "channel",
        {},
        xml("title", {}, title),
        xml("link", {}, page),
        xml("atom:link", { rel: "self", href: `${url}/feed.xml`, type: "application/rss+xml" }),
        xml("description", {}, description || title),
        xml("language", {}, language),
        licence !== "" && xml("copyright", {}, licence),
        xml("lastBuildDate", {}, updatedAt.toUTCString()),
        xml("image", {}, xml("url", {}, image), xml("title", {}, title), xml("link", {}, page)),
        xml("itunes:author", {}, author),
        xml("itunes:type", {}, "serial"),
        xml("itunes:explicit", {}, "false"),
        xml("itunes:category", { text: "Arts" }, xml("itunes:category", { text: "Books" })),
        xml("itunes:image", { href: image }),
        isPrivate && xml("itunes:block", {}, "Yes"),
        isPrivate && xml("podcast:block", {}, "yes"),
        xml("podcast:guid", {}, id),
        xml("podcast:medium", {}, "audiobook"),
        ...narrators.map((name) => xml("podcast:person", { role: "narrator" }, name)),
        ...files.map((file, index) => writeEpisode(podcast, file, index, image)),
      ),
    ),
  );
}

/** Apps that order by date alone keep the order of the book. */
const episodeIntervalMs = 60_000;

function writeEpisode(
  { book, files, url, origin }: Podcast,
  file: RecordingFile,
  index: number,
  image: string,
) {
  const { id, mediaType, bytes, duration, chapters } = file;
  const title = files.length === 1 ? book.title : (chapters[0]?.title ?? book.title);
  return xml(
    "item",
    {},
    xml("title", {}, title),
    xml("guid", { isPermaLink: "false" }, `urn:uuid:${id}`),
    xml("link", {}, `${origin}/book/${book.id}`),
    xml("pubDate", {}, new Date(book.createdAt.getTime() + index * episodeIntervalMs).toUTCString()),
    xml("description", {}, chapters.map((chapter) => chapter.title).join("\n")),
    xml("enclosure", {
      url: `${url}/audio/${id}.${getExtension(mediaType)}`,
      length: bytes,
      type: mediaType,
    }),
    xml("itunes:title", {}, title),
    xml("itunes:season", {}, 1),
    xml("itunes:episode", {}, index + 1),
    xml("itunes:episodeType", {}, "full"),
    xml("itunes:duration", {}, Math.round(duration)),
    xml("itunes:explicit", {}, "false"),
    xml("itunes:image", { href: image }),
    chapters.length > 1 &&
      xml("podcast:chapters", { url: `${url}/chapters/${id}.json`, type: "application/json+chapters" }),
  );
}

const extensions: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/aac": "aac",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/wav": "wav",
};

const getExtension = (mediaType: string) => extensions[mediaType] ?? "audio";
