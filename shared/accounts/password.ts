import * as z from "zod/mini";

/** 200 bytes at most, counted by the service; the least length is a setting (6, as specified). */
export const Password = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^\P{Cs}*$/u));
