// The entry points of css-tree without its 800 kB of syntax data, which `@types/css-tree` does not declare.
declare module "css-tree/parser" {
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export { parse as default } from "css-tree";
}

declare module "css-tree/generator" {
  // biome-ignore lint/style/noDefaultExport: the package exports it so.
  export { generate as default } from "css-tree";
}

declare module "css-tree/tokenizer" {
  const functionToken: number;
  const stringToken: number;

  export { functionToken as Function, stringToken as String };
  export const AtKeyword: number;
  export const CDC: number;
  export const CDO: number;
  export const Comment: number;
  export const LeftCurlyBracket: number;
  export const LeftParenthesis: number;
  export const LeftSquareBracket: number;
  export const RightCurlyBracket: number;
  export const RightParenthesis: number;
  export const RightSquareBracket: number;
  export const Semicolon: number;
  export const Url: number;
  export const WhiteSpace: number;
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
}
