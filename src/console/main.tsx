import { render } from "preact";
import { keepFocus } from "./app/focus.ts";
import { followLinks } from "./app/routes.ts";
import { App } from "./views/frame/shell.tsx";

const root = document.getElementById("console");
if (root === null) throw new Error("the page has no element #console");
followLinks();
keepFocus();
render(<App />, root);
