import { allTexts } from "../../app/language.ts";
import { hrefOf } from "../../app/routes.ts";
import { can } from "../../app/session.ts";
import { marksIn, nameQuery, type PetsQuery, searchPets } from "../../data/pet-search.ts";
import { ListTools } from "../../ui/list-tools.tsx";
import { type PetsRoute, petsFilters, petsOrder } from "./pets-route.ts";

interface PetsToolsProps {
  readonly route: PetsRoute;
  readonly isEmpty: boolean;
}

/** What can be done with all pets of the list. */
export function PetsTools({ route, isEmpty }: PetsToolsProps) {
  const query = () => searchFilter(route.name ?? "", { ...petsFilters(route), ...petsOrder(route) });
  return (
    <ListTools isEmpty={isEmpty} list={{ name: "pets", query }}>
      {can("pets:write") && (
        <a class="button quiet" href={hrefOf("imports")}>
          {allTexts.value.pets.import}
        </a>
      )}
    </ListTools>
  );
}

/** With those that a chip or a number finds, as many ids as a request may have. */
const MARKED_MAX = 98;

/**
 * The filter for all that `searchPets` finds. Words find a chip and a number too, unless they are written in another way: then it is
 * the one pet that has it.
 */
async function searchFilter(text: string, query: PetsQuery): Promise<PetsQuery> {
  if (marksIn(text).length === 0) return { ...query, ...nameQuery(text) };
  const { items, nextCursor } = await searchPets(text, { ...query, limit: MARKED_MAX });
  const isWhole = nextCursor === undefined && items.length > 0;
  return { ...query, ...(isWhole ? { ids: items.map(({ id }) => id) } : nameQuery(text)) };
}
