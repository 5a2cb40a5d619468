import type { GenreIcon } from "#shared/books/book.ts";

export const demoGenres: Readonly<Record<string, string>> = {
  Art: "Calligraphy, ornament and the hands behind them.",
  Beginners: "First steps, one at a time, with nothing taken for granted.",
  Biography: "The lives of scholars, travellers and inventors.",
  Children: "Stories to read aloud, and to be read to sleep by.",
  Cookery: "Recipes and the people around the table.",
  Ethics: "How to live with others, in small things.",
  History: "People, cities and ideas, told as far as they are known.",
  Language: "Words and letters, and where they come from.",
  Poetry: "Poems to read slowly.",
  "Qur'an": "The text itself, unaltered, to read and to hear.",
  Reflection: "Short pages for quiet moments.",
  Science: "How the world was measured, counted and wondered at.",
  Stories: "Tales old and new, to read on a journey or in an evening.",
  Travel: "Letters and reports from the road.",
  Worship: "Prayer, fasting and the days that they fill.",
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
