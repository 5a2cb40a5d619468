import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { CommunityId } from "#shared/community/community.ts";
import type { DiscussionId, Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, stubCalls } from "#client/testing/stub-calls.ts";
import { ReplyForm } from "./reply-form.tsx";

const post: Post = {
  id: getId(3) as never,
  number: 1,
  parentId: null,
  replyTo: null,
  author: null,
  state: "shown",
  content: [],
  source: null,
  isCollapsed: false,
  likeCount: 0,
  isLiked: false,
  isMine: true,
  createdAt: new Date(),
  editedAt: null,
  removedReason: "",
};

/** The form and a button that quotes a text. */
function Form() {
  const [quoted, setQuoted] = useState<{ readonly text: string } | null>(null);
  return (
    <>
      <button type="button" onClick={() => setQuoted({ text: "Two ideas" })}>
        Quote the post
      </button>
      <ReplyForm
        communityId={getId(1) as string as CommunityId}
        discussionId={getId(2) as string as DiscussionId}
        parent={null}
        quoted={quoted}
        onEnd={() => setQuoted(null)}
      />
    </>
  );
}

/** The reply to a post waits for `release`. */
function openForm(storedText = "") {
  const { calls, hold } = stubCalls(
    reply(discussionsContract.createPost, post),
    reply(discussionsContract.getDraft, { title: "", text: storedText }),
    reply(discussionsContract.saveDraft, { done: true }),
  );
  const release = hold(({ method }) => method === "POST");
  const { user } = renderPage(<Form />);
  const field = screen.getByLabelText("Your reply");
  const send = async (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    await user.click(screen.getByRole("button", { name: "Reply" }));
    await vi.waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  };
  return { field, send, release, calls };
}

test("a sent reply leaves an empty form with the focus", async () => {
  const { field, send, release } = openForm();

  await send("Letters, please.");
  release();

  await vi.waitFor(() => expect(field).toHaveValue(""));
  expect(field).toHaveFocus();
});

test("a quote that was added while the reply was sent stays", async () => {
  const { field, send, release } = openForm();

  await send("Letters, please.");
  fireEvent.click(screen.getByRole("button", { name: "Quote the post" }));
  expect(field).toHaveValue("> Two ideas\n\nLetters, please.");
  release();

  await vi.waitFor(() => expect(field).toHaveValue("> Two ideas\n\n"));
});

test("a draft that reached the server after the post does not return, and is deleted", async () => {
  const { field, send, release, calls } = openForm("Letters, please.");

  await send("Letters, please.");
  release();
  await vi.waitFor(() => expect(field).toHaveValue(""));

  const listSaved = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  await vi.waitFor(() => expect(listSaved().at(-1)).toEqual({ title: "", text: "" }), { timeout: 5_000 });
  expect(field).toHaveValue("");
});
