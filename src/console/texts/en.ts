/* Every text of the console in English. A language that lacks one of them does not compile. */

export const en = {
  common: {
    undo: "Undo",
    dismiss: "Dismiss",
    close: "Close",
    cancel: "Cancel",
    save: "Save",
    delete: "Delete",
    edit: "Edit",
    retry: "Try again",
    reload: "Reload the page",
    loading: "Loading",
    next: "Next",
    previous: "Previous",
  },
  views: {
    pets: "Pets",
    orders: "Orders",
    categories: "Categories",
    today: "Today",
    integrations: "Integrations",
  },
  shell: {
    account: "Account",
    navigation: "Views",
    skip: "Skip to the content",
    key: (name: string, hint: string) => `Signed in with the key ${name} (…${hint})`,
    language: "Language",
    signOut: "Sign out",
    offline: "Offline. What you see may be out of date; changes are not saved until you are back online.",
  },
  signIn: {
    title: "Sign in",
    key: "API key",
    keyHint: "It starts with pets_. Ask the person who runs the service for one.",
    remember: "Remember on this device",
    rememberHint: "Otherwise the key is forgotten when you close this tab.",
    submit: "Sign in",
    checking: "Checking the key",
    missing: "Enter an API key.",
    refused: "The service does not accept this key. It may be mistyped, expired or revoked.",
    againTitle: "Sign in again",
    againText: "Your key has expired or was revoked. Nothing you typed is lost.",
    discard: "Sign out and discard what I typed",
  },
  failures: {
    title: "That did not work",
    unexpected: (message: string) => `Unexpected error: ${message}`,
    noAnswer: "The service does not respond. Check the connection and try again.",
    unauthorized: "The key no longer works. Sign in, then try again.",
    refused: (message: string) => `${message}.`,
    requestId: (id: string) => `(Request ${id})`,
    forbidden: "Your key does not allow this view",
    missingScope: (scope: string) => `It needs the scope ${scope}. Ask the person who runs the service.`,
    outdated: "The service was upgraded while this page was open",
  },
  pets: {
    statuses: { available: "Available", pending: "Pending", sold: "Sold" },
  },
};

/** What every language has. */
export type Texts = typeof en;
