import { done } from "#shared/api/schemas.ts";
import { messagesContract, messagesStreams } from "#shared/messages/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import {
  acceptRequest,
  countUnread,
  getConversation,
  leaveConversation,
  listConversations,
  markConversation,
  muteConversation,
  showTyping,
} from "./conversations.ts";
import { addMembers, renameGroup } from "./groups.ts";
import { sendMessagePicture, uploadPicture } from "./pictures.ts";
import { sendMessage, startConversation } from "./sending.ts";
import { deleteMessage, listMessages, reactToMessage, searchMessages, updateMessage } from "./service.ts";

const routes = bindRoutes(messagesContract, {
  listConversations: ({ query }, { user, ...services }) => listConversations(services, user, query),
  countUnread: (_input, { user, ...services }) => countUnread(services, user.id),
  startConversation: ({ body }, { user, ...services }) => startConversation(services, user, body),
  getConversation: ({ params }, { user, ...services }) =>
    getConversation(services, user, params.conversationId),
  listPrivateMessages: ({ params, query }, { user, ...services }) =>
    listMessages(services, user, params.conversationId, query),
  sendPrivateMessage: ({ params, body }, { user, ...services }) =>
    sendMessage(services, user, params.conversationId, body),
  uploadPicture: ({ params, file }, { user, ...services }) =>
    uploadPicture(services, user, params.conversationId, file),
  addConversationMembers: ({ params, body }, { user, ...services }) =>
    addMembers(services, user, params.conversationId, body.userIds),
  renameConversation: ({ params, body }, { user, ...services }) =>
    renameGroup(services, user, params.conversationId, body.title),
  updateMessage: ({ params, body }, { user, ...services }) =>
    updateMessage(services, user, params.messageId, body.text),
  deleteMessage: ({ params }, { user, ...services }) => deleteMessage(services, user, params.messageId),
  reactToMessage: ({ params, body }, { user, ...services }) =>
    reactToMessage(services, user, params.messageId, body.emoji),
  acceptRequest: ({ params }, { user, ...services }) => acceptRequest(services, user, params.conversationId),
  markConversation: ({ params, body }, { user, ...services }) =>
    markConversation(services, user, params.conversationId, body).then(() => done),
  muteConversation: ({ params, body }, { user, ...services }) =>
    muteConversation(services, user, params.conversationId, body.mutedUntil),
  showTyping: ({ params }, { user, ...services }) =>
    showTyping(services, user, params.conversationId).then(() => done),
  leaveConversation: ({ params }, { user, ...services }) =>
    leaveConversation(services, user, params.conversationId).then(() => done),
  searchMessages: ({ query }, { user, ...services }) => searchMessages(services, user, query),
});

const streams = bindStreams(messagesStreams, {
  getMessagePicture: ({ params }, { user, req, res, ...services }) =>
    sendMessagePicture(services, user, params.pictureId, { req, res }),
});

export const messagesRoutes = combineRoutes(routes, streams);
