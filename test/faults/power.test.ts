import { setDefaultTimeout } from "bun:test";
import { testWithTool } from "../support/system-tool.ts";
import { losePowerRepeatedly } from "./power.ts";

setDefaultTimeout(60_000);

testWithTool("cc", "power failures under 32 writers, three times, lose nothing acknowledged and nothing shown", () =>
  losePowerRepeatedly(3),
);
