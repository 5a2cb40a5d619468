import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { describeApi } from "#server/http/api/openapi.ts";
import { describedFeatures, namedSchemas } from "./contracts.ts";

test("the API document has no findings by the recommended rules of Redocly", async () => {
  const document = describeApi("Maktaba", "1.0.0", describedFeatures, namedSchemas);

  const findings = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: "openapi.json",
    config: await createConfig({ extends: ["recommended"] }),
  });

  expect(findings.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});
