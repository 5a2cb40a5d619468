import { Ajv, type ValidateFunction } from "ajv";
import formats, { type FormatsPlugin } from "ajv-formats";

/** The requirements of the OPDS 2.0 draft and of Readium's manifest format, as JSON schemas. */
const language = { type: "string", pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$" };

const link = {
  $id: "link",
  type: "object",
  required: ["href"],
  properties: {
    href: { type: "string", minLength: 1 },
    type: { type: "string", pattern: "^[\\w.+-]+/[\\w.+*-]+" },
    templated: { type: "boolean" },
    title: { type: "string", minLength: 1 },
    rel: { type: ["string", "array"], items: { type: "string" } },
    height: { type: "integer", exclusiveMinimum: 0 },
    width: { type: "integer", exclusiveMinimum: 0 },
    duration: { type: "number", exclusiveMinimum: 0 },
    properties: {
      type: "object",
      properties: { numberOfItems: { type: "integer", minimum: 0 } },
    },
    children: { type: "array", items: { $ref: "link" } },
  },
  if: { properties: { templated: { const: true } }, required: ["templated"] },
  else: { properties: { href: { format: "uri" } } },
};

const contributor = {
  $id: "contributor",
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1 },
    position: { type: "number" },
    links: { type: "array", items: { $ref: "link" } },
  },
};

const contributors = { $id: "contributors", type: "array", minItems: 1, items: { $ref: "contributor" } };

const metadata = {
  $id: "metadata",
  type: "object",
  required: ["title"],
  properties: {
    identifier: { type: "string", format: "uri" },
    "@type": { type: "string", format: "uri" },
    conformsTo: { type: "string", format: "uri" },
    title: { type: "string", minLength: 1 },
    subtitle: { type: "string", minLength: 1 },
    modified: { type: "string", format: "date-time" },
    published: { type: "string", format: "date" },
    language,
    author: { $ref: "contributors" },
    narrator: { $ref: "contributors" },
    translator: { $ref: "contributors" },
    editor: { $ref: "contributors" },
    illustrator: { $ref: "contributors" },
    publisher: { type: "string", minLength: 1 },
    subject: { $ref: "contributors" },
    readingProgression: { enum: ["rtl", "ltr", "ttb", "btt", "auto"] },
    description: { type: "string" },
    duration: { type: "number", exclusiveMinimum: 0 },
    numberOfPages: { type: "integer", exclusiveMinimum: 0 },
    belongsTo: { type: "object", properties: { series: { $ref: "contributor" } } },
  },
};

const withSelf = {
  type: "array",
  items: { $ref: "link" },
  contains: { type: "object", required: ["rel"], properties: { rel: { const: "self" } } },
};

const publication = {
  $id: "publication",
  type: "object",
  required: ["metadata", "links", "images"],
  properties: {
    metadata: { $ref: "metadata" },
    links: {
      ...withSelf,
      allOf: [
        {
          contains: {
            required: ["rel"],
            properties: {
              rel: {
                type: "string",
                pattern: "^http://opds-spec\\.org/acquisition(/(open-access|borrow|buy|sample|subscribe))?$",
              },
            },
          },
        },
      ],
    },
    images: {
      type: "array",
      items: { $ref: "link" },
      contains: { properties: { type: { enum: ["image/jpeg", "image/png", "image/gif"] } } },
    },
  },
};

const feedMetadata = {
  $id: "feed-metadata",
  type: "object",
  required: ["title"],
  properties: {
    identifier: { type: "string", format: "uri" },
    "@type": { type: "string", format: "uri" },
    title: { type: "string", minLength: 1 },
    modified: { type: "string", format: "date-time" },
    itemsPerPage: { type: "integer", exclusiveMinimum: 0 },
    numberOfItems: { type: "integer", minimum: 0 },
  },
};

const feed = {
  $id: "feed",
  type: "object",
  required: ["metadata", "links"],
  properties: {
    metadata: { $ref: "feed-metadata" },
    links: withSelf,
    publications: { type: "array", items: { $ref: "publication" } },
    navigation: {
      type: "array",
      items: { allOf: [{ $ref: "link" }, { required: ["title", "type"] }] },
    },
    facets: {
      type: "array",
      items: {
        type: "object",
        required: ["metadata", "links"],
        properties: {
          metadata: { $ref: "feed-metadata" },
          links: { type: "array", minItems: 2, items: { $ref: "link" } },
        },
      },
    },
  },
  anyOf: [{ required: ["publications"] }, { required: ["navigation"] }],
};

const typedLinks = {
  type: "array",
  uniqueItems: true,
  items: { allOf: [{ $ref: "link" }, { required: ["type"] }] },
};

const manifest = {
  $id: "manifest",
  type: "object",
  required: ["@context", "metadata", "links", "readingOrder"],
  properties: {
    metadata: { allOf: [{ $ref: "metadata" }, { required: ["conformsTo"] }] },
    links: withSelf,
    readingOrder: { ...typedLinks, minItems: 1 },
    resources: typedLinks,
    toc: { type: "array", items: { allOf: [{ $ref: "link" }, { required: ["title"] }] } },
  },
};

const positions = {
  $id: "positions",
  type: "object",
  required: ["total", "positions"],
  properties: {
    total: { type: "integer" },
    positions: {
      type: "array",
      items: {
        type: "object",
        required: ["href", "type", "locations"],
        properties: {
          href: { type: "string", format: "uri" },
          locations: {
            type: "object",
            required: ["position", "progression", "totalProgression"],
            properties: {
              position: { type: "integer", minimum: 1 },
              progression: { type: "number", minimum: 0, maximum: 1 },
              totalProgression: { type: "number", minimum: 0, maximum: 1 },
            },
          },
        },
      },
    },
  },
};

const authentication = {
  $id: "authentication",
  type: "object",
  required: ["id", "title", "authentication"],
  properties: {
    id: { type: "string", format: "uri" },
    title: { type: "string", minLength: 1 },
    description: { type: "string" },
    links: { type: "array", items: { $ref: "link" } },
    authentication: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["type"],
        properties: {
          type: { type: "string", format: "uri" },
          labels: { type: "object", properties: { login: { type: "string" }, password: { type: "string" } } },
        },
      },
    },
  },
};

const progression = {
  $id: "progression",
  type: "object",
  required: ["modified", "device", "progression"],
  properties: {
    title: { type: "string" },
    modified: { type: "string", format: "date-time" },
    device: {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "string", format: "uri" }, name: { type: "string", minLength: 1 } },
    },
    progression: { type: "number", minimum: 0, maximum: 1 },
    references: { type: "array", items: { type: "string", format: "uri-reference" } },
  },
};

const addFormats = formats as unknown as FormatsPlugin;

const ajv = addFormats(
  new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
  }),
);
ajv.addSchema([link, contributor, contributors, metadata, publication, feedMetadata, feed]);
ajv.addSchema([manifest, positions, authentication, progression]);

export type SchemaName = "feed" | "publication" | "manifest" | "positions" | "authentication" | "progression";

/** The faults of a document; empty when it conforms. */
export function validate(name: SchemaName, document: unknown): string[] {
  const check = ajv.getSchema(name) as ValidateFunction;
  if (check(document)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
