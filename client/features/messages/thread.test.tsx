import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { type Conversation, type Message, messageEditMs } from "#shared/messages/message.ts";
import type { Person } from "#shared/people/person.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getId } from "#client/testing/factories.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { reply, type Stub, stubCalls, stubRejection } from "#client/testing/stub-calls.ts";
import { Thread } from "./thread.tsx";
import { useMessageOutbox } from "./use-message-outbox.ts";

const { getConversation, listPrivateMessages, markConversation, updateMessage, sendPrivateMessage } =
  messagesContract;
const userId = getId(1) as UserId;

const yusuf: Person = {
  id: getId(2) as UserId,
  username: "yusuf",
  name: "Yusuf B.",
  profileImageUrl: "",
  hasProfile: false,
};

const conversation: Conversation = {
  id: getId(3) as Conversation["id"],
  title: "",
  isGroup: false,
  state: "active",
  isAccepted: true,
  members: [{ person: yusuf, deliveredNumber: null, readNumber: null }],
  excerpt: "",
  attachment: null,
  lastNumber: 3,
  readNumber: 3,
  unreadCount: 0,
  mutedUntil: null,
  isBlocked: false,
  activeAt: new Date(),
};

const toContent = (text: string): RichText =>
  [{ type: "paragraph", children: [{ type: "text", text }] }] as unknown as RichText;

const makeMessage = (number: number, text: string, change: Partial<Message> = {}): Message => ({
  id: getId(10 + number) as Message["id"],
  number,
  clientId: getId(20 + number),
  sender: yusuf,
  isMine: false,
  content: toContent(text),
  source: change.isMine ? text : null,
  isDeleted: false,
  pictures: [],
  replyTo: null,
  reactions: [],
  createdAt: new Date(),
  editedAt: null,
  ...change,
});

const theirs = makeMessage(1, "Theirs");
const tooOld = makeMessage(2, "Mine, too old", {
  isMine: true,
  createdAt: new Date(Date.now() - messageEditMs - 1_000),
});
const mine = makeMessage(3, "Mine", { isMine: true });

function Page() {
  const outbox = useMessageOutbox(userId);
  return (
    <Thread
      conversationId={conversation.id}
      userId={userId}
      outbox={outbox}
      getPersonActions={() => []}
      onReport={() => {}}
    />
  );
}

async function openThread(...stubs: readonly Stub[]) {
  const api = stubCalls(
    reply(getConversation, conversation),
    reply(listPrivateMessages, { messages: [theirs, tooOld, mine], hasEarlier: false }),
    reply(markConversation, { done: true }),
    ...stubs,
  );
  const { user } = renderPage(<Page />);
  await screen.findByText("Mine");
  const openMenu = async (text: string) => {
    const bubble = screen.getByText(text).closest("article");
    if (!bubble) throw new Error(`No message "${text}"`);
    await user.click(within(bubble).getByRole("button", { name: "Message actions" }));
    return screen.findByRole("menu");
  };
  const listActions = async (text: string) => {
    const menu = await openMenu(text);
    const labels = within(menu)
      .getAllByRole("menuitem")
      .map(({ textContent }) => textContent);
    await user.keyboard("{Escape}");
    return labels.filter((label) => /\p{L}/u.test(label ?? ""));
  };
  const edit = async (text: string) => {
    await user.click(within(await openMenu("Mine")).getByRole("menuitem", { name: "Edit" }));
    fireEvent.change(screen.getByLabelText("Write a message"), { target: { value: text } });
    await user.click(screen.getByRole("button", { name: "Send" }));
  };
  return { ...api, user, edit, listActions, field: () => screen.getByLabelText("Write a message") };
}

beforeAll(() => loadMessages("messages"));

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollTo = () => {};
});

test("only one's own recent messages can be changed, and only those of others reported", async () => {
  const { listActions } = await openThread();
  expect(await listActions("Theirs")).toEqual(["Reply", "Report"]);
  expect(await listActions("Mine, too old")).toEqual(["Reply"]);
  expect(await listActions("Mine")).toEqual(["Reply", "Edit", "Delete for everyone"]);
});

test("the next message can be typed after the button has sent one", async () => {
  const { field, user } = await openThread(reply(sendPrivateMessage, mine));
  fireEvent.change(field(), { target: { value: "The first" } });
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
});

test("a refused change keeps its text and is sent again", async () => {
  const refusal = { code: "conflict", message: "", reason: { code: "too_late" } } as const;
  const { calls, add, edit, field, user } = await openThread(stubRejection(updateMessage, refusal));
  await edit("A long text, written again");
  const listChanges = () => calls.filter(({ method }) => method === "PATCH");
  await vi.waitFor(() => expect(listChanges()).toHaveLength(1));
  await screen.findByText(/15 minutes/);
  expect(field()).toHaveValue("A long text, written again");
  expect(screen.getByText("Edit message")).toBeVisible();

  add(reply(updateMessage, mine));
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Send" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Send" }));
  await vi.waitFor(() => expect(field()).toHaveValue(""));
  expect(listChanges().map(({ body, url }) => [url.includes(mine.id), body])).toEqual(
    Array(2).fill([true, { text: "A long text, written again" }]),
  );
});

test("a refused message is shown with its text and reason until it is sent again or discarded", async () => {
  const refusal = { code: "forbidden", message: "", reason: { code: "requests_text_only" } } as const;
  const { add, field, user } = await openThread(stubRejection(sendPrivateMessage, refusal));
  fireEvent.change(field(), { target: { value: "See https://example.org" } });
  await user.click(screen.getByRole("button", { name: "Send" }));
  const failed = await screen.findByRole("alert");
  expect(failed).toHaveTextContent("See https://example.org");
  expect(failed).toHaveTextContent(/Not sent\. \S+/);
  expect(within(failed).getByRole("button", { name: "Discard" })).toBeVisible();

  add(reply(sendPrivateMessage, mine));
  await user.click(within(failed).getByRole("button", { name: "Try Again" }));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
