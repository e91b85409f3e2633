import { type Command, Option } from "commander";
import { type Config, settings } from "../config.ts";

/** What the flags of settings were given as. */
export type Flags = Partial<Record<keyof Config, string>>;

/** Gives a command the flags of these settings. */
export function addSettings(command: Command, keys: readonly (keyof Config)[]): Command {
  for (const key of keys) {
    const setting = settings[key];
    if (!("flag" in setting)) continue;
    const fallback = setting.fallback === "" ? "" : `, default ${setting.fallback}`;
    const option = new Option(`--${setting.flag} <value>`, `${setting.meaning} (${setting.name}${fallback})`);
    option.attributeName = () => key;
    command.addOption(option);
  }
  return command.exitOverride();
}
