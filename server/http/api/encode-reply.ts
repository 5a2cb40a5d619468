import * as z from "zod/mini";
import type { $ZodCodecDef, $ZodTypes } from "zod/v4/core";
import type { RouteContract } from "#shared/api/contract.ts";
import { createShapeTemplate } from "#server/shape-template.ts";

type Encode = (value: unknown) => unknown;

/** A reply that violates its contract; `path` is where. */
class SchemaMismatchError extends Error {
  override readonly name = "SchemaMismatchError";
}

const encoders = new WeakMap<RouteContract, Encode>();

/**
 * Encodes a reply by its contract and drops unknown fields. Compiled once per contract, because lists have
 * hundreds of fields.
 *
 * @throws {Error} when the reply violates its contract
 */
export function encodeReply(contract: RouteContract, reply: unknown): unknown {
  const encode = encoders.get(contract) ?? prepareEncode(contract.response);
  encoders.set(contract, encode);
  try {
    return encode(reply);
  } catch (cause) {
    throw new Error(`${contract.method} ${contract.path}: reply outside its contract`, { cause });
  }
}

const prepared = new WeakMap<z.core.$ZodType, Encode>();

/** Compiles an encoder for a schema; unsupported types use `z.encode`. */
export function prepareEncode(schema: z.core.$ZodType): Encode {
  const cached = prepared.get(schema);
  if (cached) return cached;
  // Recursive schemas find their own encoder here.
  prepared.set(schema, (value) => encode(value));
  const encode = prepareKind(schema);
  prepared.set(schema, encode);
  return encode;
}

function prepareKind(schema: z.core.$ZodType): Encode {
  const { def } = (schema as $ZodTypes)._zod;
  if ("checks" in def && def.checks?.length)
    return def.type === "number" && !("format" in def) ? encodeLimitedNumber(schema) : deferToZod(schema);
  switch (def.type) {
    case "object":
      return def.catchall ? deferToZod(schema) : encodeObject(def.shape);
    case "array":
      return encodeArray(prepareEncode(def.element));
    case "nullable": {
      const inner = prepareEncode(def.innerType);
      return (value) => (value === null ? null : inner(value));
    }
    case "optional": {
      const inner = prepareEncode(def.innerType);
      return (value) => (value === undefined ? undefined : inner(value));
    }
    case "string":
      return "format" in def ? encodeFormat(schema) : expect("string", (value) => typeof value === "string");
    case "number":
      return "format" in def ? encodeFormat(schema) : expect("number", Number.isFinite);
    case "boolean":
      return expect("boolean", (value) => typeof value === "boolean");
    case "date":
      return expect("date", (value) => value instanceof Date && !Number.isNaN(value.getTime()));
    case "enum": {
      const values = new Set<unknown>(Object.values(def.entries));
      return expect("one of the named values", (value) => values.has(value));
    }
    case "pipe":
      return "reverseTransform" in def ? encodeCodec(def as $ZodCodecDef) : deferToZod(schema);
    default:
      return deferToZod(schema);
  }
}

const deferToZod =
  (schema: z.core.$ZodType): Encode =>
  (value) =>
    z.encode(schema, value as never);

function expect(typeName: string, isValid: (value: unknown) => boolean): Encode {
  return (value) => {
    if (!isValid(value)) throw new SchemaMismatchError(`expected ${typeName}`);
    return value;
  };
}

interface NumberLimit {
  readonly check: string;
  readonly value: number;
  readonly inclusive: boolean;
}

/** A number with a minimum or maximum, such as seconds and fractions. */
function encodeLimitedNumber(schema: z.core.$ZodType): Encode {
  const limits = (schema._zod.def.checks ?? []).map(({ _zod: { def } }) => def as unknown as NumberLimit);
  if (limits.some(({ check }) => check !== "greater_than" && check !== "less_than"))
    return deferToZod(schema);
  const isWithin = (n: number) =>
    limits.every(
      ({ check, value, inclusive }) =>
        (check === "less_than" ? n < value : n > value) || (inclusive && n === value),
    );
  return expect("number within its limits", (value) => Number.isFinite(value) && isWithin(value as number));
}

/** Formats that are defined by a pattern only. */
const patternFormats: ReadonlySet<string> = new Set(["uuid", "datetime"]);

function encodeFormat(schema: z.core.$ZodType): Encode {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === "number" && "format" in def && def.format === "safeint") {
    return expect("whole number", Number.isSafeInteger);
  }
  const { format, pattern } = def as { readonly format?: string; readonly pattern?: RegExp };
  if (pattern && patternFormats.has(format ?? "")) {
    return expect("text of the format", (value) => typeof value === "string" && pattern.test(value));
  }
  return deferToZod(schema);
}

function encodeObject(shape: Readonly<Record<string, z.core.$ZodType>>): Encode {
  const keys = Object.keys(shape);
  const encoders = Object.values(shape).map(prepareEncode);
  const emptyObject = createShapeTemplate(keys);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new SchemaMismatchError("expected object");
    const object = value as Readonly<Record<string, unknown>>;
    const encoded = { ...emptyObject };
    let at = 0;
    try {
      for (; at < keys.length; at++) {
        const key = keys[at] as string;
        encoded[key] = (encoders[at] as Encode)(object[key]);
      }
    } catch (cause) {
      throw new SchemaMismatchError(`${keys[at]}: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    }
    return encoded;
  };
}

function encodeArray(encode: Encode): Encode {
  return (value) => {
    if (!Array.isArray(value)) throw new SchemaMismatchError("expected array");
    return value.map(encode);
  };
}

/** Codecs, such as between a `Date` and a string. Both sides are validated. */
function encodeCodec({ in: wire, out: internal, reverseTransform }: $ZodCodecDef): Encode {
  const [checkInternal, checkWire] = [prepareEncode(internal), prepareEncode(wire)];
  return (value) => {
    const issues: z.core.$ZodRawIssue[] = [];
    const encoded = reverseTransform(
      checkInternal(value) as never,
      { value, issues, addIssue: () => {} } as never,
    );
    return checkWire(encoded);
  };
}
