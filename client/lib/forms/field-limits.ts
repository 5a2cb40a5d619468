import type * as z from "zod/mini";
import type { RouteContract } from "#shared/api/contract.ts";

/** What a control can know about its field before it is sent. */
export interface FieldLimits {
  readonly "aria-required"?: true;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
}

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly innerType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

interface Check {
  readonly check: string;
  readonly maximum?: number;
  readonly value?: number;
}

const getDefinition = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition;

/** The limits of a field by the schema of a contract's body; none for other fields. */
export function getFieldLimits(body: RouteContract["body"], name: string): FieldLimits {
  const schema = body && findField(body, name);
  if (!schema) return {};
  const { type, checks = [] } = unwrap(schema);
  const find = (kind: string) => checks.map(({ _zod }) => _zod.def).find(({ check }) => check === kind);
  const [maxLength, min, max] = [
    type === "string" ? find("max_length")?.maximum : undefined,
    find("greater_than")?.value,
    find("less_than")?.value,
  ];
  return {
    ...(isRequired(schema, type) && { "aria-required": true as const }),
    ...(maxLength !== undefined && { maxLength }),
    ...(typeof min === "number" && { min }),
    ...(typeof max === "number" && { max }),
  };
}

/** A field of the body, or of an object in it such as `changes`. */
function findField(schema: z.ZodMiniType, name: string): z.ZodMiniType | undefined {
  const { shape = {} } = unwrap(schema);
  const nested = () => Object.values(shape).map((each) => findField(each, name));
  return shape[name] ?? nested().find((found) => found !== undefined);
}

/** Without `optional`, `nullable` and the like; the last of several options. */
function unwrap(schema: z.ZodMiniType): Definition {
  const definition = getDefinition(schema);
  const inner = definition.innerType ?? definition.options?.at(-1);
  return inner ? unwrap(inner) : definition;
}

/** True when a form has text fields that may stay empty. */
export const hasOptionalTexts = (body: RouteContract["body"], names: readonly string[]): boolean =>
  names.some((name) => {
    const schema = body && findField(body, name);
    return schema !== undefined && unwrap(schema).type === "string" && !isRequired(schema, "string");
  });

const isRequired = (schema: z.ZodMiniType, type: string) =>
  (type === "string" || type === "number" || type === "codec") &&
  ![undefined, null, ""].some((empty) => schema.safeParse(empty).success);
