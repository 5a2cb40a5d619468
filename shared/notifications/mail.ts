import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";
import { rawText } from "#shared/api/schemas.ts";

const withToken = z.strictObject({ token: rawText(300).check(z.minLength(20)) });

/** Links of emails; they work without a session. */
export const mailStreams = {
  getUnsubscribePage: stream({
    method: "GET",
    path: "/api/mail/unsubscribe/:token",
    access: "guest",
    summary: "A page with an unsubscribe button; changes nothing itself",
    params: withToken,
    produces: "text/html",
  }),

  /** RFC 8058: mail programs send it without a cookie. */
  unsubscribe: stream({
    method: "POST",
    path: "/api/mail/unsubscribe/:token",
    access: "guest",
    budget: "write",
    summary: "Unsubscribes with the token of an email",
    params: withToken,
    oneClick: true,
    produces: "text/html",
  }),
};
