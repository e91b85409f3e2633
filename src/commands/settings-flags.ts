import { type Command, Option } from "commander";
import { type Config, settings } from "../service/settings/settings.ts";

/** The flags of settings as typed. */
export type Flags = Partial<Record<keyof Config, string>>;

/** Adds flags for these settings to a command. */
export function addSettings(command: Command, keys: readonly (keyof Config)[]): Command {
  for (const key of keys) {
    const setting = settings[key];
    if (!("flag" in setting)) continue;
    const byDefault = setting.default === "" ? "" : `, default ${setting.default}`;
    const option = new Option(`--${setting.flag} <value>`, `${setting.description} (${setting.name}${byDefault})`);
    option.attributeName = () => key;
    command.addOption(option);
  }
  return command;
}
