import * as z from "zod/mini";

/** At most 200 bytes, checked by the service; the minimum is a setting (6, ADR 61). */
export const Password = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^\P{Cs}*$/u));
