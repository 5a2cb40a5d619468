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
  searchPeople: ({ user, ...services }, { query }) => searchPeople(services, user, query),
  listRelated: ({ user, db }, { params }) => listRelated(db, user.id, params.kind),
  getRelation: ({ user, ...services }, { params }) => getRelation(services, user, params.userId),
  requestFriend: ({ user, ...services }, { params }) => requestFriend(services, user, params.userId),
  removeFriend: ({ user, ...services }, { params }) => removeFriend(services, user, params.userId),
  updateRelation: ({ user, ...services }, { params, body }) =>
    updateRelation(services, user, params.userId, body),
});
