import { setDefaultTimeout } from "bun:test";
import { testWithTool } from "../support/system-tool.ts";
import { losePowerRepeatedly } from "./power.ts";

setDefaultTimeout(3_600_000);

const rounds = Number(process.env["ROUNDS"] ?? 200);

testWithTool(
  "cc",
  `power failures under 32 writers, ${rounds} times, lose nothing acknowledged and nothing shown`,
  () => losePowerRepeatedly(rounds),
);
