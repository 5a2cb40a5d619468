import * as z from "zod/mini";

/** JSON of a proof-of-work challenge and its solution. */
export const Proof = z.string().check(z.maxLength(4_000));
