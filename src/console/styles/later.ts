/* The styles of what the first view does not have. A script brings them: the bundler puts every style sheet that is linked into one file. */

import plainLists from "../ui/list/plain-lists.css" with { type: "text" };
import outcomes from "../ui/panels/outcomes.css" with { type: "text" };
import panels from "../ui/panels/panels.css" with { type: "text" };
import palette from "../views/frame/palette/palette.css" with { type: "text" };
import imports from "../views/imports/imports.css" with { type: "text" };
import integrations from "../views/integrations/integrations.css" with { type: "text" };
import orders from "../views/orders/orders.css" with { type: "text" };
import people from "../views/people/people.css" with { type: "text" };
import newPet from "../views/pets/form/new-pet.css" with { type: "text" };
import noPets from "../views/pets/list/no-pets.css" with { type: "text" };
import pet from "../views/pets/panel/pet.css" with { type: "text" };
import prints from "../views/pets/panel/prints.css" with { type: "text" };
import stock from "../views/pets/stock/stock.css" with { type: "text" };
import reports from "../views/reports/reports.css" with { type: "text" };
import today from "../views/today/today.css" with { type: "text" };
import paper from "./paper.css" with { type: "text" };

const general = [outcomes, panels, plainLists];
const ofViews = [pet, newPet, noPets, stock, integrations, people, imports, reports, orders, palette, today];

for (const text of [...general, ...ofViews, paper, prints]) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
