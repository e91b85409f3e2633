import { render } from "preact";
import { showFirstLanguage } from "./app/formats/language.ts";
import { followLinks } from "./app/routes.ts";
import { showWithKey } from "./data/photos/hidden-photos.ts";
import { App } from "./views/frame/shell.tsx";

const root = document.getElementById("console");
if (root === null) throw new Error("the page has no element #console");
followLinks();
// Not `await`: the bundler would split the page into two dozen files.
showFirstLanguage().then(() => {
  showWithKey();
  render(<App />, root);
  // Nothing that has the focus disappears before.
  import("./app/keyboard/focus.ts").then(({ keepFocus }) => keepFocus()).catch(reportError);
});
