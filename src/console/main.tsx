import { render } from "preact";
import { keepFocus } from "./app/focus.ts";
import { showFirstLanguage } from "./app/language.ts";
import { followLinks } from "./app/routes.ts";
import { App } from "./views/frame/shell.tsx";

const root = document.getElementById("console");
if (root === null) throw new Error("the page has no element #console");
followLinks();
keepFocus();
// Not `await`: the bundler would split the page into two dozen files.
showFirstLanguage().then(() => render(<App />, root));
