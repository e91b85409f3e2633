/* Renders trusted Markdown, from the repository and the contract, as HTML. */

/** Renders paragraphs, lists and tables. `base` prefixes URLs of the service. */
export function htmlOf(markdown: string, base: string): string {
  return (
    Bun.markdown
      .html(markdown, { noHtmlSpans: true })
      // Bun's heading ids drop underscores, which error codes contain.
      .replace(/<(h[23])>(.*)<\/\1>/g, (_, tag, title) => `<${tag} id="${fragment(title)}">${title}</${tag}>`)
      .replace(/href="([\w-]+)\.md/g, 'href="/docs/$1')
      .replaceAll('="/', `="${base}/`)
      .replaceAll("<pre>", '<pre tabindex="0">')
  );
}

/** Renders one line, without a paragraph element. */
export function inlineHtmlOf(markdown: string, base: string): string {
  return htmlOf(markdown, base)
    .trim()
    .replace(/^<p>(.*)<\/p>$/s, (whole, text: string) => (text.includes("<p>") ? whole : text));
}

/** The fragment of a heading, in GitHub's style. */
function fragment(title: string): string {
  return title
    .replace(/<[^>]*>/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}
