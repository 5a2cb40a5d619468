import * as z from "zod/mini";
import type { FeatureContract, FeatureStreams, RouteContract, StreamContract } from "#shared/api/contract.ts";
import { Problem, type ProblemCode, problemStatus } from "#shared/api/problem.ts";

/** The routes of a feature, for one section of the document. */
export interface DescribedFeature {
  readonly name: string;
  readonly about: string;
  readonly contracts: FeatureContract;
  readonly streams: FeatureStreams;
}

export type Json = Readonly<Record<string, unknown>>;
type Contract = RouteContract | StreamContract;
type Schema = z.ZodMiniType;

export interface OpenApi extends Json {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly license: { readonly name: string; readonly identifier: string };
    readonly description: string;
  };
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> } & Json;
}

export interface Operation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
}

/**
 * Generates the OpenAPI 3.1 document.
 *
 * @param named schemas that become components
 */
export function describeApi(
  title: string,
  version: string,
  features: readonly DescribedFeature[],
  named: Readonly<Record<string, Schema>>,
): OpenApi {
  const schemas = createSchemaWriter({ ...named, Problem });
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, contracts, streams } of features) {
    for (const [operationName, contract] of Object.entries<Contract>({ ...contracts, ...streams })) {
      const path = getTemplate(contract.path);
      const operation = getOperation(name, operationName, contract, schemas);
      paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      license: { name: "All rights reserved", identifier: "LicenseRef-Proprietary" },
      description:
        "Times are ISO 8601 in UTC, lengths of audio are seconds. A failed request is answered by a Problem, whose code says what to do.",
    },
    servers: [{ url: "/" }],
    tags: features.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: schemas.components(paths),
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid", description: "Set by signing in." },
        bearer: { type: "http", scheme: "bearer", description: "A token of Settings › Apps." },
        basic: {
          type: "http",
          scheme: "basic",
          description: "The username or email address, and a token of Settings › Apps as the password.",
        },
      },
    },
  };
}

type SchemaWriter = ReturnType<typeof createSchemaWriter>;
type Write = SchemaWriter["write"];

function getOperation(
  tag: string,
  operationId: string,
  contract: Contract,
  schemas: SchemaWriter,
): Operation {
  const { access } = contract;
  const { write } = schemas;
  const body = "body" in contract ? contract.body : undefined;
  const upload = "upload" in contract ? contract.upload : undefined;
  const audio = "audio" in contract ? contract.audio : undefined;
  const isTus = "tus" in contract && contract.tus === true;
  return {
    operationId,
    summary: contract.summary,
    tags: [tag],
    "x-access": access,
    security: getSecurity(contract),
    parameters: [
      ...getParameters("path", contract.params, schemas),
      ...getParameters("query", contract.query, schemas),
    ],
    ...(body && {
      requestBody: { required: true, content: { [getJsonType(contract)]: { schema: write(body) } } },
    }),
    ...(upload && { requestBody: { required: true, content: { "multipart/form-data": { schema: form } } } }),
    ...(audio && { requestBody: { required: true, content: { "audio/*": {} } } }),
    ...(isTus && contract.method === "PATCH" && { requestBody: tusChunk }),
    responses: {
      ...(isTus ? { 204: { description: contract.summary } } : { 200: getSuccess(contract, write) }),
      ...getOtherAnswers(contract),
      ...getProblems(contract),
    },
  };
}

/** A guest's operation needs nothing; a token opens the operations of its scopes. */
function getSecurity({ access, scope }: Contract): readonly Json[] {
  if (access === "guest") return [];
  return [{ session: [] }, ...(scope ? [{ bearer: [scope] }, { basic: [scope] }] : [])];
}

const tusChunk: Json = { required: true, content: { "application/offset+octet-stream": {} } };

const form: Json = {
  type: "object",
  required: ["file"],
  properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
};

function getParameters(
  location: "path" | "query",
  schema: Schema | undefined,
  schemas: SchemaWriter,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.isFull(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: each,
  }));
}

function getSuccess(contract: Contract, write: Write): Json {
  if ("response" in contract) {
    return {
      description: contract.summary,
      content: { [getJsonType(contract)]: { schema: write(contract.response) } },
    };
  }
  return { description: contract.summary, content: { [contract.produces]: {} } };
}

const getJsonType = (contract: Contract) =>
  ("mediaType" in contract && contract.mediaType) || "application/json";

function getOtherAnswers(contract: Contract): Json {
  const extraResponses = "answers" in contract ? (contract.answers ?? {}) : {};
  return Object.fromEntries(
    Object.entries(extraResponses).map(([status, description]) => [status, { description }]),
  );
}

const rejectedWrites: readonly ProblemCode[] = ["forbidden", "too_large", "unsupported_type"];

function getProblems(contract: Contract): Json {
  const { access, params, query, method, errors = [] } = contract;
  const codes: ProblemCode[] = [...errors];
  if (method !== "GET") codes.push(...rejectedWrites);
  const isUpload = "upload" in contract || "audio" in contract;
  if (params || query || isUpload || "body" in contract) codes.push("invalid_input");
  if (access !== "guest") codes.push("unauthenticated");
  if (!["guest", "reader"].includes(access)) codes.push("forbidden");
  if (params) codes.push("not_found");
  if (isUpload) codes.push("too_large", "unprocessable_file");
  codes.push("too_many_requests", "unavailable");
  const describeProblem = (status: number) => ({
    description: `Refused: ${[...new Set(codes)].filter((code) => problemStatus[code] === status).join(", ")}`,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  return Object.fromEntries(codes.map((code) => [problemStatus[code], describeProblem(problemStatus[code])]));
}

/** Writes schemas, the named ones once, as components. */
function createSchemaWriter(named: Readonly<Record<string, Schema>>) {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) if (!names.has(schema)) names.add(schema, { id });
  const components: Record<string, unknown> = {};

  function write(schema: Schema): Json {
    const written = z.toJSONSchema(schema, {
      io: "input",
      metadata: names,
      unrepresentable: "any",
      override: ({ jsonSchema }) => simplify(jsonSchema),
    });
    const { $schema: _schema, $defs = {}, ...own } = toComponents(written) as Record<string, Json>;
    Object.assign(components, $defs);
    return own;
  }
  return {
    write,

    /** The schema itself, where a reference would not do. */
    isFull(schema: Schema): Json {
      const jsonSchema = write(schema);
      const name =
        String(jsonSchema["$ref"] ?? "")
          .split("/")
          .at(-1) ?? "";
      return (components[name] as Json | undefined) ?? jsonSchema;
    },

    /** The components that some operations refer to. */
    components: (operations: unknown) => {
      write(Problem);
      const used = listReferences(operations, components);
      return Object.fromEntries(
        Object.entries(components)
          .filter(([name]) => used.has(name))
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
  };
}

interface WrittenSchema {
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  type?: unknown;
  properties?: unknown;
  required?: readonly string[];
  propertyNames?: unknown;
  additionalProperties?: unknown;
}

function simplify(schema: WrittenSchema): void {
  // A record with all keys of an enum.
  if (schema.type === "object" && schema.propertyNames && schema.required && !schema.properties) {
    const { additionalProperties: value = {} } = schema;
    schema.properties = Object.fromEntries(schema.required.map((name) => [name, value]));
    schema.additionalProperties = false;
    delete schema.propertyNames;
  }
  if (schema.format) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function toComponents(jsonSchema: unknown): unknown {
  return JSON.parse(JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** `/books/:bookId` and `/entries/*path` in OpenAPI syntax. */
const getTemplate = (path: string) => path.replaceAll(/[:*](\w+)/g, "{$1}");

/** The components that a value refers to, also through others. */
function listReferences(value: unknown, components: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (json: string) => {
    for (const [, name = ""] of json.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(JSON.stringify(components[name] ?? null));
    }
  };
  visit(JSON.stringify(value));
  return found;
}
