import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: Number(process.env["MUTATION_WAIT_MS"]) });
