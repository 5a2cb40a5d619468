import { storageContract } from "#shared/staff/storage.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { cancelMigration, deleteUntracked, getStorage, startCheck, startMigration } from "./service.ts";

export const storageRoutes = bindRoutes(storageContract, {
  getStorage: (_input, services) => getStorage(services),
  startCheck: ({ body }, { user, ...services }) => startCheck(services, user, body.readsContent),
  startMigration: ({ body }, { user, ...services }) => startMigration(services, user, body.target),
  cancelMigration: (_input, { user, ...services }) => cancelMigration(services, user),
  deleteUntracked: (_input, { user, ...services }) => deleteUntracked(services, user),
});
