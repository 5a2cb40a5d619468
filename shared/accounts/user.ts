import * as z from "zod/mini";

export const UserId = z.uuid().brand<"UserId">();
export type UserId = z.infer<typeof UserId>;

/** The signed-in user. */
export const User = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Empty without a picture. */
  profileImageUrl: z.string(),
  bio: z.string(),
  isAuthor: z.boolean(),
  isEmployee: z.boolean(),
  isAdmin: z.boolean(),
  /** Has a membership that opens premium books. */
  isSupporter: z.boolean(),
  /** The books of other authors on which the user works. */
  coauthoredBooks: z.array(z.object({ bookId: z.uuid().brand<"BookId">(), canEdit: z.boolean() })),
});
export type User = z.infer<typeof User>;

export const isStaff = (user: Pick<User, "isEmployee" | "isAdmin">): boolean =>
  user.isEmployee || user.isAdmin;
