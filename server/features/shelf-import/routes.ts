import { shelfImportContract } from "#shared/shelf-import/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deleteImportedBook, listImportedBooks, previewImport, runImport } from "./service.ts";

export const shelfImportRoutes = bindRoutes(shelfImportContract, {
  previewImport: ({ user, ...services }, { file }) => previewImport(services, user, file),
  runImport: ({ user, ...services }, { file }) => runImport(services, user, file),
  listImportedBooks: ({ user, ...services }, { query }) => listImportedBooks(services, user, query),
  deleteImportedBook: ({ user, ...services }, { params }) =>
    deleteImportedBook(services, user.id, params.importedBookId),
});
