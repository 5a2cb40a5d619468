import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { publishingContract } from "#shared/publishing/contract.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { NamesField } from "./names-field.tsx";

test("finds stored names by their translation", async () => {
  const translations: Readonly<Record<string, string>> = { Stories: "قصص", Travel: "الرحلات" };
  const all = reply(publishingContract.findNames, { names: ["Stories", "Travel"] });
  const none = reply(publishingContract.findNames, { names: [] });
  const { add } = stubCalls(all);
  const onChange = vi.fn();
  const { user } = renderPage(
    <NamesField
      kind="genre"
      label="Genres"
      names={[]}
      max={5}
      canCreate
      getDisplayName={(name) => translations[name] ?? name}
      onChange={onChange}
    />,
  );

  await user.click(screen.getByLabelText("Genres"));
  expect(await screen.findByRole("option", { name: "الرحلات" })).toBeVisible();
  add(none);
  await user.keyboard("قصص");
  await waitFor(() => expect(screen.queryByRole("option", { name: "الرحلات" })).toBeNull());
  await user.keyboard("{ArrowDown}{Enter}");

  expect(onChange).toHaveBeenCalledWith(["Stories"]);
});

test("an option stays while names for further letters are loading", async () => {
  const { calls, add, hold } = stubCalls(reply(publishingContract.findNames, { names: ["Stories"] }));
  hold(({ url }) => url.includes("search=Tra"));
  const { user } = renderPage(
    <NamesField kind="genre" label="Genres" names={[]} max={5} canCreate={false} onChange={() => {}} />,
  );
  await user.click(screen.getByLabelText("Genres"));
  await screen.findByRole("option", { name: "Stories" });
  add(reply(publishingContract.findNames, { names: ["Travel"] }));
  await user.keyboard("Tr");
  const option = await screen.findByRole("option", { name: "Travel" });

  await user.keyboard("a");

  await waitFor(() => expect(calls.some(({ url }) => url.includes("search=Tra"))).toBe(true));
  expect(option).toBeVisible();
});
