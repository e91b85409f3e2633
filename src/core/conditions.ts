/*
 * Conditions that an operator must know about. Each has one log line when it begins, one metric, one check of `petstore doctor` and one
 * alert in deploy/alerts.yaml. docs/operations/run.md is generated from this table.
 */

interface Condition {
  /** When it holds. */
  readonly when: string;
  /** The message of the line in the log. */
  readonly log: string;
  /** The name of a number that is above 0 as long as it holds. */
  readonly metric: string;
  readonly help: string;
  /** The check that warns or fails. */
  readonly check: string;
  readonly alert: string;
}

export const conditions = {
  standby: {
    when: "A standby stopped answering, or was promoted",
    log: "a standby answers no reads; the primary does",
    metric: "petstore_standbys_away",
    help: "Standbys that answer no reads: they are gone, or were promoted",
    check: "standbys",
    alert: "PetstoreStandbyAway",
  },
  inquiryLimit: {
    when: "The form for visitors reached a limit and refuses messages until the next day",
    log: "the form for visitors reached a limit and refuses messages until tomorrow",
    metric: "petstore_inquiry_limits_reached",
    help: "Limits of the form for visitors that were reached today (UTC)",
    check: "form",
    alert: "PetstoreFormLimited",
  },
  purge: {
    when: "Something that has expired was not deleted",
    log: "expired rows were not deleted",
    metric: "petstore_purges_failing",
    help: "Kinds of expired rows that could not be deleted at the last attempt",
    check: "expired",
    alert: "PetstorePurgeFails",
  },
  clock: {
    when: "The clock may be wrong, so nothing that has expired is deleted",
    log: "the clock may be wrong, so nothing that has expired is deleted; set it, or run petstore doctor --clock-is-right",
    metric: "petstore_clock_refused",
    help: "1 while nothing that has expired is deleted because the clock may be wrong, otherwise 0",
    check: "clock",
    alert: "PetstoreClockRefused",
  },
  webhook: {
    when: "A webhook fails, or was switched off because it failed",
    log: "webhooks: a webhook fails; its messages are sent again for three days",
    metric: "petstore_webhooks_failing",
    help: "Webhooks whose last message failed, with those that were switched off for it",
    check: "webhooks",
    alert: "PetstoreWebhookFails",
  },
  leftImport: {
    when: "A killed process left an import that cannot be undone",
    log: "an import that was left unfinished could not be undone, so a part of it shows; it is tried again, and staff can undo it in the console",
    metric: "petstore_imports_left",
    help: "Imports that were left unfinished and could not be undone",
    check: "imports",
    alert: "PetstoreImportLeft",
  },
} as const satisfies Readonly<Record<string, Condition>>;
