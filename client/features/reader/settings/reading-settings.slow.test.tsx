import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { readerContract } from "#shared/reader/contract.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { ReadingSettings } from "./reading-settings.tsx";

const { getReadingDefaults, saveReadingDefaults } = readerContract;

test("a setting for all books applies at once and is sent with the existing ones", async () => {
  const { calls } = stubCalls(
    reply(getReadingDefaults, { fontSize: 20, latinFont: "inter" }),
    reply(saveReadingDefaults, {}),
  );
  const { user } = renderPage(<ReadingSettings />);

  await user.click(await screen.findByRole("button", { name: "Increase: Text size" }));
  await user.click(screen.getByRole("radio", { name: "Scrolling" }));
  expect(screen.getByText("21 px")).toBeVisible();

  const listSent = () => calls.filter(({ method }) => method === "PUT");
  await waitFor(() => expect(listSent()).toHaveLength(1), { timeout: 3000 });
  expect(listSent()[0]?.body).toEqual({ fontSize: 21, latinFont: "inter", flow: "scrolled" });
});

test("a setting is sent at once when the page is left", async () => {
  const { calls } = stubCalls(reply(getReadingDefaults, { fontSize: 20 }), reply(saveReadingDefaults, {}));
  const { user } = renderPage(<ReadingSettings />);

  await user.click(await screen.findByRole("button", { name: "Increase: Text size" }));
  window.dispatchEvent(new Event("pagehide"));

  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([{ fontSize: 21 }]);
});

test("a setting that could not be saved is reverted with a message", async () => {
  stubCalls(
    reply(getReadingDefaults, { flow: "paginated" }),
    stubRejection(saveReadingDefaults, { code: "internal", message: "" }),
  );
  const { user } = renderPage(<ReadingSettings />);

  await user.click(await screen.findByRole("radio", { name: "Scrolling" }));
  expect(screen.getByRole("radio", { name: "Scrolling" })).toBeChecked();

  await waitFor(() => expect(screen.getByRole("radio", { name: "Paginated" })).toBeChecked(), {
    timeout: 5000,
  });
});
