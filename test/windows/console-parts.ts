/* The parts of the console that a simulated window runs: what is below its views. */

export * as preact from "preact";
export * as age from "../../src/console/app/age.ts";
export * as dates from "../../src/console/app/dates.ts";
export * as day from "../../src/console/app/day.ts";
export * as failure from "../../src/console/app/failure.ts";
export * as keys from "../../src/console/app/keys.ts";
export * as language from "../../src/console/app/language.ts";
export * as notices from "../../src/console/app/notices.ts";
export * as questions from "../../src/console/app/questions.ts";
export * as reach from "../../src/console/app/reach.ts";
export * as session from "../../src/console/app/session.ts";
export * as shownOnce from "../../src/console/app/shown-once.ts";
export * as version from "../../src/console/app/version.ts";
export * as formats from "../../src/console/app/view-formats.ts";
export * as changes from "../../src/console/data/changes.ts";
export * as live from "../../src/console/data/live.ts";
export * as people from "../../src/console/data/people.ts";
export * as petChanges from "../../src/console/data/pet-changes.ts";
export * as names from "../../src/console/data/pet-names.ts";
export * as uploads from "../../src/console/data/photo-uploads.ts";
export * as resource from "../../src/console/data/resource.ts";
export * as stock from "../../src/console/data/stock.ts";
export * as draft from "../../src/console/forms/draft.ts";
export * as forms from "../../src/console/forms/use-form.ts";
export * as selection from "../../src/console/ui/selection.tsx";
