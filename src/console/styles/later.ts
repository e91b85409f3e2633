/* The styles of what the first view does not have. A script brings them: the bundler puts every style sheet that is linked into one file. */
import orders from "./orders.css" with { type: "text" };
import outcomes from "./outcomes.css" with { type: "text" };
import panels from "./panels.css" with { type: "text" };
import prints from "./prints.css" with { type: "text" };
import today from "./today.css" with { type: "text" };
import views from "./views.css" with { type: "text" };

for (const text of [outcomes, panels, views, orders, today, prints]) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
