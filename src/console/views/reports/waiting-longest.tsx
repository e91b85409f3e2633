import type { ListPetsQuery, PetWithIncluded } from "../../../client/index.ts";
import { allTexts, formatPlainDate } from "../../app/formats/language.ts";
import { attempt } from "../../app/notices.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { dayCell, decimal, saveTable } from "../../data/files/export-list.ts";
import { categoryName } from "../../data/pets/category-data.ts";
import { useResource } from "../../data/resource.ts";
import { Skeleton } from "../../ui/states.tsx";

/** How many are shown, and how many are exported. */
const SHOWN = 5;
const SAVED = 100;

const query = {
  status: "available",
  sort: "arrivedOn",
  include: ["profile", "createdAt"],
} as const satisfies ListPetsQuery;

function sinceOf({ profile, createdAt = "" }: PetWithIncluded): string {
  return profile?.arrivedOn ?? createdAt.slice(0, 10);
}

/** The available pets that arrived first. */
export function WaitingLongest() {
  const { reports: words } = allTexts.value;
  const { data } = useResource<readonly PetWithIncluded[]>("pets that wait", {
    load: async (signal) => (await petstore().pets.list({ ...query, limit: SHOWN }, { signal })).items,
    topic: "pets",
  });
  return (
    <section class="card stack" aria-labelledby="waiting-longest">
      <h2 id="waiting-longest">{words.waiting}</h2>
      {data === undefined && <Skeleton lines={SHOWN} />}
      <ol>
        {data?.map((pet) => (
          <li key={pet.id}>
            <a href={hrefOf("pets", pet.id)}>
              <bdi>{pet.name}</bdi>
            </a>{" "}
            <span class="muted">{words.since(formatPlainDate(sinceOf(pet)))}</span>
          </li>
        ))}
      </ol>
      {data !== undefined && data.length > 0 && (
        <p class="actions">
          <button type="button" class="quiet" onClick={() => attempt(save)}>
            {words.save}
          </button>
        </p>
      )}
    </section>
  );
}

/** Exports the first hundred. */
async function save(): Promise<void> {
  const { pets: words, orders } = allTexts.value;
  const { items } = await petstore().pets.list({ ...query, limit: SAVED });
  const columns = {
    [orders.petNumber]: ({ id }: PetWithIncluded) => id,
    [words.name]: ({ name }: PetWithIncluded) => name,
    [words.category]: ({ categoryId }: PetWithIncluded) => categoryName(categoryId),
    [allTexts.value.reports.sinceTitle]: (pet: PetWithIncluded) => dayCell(sinceOf(pet)),
    [orders.price]: ({ profile }: PetWithIncluded) => profile?.price && decimal(profile.price),
    [allTexts.value.profile.currency]: ({ profile }: PetWithIncluded) => profile?.price?.currency,
  };
  saveTable("waiting-longest", columns, items);
}
