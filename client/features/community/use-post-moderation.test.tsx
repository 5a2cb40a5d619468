import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { usePostModeration } from "./use-post-moderation.tsx";

const { listPostRevisions } = discussionsContract;

const post = { id: getId(3), state: "shown", isMine: false, editedAt: new Date() } as unknown as Post;

function Actions({ of: shown }: { readonly of: Post }) {
  const { getMenuGroup, dialog } = usePostModeration(() => {});
  return (
    <>
      {getMenuGroup(shown).map(({ label, onSelect }) => (
        <button key={label} type="button" onClick={onSelect}>
          {label}
        </button>
      ))}
      {dialog}
    </>
  );
}

test("a moderator reads the earlier texts of an edited post", async () => {
  stubCalls(
    reply(listPostRevisions, [
      { source: "Second text.", replacedAt: new Date("2026-03-02T10:00:00Z") },
      { source: "First text.", replacedAt: new Date("2026-03-01T10:00:00Z") },
    ]),
  );
  const { user } = renderPage(<Actions of={post} />);

  await user.click(screen.getByRole("button", { name: "Edit history" }));

  expect(await screen.findByRole("dialog", { name: "Edit history" })).toBeVisible();
  const items = await screen.findAllByRole("listitem");
  expect(items.map((item) => item.lastElementChild?.textContent)).toEqual(["Second text.", "First text."]);
});

test("a failed history shows the error", async () => {
  stubCalls(stubRejection(listPostRevisions, { code: "too_many_requests", message: "" }));
  const { user } = renderPage(<Actions of={post} />);

  await user.click(screen.getByRole("button", { name: "Edit history" }));

  expect(await screen.findByText("Could not load the edit history")).toBeVisible();
});

test.each([
  ["an unedited post", { editedAt: null }, ["Remove"]],
  ["an edited post of the moderator", { isMine: true }, ["Edit history"]],
  ["a removed post", { state: "removed" }, ["Restore", "Edit history"]],
  ["a deleted post", { state: "deleted" }, []],
])("%s has the right actions", (_, changes, labels) => {
  renderPage(<Actions of={{ ...post, ...changes } as Post} />);

  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(labels);
});
