import type { Request } from "express";
import passport from "passport";
import { findAccountByEmail } from "#server/features/accounts/queries.ts";
import type { Services } from "#server/services.ts";
import { verifyPassword } from "./passwords.ts";

export interface PasswordCredentials {
  readonly email: string;
  readonly password: string;
}

export const passwordStrategy = "password";

/** Passport strategy for email and password. */
export class PasswordStrategy extends passport.Strategy {
  private readonly services: Services;

  constructor(services: Services) {
    super();
    this.services = services;
  }

  override authenticate(_req: Request, options: unknown): void {
    const { email, password } = options as PasswordCredentials;
    const { db, clock } = this.services;
    findAccountByEmail(db, email, clock())
      .then(async (account) => {
        const isCorrect = await verifyPassword(account?.passwordHash, password);
        if (account && isCorrect) this.success(account.user);
        else this.fail(401);
      })
      .catch((error: unknown) => this.error(error));
  }
}
