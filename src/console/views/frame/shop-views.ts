/* The views that nobody needs all day, in one file for the browser. */
export { CareView } from "../care/care-view.tsx";
export { CategoriesView } from "../categories/categories-view.tsx";
export { ImportsView } from "../imports/imports-view.tsx";
export { IntegrationsView } from "../integrations/integrations-view.tsx";
export { PeopleView } from "../people/people-view.tsx";
