import { useState } from "preact/hooks";
import type { Pet, PetWithIncluded, Photo } from "../../../../client/index.ts";
import { hasCode } from "../../../app/failure.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { factsOf } from "../../../app/formats/profile-members.ts";
import { keyFor } from "../../../app/keyboard/shortcut-keys.ts";
import { navigate, readId } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { readPet, type TaggedPet } from "../../../data/pets/pet-changes.ts";
import { petAfter } from "../../../data/pets/pet-data.ts";
import { cachePets } from "../../../data/pets/pet-names.ts";
import { useResource } from "../../../data/resource.ts";
import { hasDraft, moveDraft } from "../../../forms/draft.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";
import { SidePanel } from "../../../ui/panels/side-panel.tsx";
import { StatusMenu } from "../../../ui/shop/status.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { PetCare } from "../care/pet-care.tsx";
import { NewPetForm } from "../form/new-pet-form.tsx";
import { PetForm } from "../form/pet-form.tsx";
import { PetHistory } from "../history/pet-history.tsx";
import { PetCard } from "../list/pet-card.tsx";
import { type PetsRoute, petsHref } from "../list/pets-route.ts";
import { PetPhotos } from "../photos/pet-photos.tsx";
import { StockSection } from "../stock/stock-section.tsx";
import { PetActions } from "./pet-actions.tsx";
import { PetBanner } from "./pet-banner.tsx";
import { PetPartners } from "./pet-partners.tsx";

interface PetPanelProps {
  readonly route: PetsRoute;
  /** Reloads the list after a pet was added. */
  readonly reload: () => void;
}

/** The side panel: a pet, or the form for a new one. */
export function PetPanel({ route, reload }: PetPanelProps) {
  const id = readId(route.open);
  const close = () => navigate(petsHref(route, { open: "" }));
  const addAgain = () => navigate(petsHref(route, { open: "new" }), { isReplacing: true });
  if (id !== undefined) return <OpenPet key={id} id={id} close={close} addAgain={addAgain} />;
  if (route.open !== "new" || !can("pets:write")) return <NoPet number={route.open} close={close} />;
  function added(pet: Pet, isLast: boolean) {
    reload();
    if (isLast) navigate(petsHref(route, { open: pet.id.toString() }), { isReplacing: true });
  }
  return (
    <SidePanel key="new" title={allTexts.value.pets.addTitle} close={close} isForm>
      <NewPetForm kind={route.categoryId} added={added} />
    </SidePanel>
  );
}

function NoPet({ number, close }: { readonly number: string; readonly close: () => void }) {
  return (
    <SidePanel title={allTexts.value.pets.notFoundTitle} close={close}>
      <EmptyState title={allTexts.value.pets.notFound(number)} />
    </SidePanel>
  );
}

interface OpenPetProps {
  readonly id: bigint;
  readonly close: () => void;
  readonly addAgain: () => void;
}

interface Opened extends TaggedPet {
  readonly isDeleted: boolean;
}

function OpenPet({ id, close, addAgain }: OpenPetProps) {
  const { pets: words } = allTexts.value;
  const [shown, setShown] = useState<bigint>();
  const [isEditing, setEditing] = useState(() => hasDraft(`pet-${id}`));
  const resource = useResource<Opened>(`pet ${id}`, {
    load: async (signal) => {
      const read = await readPet(id, signal, ["profile", "photos"]);
      cachePets([read.pet]);
      return { ...read, isDeleted: false };
    },
    apply: (opened, change) => {
      if (change.type === "pet.deleted" && change.data.id === id) return { ...opened, isDeleted: true };
      if (change.type === "inventory.updated") return opened;
      const pet = petAfter(opened.pet, change);
      return pet === opened.pet ? opened : { ...opened, pet };
    },
  });
  const { data, error } = resource;
  if (hasCode(error, "not_found") && data === undefined) return <NoPet number={id.toString()} close={close} />;
  const isDeleted = data?.isDeleted ?? false;
  const photos = data?.pet.photos ?? [];
  const photo = photos.find((one) => one.id === shown);
  return (
    <SidePanel
      title={<bdi>{data?.pet.name ?? words.petNumber(id)}</bdi>}
      close={close}
      banner={data !== undefined && <PetBanner key={photo?.id} pet={data.pet} chosen={photo} />}
      actions={
        data !== undefined &&
        !isDeleted && (
          <>
            <StatusMenu pet={data.pet} />
            {can("pets:write") && !isEditing && <EditButton edit={() => setEditing(true)} />}
          </>
        )
      }
    >
      {isDeleted && data !== undefined ? (
        <DeletedPet pet={data.pet} addAgain={addAgain} />
      ) : (
        <Loaded resource={resource} lines={6}>
          {({ pet }) => (
            <PetDetails
              pet={pet}
              photo={photo}
              choose={setShown}
              isEditing={isEditing}
              endEdit={() => setEditing(false)}
              close={close}
            />
          )}
        </Loaded>
      )}
    </SidePanel>
  );
}

function EditButton({ edit }: { readonly edit: () => void }) {
  const { common } = allTexts.value;
  return (
    <button type="button" class="round edit" aria-label={common.edit} {...keyFor("edit", common.edit)} onClick={edit}>
      {panelIcons.edit}
    </button>
  );
}

/** Shown when somebody else deleted the pet; unsaved input can be copied to a new one. */
function DeletedPet({ pet, addAgain }: { readonly pet: Pet; readonly addAgain: () => void }) {
  const { pets: words } = allTexts.value;
  const name = `pet-${pet.id}`;
  return (
    <div class="notice">
      <p>{words.deletedByOthers}</p>
      {hasDraft(name) && (
        <div class="buttons">
          <button
            type="button"
            onClick={() => {
              moveDraft(name, "pet-new");
              addAgain();
            }}
          >
            {words.addTyped}
          </button>
        </div>
      )}
    </div>
  );
}

interface PetDetailsProps {
  readonly pet: PetWithIncluded;
  readonly photo: Photo | undefined;
  readonly choose: (photoId: bigint | undefined) => void;
  readonly isEditing: boolean;
  readonly endEdit: () => void;
  readonly close: () => void;
}

/** The pet; its form while it is edited or has a draft. */
function PetDetails({ pet, photo, choose, isEditing, endEdit, close }: PetDetailsProps) {
  const { pets: words } = allTexts.value;
  const canEdit = can("pets:write");
  const { photos = [], profile } = pet;
  return (
    <>
      <p class="pet-line">{profile && factsOf(profile)}</p>
      {canEdit && isEditing ? (
        <section aria-label={words.details}>
          <PetForm pet={pet} close={endEdit} deleted={close} />
        </section>
      ) : (
        <PetCard pet={pet} />
      )}
      {(canEdit || photos.length > 1) && <PetPhotos pet={pet} photos={photos} chosen={photo} choose={choose} />}
      {can("inventory:read") && <StockSection pet={pet} />}
      {can("care:read") && <PetCare pet={pet} />}
      {!isEditing && <PetPartners key={pet.id} pet={pet} />}
      {(can("events:read") || can("inventory:read")) && <PetHistory pet={pet} />}
      {!isEditing && <PetActions pet={pet} />}
    </>
  );
}
