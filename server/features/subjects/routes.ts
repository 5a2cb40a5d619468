import { subjectsContract } from "#shared/subjects/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decideSubject, listSubjects } from "./service.ts";

export const subjectsRoutes = bindRoutes(subjectsContract, {
  listSubjects: ({ query }, services) => listSubjects(services, query),
  decideSubject: ({ params, body }, { user, ...services }) =>
    decideSubject(services, user, params.subjectId, body),
});
