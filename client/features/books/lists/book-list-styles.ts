export const bookListClassName = "grid gap-3 lg:grid-cols-2 lg:gap-4";
