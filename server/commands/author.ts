import { ApplicationId, ApplicationState, authorsContract } from "#shared/authors/contract.ts";
import { decide } from "#server/features/authors/review-application.ts";
import { listApplications } from "#server/features/authors/service.ts";
import { type Command, type ParsedArguments, requireOption } from "./command.ts";

const states = ApplicationState.options.join(", ");

export const authorListCommand: Command = {
  name: "author list",
  usage: "[--state <state>]",
  about: `Lists applications to become an author, oldest first: the open ones, or those in another state (${states}).`,
  options: { state: { type: "string" } },
  operands: 0,
  async run({ withServices, print }, { options }) {
    const state = ApplicationState.safeParse(options["state"] ?? "waiting");
    if (!state.success) throw new Error(`--state must be one of: ${states}.`);
    const { applications, nextCursor } = await withServices((services) =>
      listApplications(services, { query: { state: state.data, limit: 100 } }),
    );
    if (applications.length === 0) print("None found.");
    for (const { id, name, about, links, sample, appliedAt, applicant, reason } of applications) {
      print(`${id}  ${name} (${applicant.username} <${applicant.email}>), ${appliedAt.toISOString()}`);
      for (const line of [about, ...links, sample, reason].filter(Boolean))
        print(`    ${line.replaceAll("\n", "\n    ")}`);
    }
    if (nextCursor) print("These are the oldest hundred; there are more.");
    return 0;
  },
};

export const authorApproveCommand: Command = {
  name: "author approve",
  usage: "<application>",
  about: "Approves an application and notifies the applicant by email.",
  options: {},
  operands: 1,
  async run({ withServices, print }, parsedArguments) {
    const id = readId(parsedArguments);
    const { applicant } = await withServices((services) => decide(services, null, id, { state: "approved" }));
    print(`${applicant.username} <${applicant.email}> is an author now.`);
    return 0;
  },
};

export const authorDeclineCommand: Command = {
  name: "author decline",
  usage: "<application> --reason <text>",
  about: "Declines an application and notifies the applicant of the reason by email.",
  options: { reason: { type: "string" } },
  operands: 1,
  async run({ withServices, print }, parsedArguments) {
    const id = readId(parsedArguments);
    const reason = authorsContract.declineApplication.body.safeParse({
      reason: requireOption(parsedArguments, "reason"),
    });
    if (!reason.success) throw new Error("--reason: 10 to 1,000 characters that the applicant will read.");
    const { applicant } = await withServices((services) =>
      decide(services, null, id, { state: "declined", ...reason.data }),
    );
    print(`The application of ${applicant.username} <${applicant.email}> is declined.`);
    return 0;
  },
};

function readId({ operands }: ParsedArguments): ApplicationId {
  const { data } = ApplicationId.safeParse(operands[0]);
  if (!data) throw new Error("Name an application by the id that `author list` shows.");
  return data;
}
