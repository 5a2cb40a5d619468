/** Types for the parts of foliate-js that Readest reads catalogues with. */
declare module "foliate-js/opds.js" {
  interface Link {
    rel?: string[];
    href: string;
    type?: string;
    title?: string;
  }
  interface Publication {
    metadata: { title: string; author: { name: string }[] };
    links: Link[];
    images: Link[];
  }
  export interface Feed {
    metadata: { title: string };
    links: Link[];
    navigation?: Link[];
    publications?: Publication[];
    facets: { metadata: { title: string }; links: Link[] }[];
  }
  export function isOPDSCatalog(type: string): boolean;
  export function getFeed(document: Document): Feed;
  export function getPublication(entry: Element): Publication;
  export function getOpenSearch(document: Document): {
    search(values: ReadonlyMap<string | null, ReadonlyMap<string, string>>): string;
  };
}

declare module "foliate-js/uri-template.js" {
  export function replace(template: string, values: ReadonlyMap<string, string>): string;
}
