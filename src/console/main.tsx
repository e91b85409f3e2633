import { render } from "preact";
import { App } from "./app.tsx";
import { followCategories } from "./category-names.ts";
import { onEvent } from "./live-stream.ts";
import { followPets } from "./newcomers.ts";
import { followLinks } from "./router.ts";

const root = document.getElementById("console");
if (root === null) throw new Error("the page has no element #console");
followLinks();
onEvent(followPets);
onEvent(followCategories);
render(<App />, root);
