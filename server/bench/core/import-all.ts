import { importFolder } from "#server/features/book-import/service.ts";
import type { Services } from "#server/services.ts";
import { timed } from "./load.ts";

/** @throws {Error} when a file was rejected */
export async function importAll({ services }: { readonly services: Services }, folder: string) {
  const rejected: string[] = [];
  const onRejected = (name: string, reason: string) => void rejected.push(`${name}: ${reason}`);
  let added = 0;
  const ms = await timed(async () => {
    ({ added } = await importFolder(services, folder, {}, { onRejected }));
  });
  if (rejected.length > 0) throw new Error(rejected.join("; "));
  return { added, seconds: ms / 1_000 };
}
