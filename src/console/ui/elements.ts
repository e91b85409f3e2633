/* HTML from the service as elements. The content security policy forbids `innerHTML` (decision 090). */
import { type ComponentChild, h } from "preact";

const TOKEN = /<(\/?)([a-z][a-z0-9]*)(?: start="(\d+)")?\s*\/?>|([^<]+)/g;
const KNOWN = /^(?:h[1-6]|p|ul|ol|li|table|thead|tbody|tr|th|td|strong|em|del|code|pre|blockquote)$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

interface Open {
  readonly tag: string;
  readonly start: string | undefined;
  readonly children: ComponentChild[];
}

/** Converts HTML that was made from Markdown. Unknown elements become `span`. */
export function elementsOf(html: string): readonly ComponentChild[] {
  const root: Open = { tag: "", start: undefined, children: [] };
  const open = [root];
  for (const [, isEnd, tag = "", start, text] of html.matchAll(TOKEN)) {
    const { children } = open.at(-1) ?? root;
    if (text !== undefined) children.push(text.replace(/&(\w+|#39);/g, (whole, name) => ENTITIES[name] ?? whole));
    else if (tag === "br" || tag === "hr") children.push(h(tag, null));
    else if (!isEnd) open.push({ tag: KNOWN.test(tag) ? tag : "span", start, children: [] });
    else if (open.length > 1) {
      const done = open.pop() ?? root;
      open.at(-1)?.children.push(h(done.tag, { start: done.start }, done.children));
    }
  }
  return root.children;
}
