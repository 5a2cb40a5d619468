import { shelvesContract, shelvesStreams } from "#shared/shelves/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { deleteShelfBook, listShelfBooks, moveShelfBook, saveShelfBook } from "./shelf-books.ts";
import { getShelfImage } from "./shelf-image.ts";
import { createShelf, deleteShelf, listShelves, updateShelf } from "./shelves.ts";
import { getPickedShelf, getShelf, listReaderShelves, pickShelf } from "./visible-shelves.ts";

export const shelvesRoutes = bindRoutes(shelvesContract, {
  listShelves,
  createShelf,
  updateShelf,
  deleteShelf,
  saveShelfBook,
  deleteShelfBook,
  moveShelfBook,
  getShelf,
  listShelfBooks,
  listReaderShelves,
  getPickedShelf,
  pickShelf,
});

export const shelvesStreamRoutes = bindStreams(shelvesStreams, { getShelfImage });
