import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult, line, prose, rawText } from "#shared/api/schemas.ts";

export const contactTopics = ["account", "book", "technical", "rights", "careers", "other"] as const;
export const ContactTopic = z.enum(contactTopics);
export type ContactTopic = z.infer<typeof ContactTopic>;

export const supportContract = {
  sendMessage: route({
    method: "POST",
    path: "/api/contact",
    access: "guest",
    budget: "mail",
    summary: "Sends a contact message",
    changes: ["contact-message"],
    body: z.strictObject({
      name: line(80),
      email: z.string().check(z.trim(), z.maxLength(254), z.email()),
      topic: ContactTopic,
      message: prose(4000).check(z.minLength(10)),
      website: z.optional(rawText(500)),
    }),
    response: JobResult,
  }),
};
