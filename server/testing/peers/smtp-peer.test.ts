import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { startSmtpPeer } from "./smtp-peer.ts";

test.each([
  ["a short line, sent as it is", "http://localhost/#reset=F7_Ab"],
  ["a long line, sent as quoted-printable", `http://localhost/#reset=F7_${"Ab".repeat(40)}`],
])("returns the text of %s", async (_, link) => {
  const smtp = await startSmtpPeer();
  await createTransport({ url: smtp.url } as never).sendMail({
    from: "a@example.org",
    to: "b@example.org",
    subject: "Link",
    text: `Follow\n\n${link}\n\nMaktaba`,
  });

  expect(smtp.getLastTextTo("b@example.org").split("\n")).toContain(link);
  smtp.stop();
});
