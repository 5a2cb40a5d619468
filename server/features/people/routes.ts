import { peopleContract } from "#shared/people/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import {
  getRelation,
  listRelated,
  removeFriend,
  requestFriend,
  searchPeople,
  updateRelation,
} from "./service.ts";

export const peopleRoutes = bindRoutes(peopleContract, {
  searchPeople: ({ query }, { user, ...services }) => searchPeople(services, user, query),
  listRelated: ({ params }, { user, db }) => listRelated(db, user.id, params.kind),
  getRelation: ({ params }, { user, ...services }) => getRelation(services, user, params.userId),
  requestFriend: ({ params }, { user, ...services }) => requestFriend(services, user, params.userId),
  removeFriend: ({ params }, { user, ...services }) => removeFriend(services, user, params.userId),
  updateRelation: ({ params, body }, { user, ...services }) =>
    updateRelation(services, user, params.userId, body),
});
