import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, line, queryInt, rawText } from "#shared/api/schemas.ts";

const Id = z.uuid();

/** `waiting`: staff have not decided. `assigned`: books with it get its genre. */
export const SubjectState = z.enum(["waiting", "assigned", "ignored"]);
export type SubjectState = z.infer<typeof SubjectState>;

/** A subject as publishers write it in their files. */
export const Subject = z.object({
  id: Id,
  name: z.string(),
  state: SubjectState,
  bookCount: z.int(),
  genre: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The usual genre of a waiting subject, which may not exist yet; null for none. */
  suggestion: z.nullable(z.string()),
});
export type Subject = z.infer<typeof Subject>;

export const SubjectDecision = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("genre"), genreId: Id }),
  z.strictObject({ kind: z.literal("new-genre"), name: line(60) }),
  z.strictObject({ kind: z.literal("ignore") }),
  z.strictObject({ kind: z.literal("wait") }),
]);
export type SubjectDecision = z.infer<typeof SubjectDecision>;

export const subjectsContract = {
  listSubjects: route({
    method: "GET",
    path: "/api/admin/subjects",
    access: "employee",
    budget: "search",
    summary: "Subjects of the books' files in a state, by name",
    reads: ["subject"],
    query: z.strictObject({
      state: SubjectState,
      search: z.optional(rawText(200)),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "subjects",
    response: z.object({
      subjects: z.array(Subject),
      /** Of all subjects in books. */
      waitingCount: z.int(),
      nextCursor: z.nullable(Cursor),
    }),
  }),

  decideSubject: route({
    method: "PUT",
    path: "/api/admin/subjects/:subjectId",
    access: "employee",
    summary: "Assigns a genre to a subject and to its books, or ignores it",
    changes: ["subject", "genre"],
    errors: ["conflict"],
    params: z.strictObject({ subjectId: Id }),
    body: SubjectDecision,
    response: Subject,
  }),
};
