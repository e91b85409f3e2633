import { useEffect, useState } from "preact/hooks";
import { type Pet, PetstoreError } from "../client/index.ts";
import { categoryName } from "./category-names.ts";
import { ConfirmDialog } from "./dialog.tsx";
import { knownPet, showChange } from "./known-pets.ts";
import { texts } from "./language.ts";
import { lazyView } from "./lazy-view.tsx";
import { useLoaded } from "./loading.ts";
import { dropDraft } from "./pet-drafts.ts";
import { NewPetForm, PetForm } from "./pet-form.tsx";
import { readPet } from "./pet-save.ts";
import { StatusSwitch } from "./pet-status.tsx";
import { openId, type PetsPlace, petsHref } from "./pets-place.ts";
import { navigate } from "./router.ts";
import { can, petstore } from "./session.ts";
import { SidePanel } from "./side-panel.tsx";
import { EmptyState, FailureState, Skeleton } from "./states.tsx";
import { announce } from "./status-line.tsx";

const StockSection = lazyView(async () => (await import("./stock-section.tsx")).StockSection);
const PetHistory = lazyView(async () => (await import("./pet-history.tsx")).PetHistory);

interface PetPanelProps {
  readonly place: PetsPlace;
  /** Loads the list again, after a pet was added. */
  readonly reload: () => void;
}

/** The panel beside the list: a pet, or the form for a new one. */
export function PetPanel({ place, reload }: PetPanelProps) {
  const id = openId(place);
  const close = () => navigate(petsHref(place, { open: "" }));
  if (place.open === "") return null;
  if (id !== undefined) return <OpenPet key={id} id={id} close={close} />;
  if (place.open !== "new" || !can("pets:write")) return <NoPet number={place.open} close={close} />;
  function added(pet: Pet) {
    reload();
    navigate(petsHref(place, { open: pet.id.toString() }), { isReplacing: true });
  }
  return (
    <SidePanel title={texts.value.pets.addTitle} close={close}>
      <NewPetForm added={added} />
    </SidePanel>
  );
}

function NoPet({ number, close }: { readonly number: string; readonly close: () => void }) {
  return (
    <SidePanel title={texts.value.pets.notFoundTitle} close={close}>
      <EmptyState title={texts.value.pets.notFound(number)} />
    </SidePanel>
  );
}

interface OpenPetProps {
  readonly id: bigint;
  readonly close: () => void;
}

function OpenPet({ id, close }: OpenPetProps) {
  const { data, error, reload } = useLoaded((signal) => readPet(id, signal), [id]);
  const known = knownPet(id).value;
  const pet = known?.pet ?? data?.pet;
  // Changed in the list, or by others: the form needs the new state and its tag.
  const isStale = data !== undefined && pet !== undefined && !known?.isDeleted && !isSame(pet, data.pet);
  useEffect(() => {
    if (isStale) reload();
  }, [isStale]);

  if (PetstoreError.is(error) && error.status === 404 && !known?.isDeleted) {
    return <NoPet number={id.toString()} close={close} />;
  }
  return (
    <SidePanel title={<bdi>{pet?.name ?? texts.value.pets.petNumber(id)}</bdi>} close={close}>
      {known?.isDeleted && <p class="notice">{texts.value.pets.deletedByOthers}</p>}
      {pet !== undefined && !known?.isDeleted && <PetSummary pet={pet} />}
      {error !== undefined && !known?.isDeleted && <FailureState error={error} retry={reload} />}
      {data === undefined && error === undefined && <Skeleton lines={6} />}
      {data !== undefined && !known?.isDeleted && (
        <>
          {can("inventory:read") && <StockSection pet={data.pet} />}
          {can("pets:write") && (
            <section aria-label={texts.value.pets.details}>
              <h3>{texts.value.pets.details}</h3>
              <PetForm pet={data.pet} etag={data.etag} />
            </section>
          )}
          {(can("events:read") || can("inventory:read")) && <PetHistory pet={data.pet} />}
          {can("pets:write") && <DeletePet pet={data.pet} close={close} />}
        </>
      )}
    </SidePanel>
  );
}

function isSame(one: Pet, other: Pet): boolean {
  return one.name === other.name && one.categoryId === other.categoryId && one.status === other.status;
}

function PetSummary({ pet }: { readonly pet: Pet }) {
  const { pets: words } = texts.value;
  return (
    <div class="pet-summary">
      <p class="muted">
        {words.category}: <bdi>{categoryName(pet.categoryId)}</bdi> · {words.petNumber(pet.id)}
      </p>
      <StatusSwitch pet={pet} />
    </div>
  );
}

function DeletePet({ pet, close }: { readonly pet: Pet; readonly close: () => void }) {
  const { pets: words, common } = texts.value;
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    await petstore().pets.delete(pet.id);
    dropDraft(pet.id.toString());
    showChange({ pet, isDeleted: true });
    announce(words.deletedNow(pet.name));
    close();
  }
  return (
    <section>
      <div class="buttons">
        <button type="button" class="quiet danger" onClick={() => setAsking(true)}>
          {words.delete}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.deleteTitle(pet.name)}
          text={words.deleteText}
          action={common.delete}
          confirm={remove}
          close={() => setAsking(false)}
        />
      )}
    </section>
  );
}
