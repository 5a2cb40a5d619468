import { uploadExpiryDays } from "#shared/uploads/contract.ts";
import type { Services } from "#server/services.ts";

type Limits = Services["settings"]["uploadLimits"];

const kinds: readonly { readonly pattern: RegExp; readonly max: (limits: Limits) => number }[] = [
  { pattern: /\.epub$/i, max: ({ epub }) => epub },
  { pattern: /\.(mp3|m4a|m4b|mp4|ogg|oga|opus|flac|aac|zip)$/i, max: ({ audio }) => audio },
  { pattern: /\.(jpe?g|png|webp)$/i, max: ({ image }) => image },
];

/** The maximum bytes of a file; null for a type that books do not consist of. */
export const getMaxFileBytes = (name: string, limits: Limits): number | null =>
  kinds.find(({ pattern }) => pattern.test(name))?.max(limits) ?? null;

export const getExpiry = (now: Date) => new Date(now.getTime() + uploadExpiryDays * 24 * 3_600_000);
