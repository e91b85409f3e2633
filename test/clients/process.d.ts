/* What the clients read of Node. The settings of this folder have no types of it: a client is for browsers too. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
