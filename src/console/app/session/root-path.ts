/** The path before the console in this window, such as `/shop` behind a proxy that serves several; mostly empty. */
export const ROOT_PATH = /^(.*?)\/console(?=\/|$)/.exec(location.pathname)?.[1] ?? "";
