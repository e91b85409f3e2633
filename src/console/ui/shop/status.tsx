import type { Pet, PetStatus } from "../../../client/index.ts";
import { nextStatuses, petStatuses } from "../../../contract/pets/pet-status.ts";
import { loadViewTexts, texts } from "../../app/formats/language.ts";
import { attempt } from "../../app/notices.ts";
import { can } from "../../app/session/session.ts";
import { Menu } from "../panels/menu.tsx";

/** Changes of pets, with their texts. Loaded after the list. */
export async function petChanges() {
  const [changes] = await Promise.all([import("../../data/pets/pet-changes.ts"), loadViewTexts()]);
  return changes;
}

/** Sets the status of pets. */
export function setStatus(pets: readonly Pet[], status: PetStatus): Promise<void> {
  return attempt(async () => (await petChanges()).changeStatus(pets, status));
}

export function StatusChip({ status }: { readonly status: PetStatus }) {
  return <span class={`dot ${status}`}>{texts.value.pets.statuses[status]}</span>;
}

interface StatusMenuProps {
  readonly pet: Pet;
  /** -1 in a row that is not the tab stop. */
  readonly tabIndex?: number;
}

/** The status of a pet, with a menu to change it; read-only if the key may not. */
export function StatusMenu({ pet, tabIndex = 0 }: StatusMenuProps) {
  const { pets: words } = texts.value;
  if (!can("pets:write")) return <StatusChip status={pet.status} />;
  return (
    <Menu
      label={words.statusOf(pet.name, words.statuses[pet.status])}
      class={`dot ${pet.status}`}
      tabIndex={tabIndex}
      keyName="status"
      items={petStatuses.map((status) => ({
        text: words.statuses[status],
        class: `dot ${status}`,
        isChecked: status === pet.status,
        isDisabled: status !== pet.status && !nextStatuses[pet.status].includes(status),
        choose: () => setStatus([pet], status),
      }))}
    >
      {words.statuses[pet.status]}
    </Menu>
  );
}
