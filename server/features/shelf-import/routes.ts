import { done } from "#shared/api/schemas.ts";
import { shelfImportContract } from "#shared/shelf-import/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deleteImportedBook, listImportedBooks, previewImport, runImport } from "./service.ts";

export const shelfImportRoutes = bindRoutes(shelfImportContract, {
  previewImport: ({ file }, { user, ...services }) => previewImport(services, user, file),
  runImport: ({ file }, { user, ...services }) => runImport(services, user, file),
  listImportedBooks: ({ query }, { user, ...services }) => listImportedBooks(services, user, query),
  deleteImportedBook: async ({ params }, { user, ...services }) => {
    await deleteImportedBook(services, user.id, params.importedBookId);
    return done;
  },
});
