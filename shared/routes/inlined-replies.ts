/**
 * The id of the `<script type="application/json">` element with API replies that the server inlines into a
 * page.
 */
export const inlinedRepliesId = "inlined-replies";
