/* What is shown in place of no pets. */
import { allTexts } from "../../app/language.ts";
import { readId } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { lazyView } from "../../ui/lazy-view.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { allPetsHref, isFiltered, type PetsRoute, petsHref } from "./pets-route.ts";

const EmptyShop = lazyView(async () => (await import("./empty-shop.tsx")).EmptyShop);

/** Nothing matches the filters, or the shop has nothing yet. */
export function NoPets({ route }: { readonly route: PetsRoute }) {
  const { pets: words } = allTexts.value;
  const { name = "", cursor } = route;
  const isSome = isFiltered(route) || cursor !== undefined;
  const number = readId(name.trim());
  if (!isSome && can("pets:write")) return <EmptyShop />;
  return isSome ? (
    <EmptyState title={words.noMatch}>
      {number !== undefined && <a href={petsHref(route, { open: name.trim() })}>{words.openNumber(name.trim())}</a>}
      <a href={allPetsHref(route)}>{words.showAll}</a>
    </EmptyState>
  ) : (
    <EmptyState title={words.none} />
  );
}
