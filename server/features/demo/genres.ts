import type { GenreIcon } from "#shared/books/book.ts";

export const demoGenres: Readonly<Record<string, string>> = {
  Art: "Calligraphy, ornament and the people who make them.",
  Beginners: "First steps, one at a time, with no prior knowledge.",
  Biography: "The lives of scholars, travellers and inventors.",
  Children: "Stories to read aloud and to fall asleep to.",
  Cookery: "Recipes and the people around the table.",
  Ethics: "How to live with others, in small things.",
  History: "People, cities and ideas of the past.",
  Language: "Words and letters, and where they come from.",
  Poetry: "Poems to read slowly.",
  "Qur'an": "The unaltered text, and books about reading and copying it.",
  Reflection: "Short readings for quiet moments.",
  Science: "How people measured, counted and explored the world.",
  Stories: "Old and new stories for a journey or an evening.",
  Travel: "Letters and reports from the road.",
  Worship: "Prayer, fasting and the days they shape.",
};

export const demoGenreIcons: Readonly<Record<string, GenreIcon>> = {
  Art: "palette",
  Beginners: "sprout",
  Biography: "user-round",
  Children: "baby",
  Cookery: "cooking-pot",
  Ethics: "scale",
  History: "landmark",
  Language: "book-marked",
  Poetry: "scroll-text",
  "Qur'an": "book-open-text",
  Reflection: "lightbulb",
  Science: "flask-conical",
  Stories: "feather",
  Travel: "compass",
  Worship: "moon",
};
