/* Markdown as HTML. Its texts are those of the repository and of the contract. */

/** A text as paragraphs, lists and tables. `base` is the path that addresses of this service start with. */
export function htmlOf(markdown: string, base: string): string {
  return (
    Bun.markdown
      .html(markdown, { noHtmlSpans: true })
      // The runtime's own ids of headings lack underscores, which the names of errors have.
      .replace(/<(h[23])>(.*)<\/\1>/g, (_, tag, title) => `<${tag} id="${fragment(title)}">${title}</${tag}>`)
      .replace(/href="([\w-]+)\.md/g, 'href="/docs/$1')
      .replaceAll('="/', `="${base}/`)
      .replaceAll("<pre>", '<pre tabindex="0">')
  );
}

/** A text of one line, without a paragraph around it. */
export function inlineHtmlOf(markdown: string, base: string): string {
  return htmlOf(markdown, base)
    .trim()
    .replace(/^<p>(.*)<\/p>$/s, (whole, text: string) => (text.includes("<p>") ? whole : text));
}

/** The fragment that leads to a heading, as GitHub makes it. */
function fragment(title: string): string {
  return title
    .replace(/<[^>]*>/g, "")
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");
}
