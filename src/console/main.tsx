import { render } from "preact";
import { App } from "./app.tsx";
import { followLinks } from "./router.ts";

const root = document.getElementById("console");
if (root === null) throw new Error("the page has no element #console");
followLinks();
render(<App />, root);
