import { expect, test } from "bun:test";
import { textOfHtml } from "../../src/files/cells/html.ts";

test.each([
  ["<p>One</p>\n<p>Two<br>Three</p>", "One\nTwo\nThree"],
  ["<ul>\n<li>a &amp; b</li><li>c&#39;d &#x1F436;</li></ul>", "a & b\nc'd 🐶"],
  ["Plain\ntext, 5 < 6 &co; &#99999999;", "Plain\ntext, 5 < 6 &co; &#99999999;"],
  ["<style>p { color: red }</style>x<!-- no -->y<script src=a></script>", "xy"],
  ["<p>&nbsp;</p>", ""],
])("the text of %j is %j", (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});
