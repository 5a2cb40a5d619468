import { BookId } from "#shared/books/book.ts";
import { OldId } from "#shared/books/redirects.ts";
import { deleteRedirect, listRedirects, saveRedirect } from "#server/features/books/detail/redirects.ts";
import type { Services } from "#server/services.ts";
import type { Command } from "./command.ts";

export const redirectListCommand: Command = {
  name: "redirect list",
  usage: "",
  about: "Lists the redirects of old book ids.",
  options: {},
  operands: 0,
  async run({ withServices, print }) {
    const total = await withServices(async (services) => {
      let count = 0;
      for await (const { oldId, bookId, title } of listAllRedirects(services)) {
        print(`${oldId}  →  ${bookId}  ${title}`);
        count++;
      }
      return count;
    });
    if (total === 0) print("None found.");
    return 0;
  },
};

export const redirectAddCommand: Command = {
  name: "redirect add",
  usage: "<old id> <book>",
  about: "Redirects an old book id: /book/<old id> then opens the book's page.",
  options: {},
  operands: 2,
  async run({ withServices, print }, { operands: [old, book] }) {
    const oldId = readOldId(old);
    const bookId = BookId.safeParse(book);
    if (!bookId.success) throw new Error("Enter the book id, as in the URL of its page.");
    const { title } = await withServices((services) => saveRedirect(services, null, oldId, bookId.data));
    print(`/book/${oldId} redirects to ${title}.`);
    return 0;
  },
};

export const redirectRemoveCommand: Command = {
  name: "redirect remove",
  usage: "<old id>",
  about: "Removes a redirect.",
  options: {},
  operands: 1,
  async run({ withServices, print }, { operands: [old] }) {
    const oldId = readOldId(old);
    await withServices((services) => deleteRedirect(services, null, oldId));
    print(`/book/${oldId} no longer redirects.`);
    return 0;
  },
};

async function* listAllRedirects(services: Services) {
  let cursor: string | undefined;
  do {
    const page = await listRedirects(services, { limit: 100, cursor });
    yield* page.redirects;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** @throws {Error} when it is not a valid id */
function readOldId(input: string | undefined): string {
  const oldId = OldId.safeParse(input);
  if (!oldId.success) throw new Error("An old id has 1 to 100 characters.");
  return oldId.data;
}
