import { opdsMediaTypes } from "#shared/opds/contract.ts";
import { writeXml, type XmlElement, xml } from "#server/http/xml/xml.ts";
import type {
  FacetGroup,
  Feed,
  FeedLink,
  NavigationItem,
  Person,
  Publication,
  PublicationLink,
} from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";

const namespaces = {
  xmlns: "http://www.w3.org/2005/Atom",
  "xmlns:dc": "http://purl.org/dc/terms/",
  "xmlns:opds": "http://opds-spec.org/2010/catalog",
  "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/",
  "xmlns:thr": "http://purl.org/syndication/thread/1.0",
};

/** A feed in OPDS 1.2. */
export function writeAtomFeed(feed: Feed, { productName, origin, language }: FeedContext): string {
  const { total, pageSize } = feed;
  return writeXml(
    xml(
      "feed",
      { ...namespaces, "xml:lang": language },
      xml("id", {}, feed.id),
      xml("title", {}, feed.title),
      xml("updated", {}, feed.updated.toISOString()),
      xml("author", {}, xml("name", {}, productName), xml("uri", {}, origin)),
      xml("icon", {}, `${origin}/favicon.ico`),
      ...feed.links.map(toFeedLink),
      xml("link", { rel: "search", href: feed.searchUrl, type: opdsMediaTypes.search }),
      ...feed.facets.flatMap(toFacetLinks),
      total !== null && xml("opensearch:totalResults", {}, total),
      pageSize !== null && xml("opensearch:itemsPerPage", {}, pageSize),
      ...feed.navigation.map((item) => toNavigationEntry(item, feed.updated)),
      ...feed.publications.map((publication) => toEntry("entry", {}, publication)),
    ),
  );
}

/** One book as an OPDS 1.2 entry document. */
export const writeAtomEntry = (publication: Publication): string =>
  writeXml(toEntry("entry", namespaces, publication));

const toFeedLink = ({ rel, href, kind }: FeedLink) => xml("link", { rel, href, type: opdsMediaTypes[kind] });

const toFacetLinks = ({ title: group, links }: FacetGroup): XmlElement[] =>
  links.map(({ title, href, isActive, count }) =>
    xml("link", {
      rel: "http://opds-spec.org/facet",
      href,
      type: opdsMediaTypes.acquisition,
      title,
      "opds:facetGroup": group,
      "opds:activeFacet": isActive ? "true" : null,
      "thr:count": count,
    }),
  );

const toNavigationEntry = ({ title, about, href, rel, kind, count }: NavigationItem, updated: Date) =>
  xml(
    "entry",
    {},
    xml("id", {}, href),
    xml("title", {}, title),
    xml("updated", {}, updated.toISOString()),
    xml("content", { type: "text" }, about),
    xml("link", { rel, href, type: opdsMediaTypes[kind], "thr:count": count }),
  );

function toEntry(
  name: string,
  attributes: Readonly<Record<string, string>>,
  publication: Publication,
): XmlElement {
  const { description, isbn, publisher, publishedYear, licence, language, series } = publication;
  return xml(
    name,
    attributes,
    xml("id", {}, `urn:uuid:${publication.id}`),
    xml("title", {}, publication.title),
    xml("updated", {}, publication.updatedAt.toISOString()),
    xml("published", {}, publication.createdAt.toISOString()),
    ...publication.people.map(toPerson),
    xml("dc:language", {}, language),
    isbn !== null && xml("dc:identifier", {}, `urn:isbn:${isbn}`),
    publisher !== "" && xml("dc:publisher", {}, publisher),
    publishedYear !== null && xml("dc:issued", {}, publishedYear),
    licence !== "" && xml("rights", {}, licence),
    ...publication.genres.map(({ name: genre }) => xml("category", { term: genre, label: genre })),
    description !== "" && xml("summary", { type: "text" }, description),
    ...publication.images.map(({ rel, href, type }) => xml("link", { rel, href, type })),
    ...publication.links.map(toPublicationLink),
    series &&
      xml("link", {
        rel: "related",
        href: series.href,
        type: opdsMediaTypes.acquisition,
        title: series.name,
      }),
    xml("link", { rel: "alternate", href: publication.url, type: opdsMediaTypes.entry }),
    xml("link", { rel: "alternate", href: publication.pageUrl, type: "text/html" }),
  );
}

const toPerson = ({ name, role, href }: Person) =>
  role === "author"
    ? xml("author", {}, xml("name", {}, name), href !== null && xml("uri", {}, href))
    : xml("contributor", {}, xml("name", {}, name));

const toPublicationLink = ({ rel, href, type, title, bytes }: PublicationLink) =>
  xml("link", { rel, href, type, title, length: bytes });

/** How the catalogue is searched (OpenSearch 1.1). */
export const writeSearchDescription = ({ t, productName, getUrl, origin }: FeedContext): string =>
  writeXml(
    xml(
      "OpenSearchDescription",
      { xmlns: "http://a9.com/-/spec/opensearch/1.1/" },
      xml("ShortName", {}, productName.slice(0, 16)),
      xml("Description", {}, t("opds.searchAbout", { name: productName })),
      xml("Url", { type: opdsMediaTypes.acquisition, template: `${getUrl("/books")}?query={searchTerms}` }),
      xml("Image", { type: "image/x-icon" }, `${origin}/favicon.ico`),
      xml("InputEncoding", {}, "UTF-8"),
      xml("OutputEncoding", {}, "UTF-8"),
    ),
  );
