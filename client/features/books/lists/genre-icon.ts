import {
  Baby,
  BookMarked,
  BookOpenText,
  Compass,
  CookingPot,
  Feather,
  FlaskConical,
  HandHeart,
  Landmark,
  Lightbulb,
  type LucideIcon,
  Moon,
  Palette,
  Scale,
  ScrollText,
  Sprout,
  UserRound,
} from "lucide-react";
import type { Genre, GenreIcon } from "#shared/books/book.ts";

const icons: Readonly<Record<GenreIcon, LucideIcon>> = {
  baby: Baby,
  "book-marked": BookMarked,
  "book-open-text": BookOpenText,
  feather: Feather,
  compass: Compass,
  "cooking-pot": CookingPot,
  "flask-conical": FlaskConical,
  "hand-heart": HandHeart,
  landmark: Landmark,
  lightbulb: Lightbulb,
  moon: Moon,
  palette: Palette,
  scale: Scale,
  "scroll-text": ScrollText,
  sprout: Sprout,
  "user-round": UserRound,
};

export function getGenreIcon({ icon }: Pick<Genre, "icon">): LucideIcon {
  return icons[icon ?? "book-marked"];
}
