import type { GenreIcon } from "#shared/books/book.ts";

export const demoGenres: Readonly<Record<string, string>> = {
  Art: "Calligraphy, ornament and the hands behind them.",
  Beginners: "First steps, one at a time, with nothing taken for granted.",
  Children: "Stories to read aloud, and to be read to sleep by.",
  History: "People, cities and ideas, told as far as they are known.",
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
  Children: "baby",
  History: "landmark",
  "Qur'an": "book-open-text",
  Reflection: "lightbulb",
  Science: "flask-conical",
  Stories: "feather",
  Travel: "landmark",
  Worship: "moon",
};
