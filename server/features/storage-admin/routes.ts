import { storageContract } from "#shared/staff/storage.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { cancelMigration, deleteUntracked, getStorage, startCheck, startMigration } from "./service.ts";

export const storageRoutes = bindRoutes(storageContract, {
  getStorage: (services) => getStorage(services),
  startCheck: ({ user, ...services }, { body }) => startCheck(services, user, body.readsContent),
  startMigration: ({ user, ...services }, { body }) => startMigration(services, user, body.target),
  cancelMigration: ({ user, ...services }) => cancelMigration(services, user),
  deleteUntracked: ({ user, ...services }) => deleteUntracked(services, user),
});
