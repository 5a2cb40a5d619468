import { alignmentContract } from "#shared/alignment/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { cancelAlignment, startAlignment } from "./alignment.ts";
import { deleteAnchor, setAnchor } from "./anchors.ts";
import { getEditableChapter, getEditorState } from "./editor-state.ts";

export const alignmentRoutes = bindRoutes(alignmentContract, {
  getAlignmentEditor: ({ user, ...services }, { params }) => getEditorState(services, user, params.bookId),
  startAlignment: ({ user, ...services }, { params }) => startAlignment(services, user, params.bookId),
  cancelAlignment: ({ user, ...services }, { params }) => cancelAlignment(services, user, params.bookId),
  getEditableChapter: ({ user, ...services }, { params }) => getEditableChapter(services, user, params),
  setAnchor: ({ user, ...services }, { params, body }) => setAnchor(services, user, params, body),
  deleteAnchor: ({ user, ...services }, { params }) => deleteAnchor(services, user, params),
});
