import { opdsMediaTypes } from "#shared/opds/contract.ts";
import type {
  FacetGroup,
  Feed,
  FeedLink,
  NavigationItem,
  Person,
  Publication,
  PublicationLink,
} from "./feed.ts";

/** A feed in OPDS 2.0. */
export function toJsonFeed({ id, title, updated, total, pageSize, ...feed }: Feed): object {
  return {
    metadata: {
      "@type": "http://schema.org/DataFeed",
      identifier: id,
      title,
      modified: updated.toISOString(),
      ...(total !== null && { numberOfItems: total }),
      ...(pageSize !== null && { itemsPerPage: pageSize }),
    },
    links: [
      ...feed.links.map(toFeedLink),
      { rel: "search", href: feed.searchUrl, type: opdsMediaTypes.feed, templated: true },
    ],
    ...(feed.kind === "navigation" && { navigation: feed.navigation.map(toNavigationLink) }),
    ...(feed.kind === "acquisition" && { publications: feed.publications.map(toJsonPublication) }),
    ...(feed.facets.length > 0 && { facets: feed.facets.map(toFacet) }),
  };
}

const toFeedLink = ({ rel, href }: FeedLink) => ({ rel, href, type: opdsMediaTypes.feed });

const toNavigationLink = ({ title, href, rel, count }: NavigationItem) => ({
  href,
  title,
  type: opdsMediaTypes.feed,
  rel,
  ...(count !== null && { properties: { numberOfItems: count } }),
});

const toFacet = ({ title, links }: FacetGroup) => ({
  metadata: { title },
  links: links.map((link) => ({
    href: link.href,
    title: link.title,
    type: opdsMediaTypes.feed,
    ...(link.isActive && { rel: "self" }),
    ...(link.count !== null && { properties: { numberOfItems: link.count } }),
  })),
});

/** One book as an OPDS 2.0 publication. */
export function toJsonPublication(publication: Publication): object {
  return {
    metadata: toPublicationMetadata(publication),
    links: [
      { rel: "self", href: publication.url, type: opdsMediaTypes.publication },
      { rel: "alternate", href: publication.pageUrl, type: "text/html" },
      ...publication.links.map(toPublicationLink),
    ],
    images: publication.images,
  };
}

/** Readium's metadata of a publication. */
export function toPublicationMetadata(publication: Publication): object {
  const { subtitle, description, isbn, publisher, publishedYear, pageCount, duration, series } = publication;
  return {
    "@type": publication.isAudiobook ? "http://schema.org/Audiobook" : "http://schema.org/Book",
    identifier: isbn === null ? `urn:uuid:${publication.id}` : `urn:isbn:${isbn}`,
    title: publication.title,
    ...(subtitle !== "" && { subtitle }),
    ...toPeople(publication.people),
    ...(publisher !== "" && { publisher }),
    ...(publishedYear !== null && { published: `${publishedYear}`.padStart(4, "0").concat("-01-01") }),
    language: publication.language,
    readingProgression: publication.direction,
    modified: publication.updatedAt.toISOString(),
    ...(description !== "" && { description }),
    ...(pageCount !== null && pageCount > 0 && { numberOfPages: pageCount }),
    ...(duration !== null && duration > 0 && { duration }),
    ...(publication.genres.length > 0 && {
      subject: publication.genres.map(({ name, href }) => ({
        name,
        links: [{ href, type: opdsMediaTypes.feed }],
      })),
    }),
    ...(series && {
      belongsTo: {
        series: {
          name: series.name,
          ...(series.position !== null && { position: series.position }),
          links: [{ href: series.href, type: opdsMediaTypes.feed }],
        },
      },
    }),
  };
}

/** Contributors by role; the names of the roles are those of Readium. */
function toPeople(people: readonly Person[]): Readonly<Record<string, object[]>> {
  const byRole: Record<string, object[]> = {};
  for (const { name, role, href } of people) {
    const person = { name, ...(href !== null && { links: [{ href, type: opdsMediaTypes.feed }] }) };
    byRole[role] = [...(byRole[role] ?? []), person];
  }
  return byRole;
}

const toPublicationLink = ({ rel, href, type, title, bytes }: PublicationLink) => ({
  rel,
  href,
  type,
  ...(title !== undefined && { title }),
  ...(bytes !== undefined && { size: bytes }),
});
