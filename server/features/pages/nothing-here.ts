import type { PageHead } from "#server/http/page-head.ts";

/** One answer for what is not there and for what nobody may know of, so that neither tells of the other. */
export const nothingHere: PageHead = {
  status: 404,
  title: "404 Page Not Found",
  description: "",
  canonical: null,
  outline: {
    heading: "404 Page Not Found",
    text: "There is nothing at this address.",
    language: "en",
    links: [
      { path: "/", label: "Home" },
      { path: "/browse", label: "Browse all books" },
    ],
  },
};
