import { hash, randomBytes } from "node:crypto";

export const createInviteToken = (): string => randomBytes(18).toString("base64url");

export const hashInviteToken = (token: string): string => hash("sha256", token, "base64url");
