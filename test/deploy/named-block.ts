/** The text of the block of code behind the comment with its name: `<!-- a.env -->`. Throws if there is none. */
export function blockOf(document: string, name: string): string {
  const [, text] = new RegExp(`<!-- ${name} -->\\n\`\`\`\\w*\\n(.*?)\\n\`\`\``, "s").exec(document) ?? [];
  if (text === undefined) throw new Error(`there is no block ${name}`);
  return text;
}
