/* The views that few people use all day, as one chunk. */
export { CareView } from "../care/care-view.tsx";
export { CategoriesView } from "../categories/categories-view.tsx";
export { ImportsView } from "../imports/imports-view.tsx";
export { IntegrationsView } from "../integrations/integrations-view.tsx";
export { PeopleView } from "../people/people-view.tsx";
