import { expect, test } from "vitest";
import { writeXml, xml } from "./xml.ts";

test("text and attributes are escaped, and characters that XML forbids are left out", () => {
  const document = writeXml(
    xml("a", { title: `"<&'`, absent: null }, xml("b", {}, "x < y\u0000\uD800 & z"), null, false, xml("c")),
  );

  expect(document).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a title="&#34;&#60;&#38;&#39;"><b>x &#60; y &#38; z</b><c/></a>\n',
  );
});
