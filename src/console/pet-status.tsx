import { type Pet, type PetStatus, PetstoreError } from "../client/index.ts";
import { failureText } from "./failure.tsx";
import { type KnownPet, knownPet, settleChange, startChange } from "./known-pets.ts";
import { texts } from "./language.ts";
import { readPet } from "./pet-save.ts";
import { can, petstore } from "./session.ts";
import { nextStatuses, statuses, stepsBetween } from "./status-changes.ts";
import { StatusChip } from "./status-chip.tsx";
import { announce, announceFailure } from "./status-line.tsx";

interface StatusSwitchProps {
  readonly pet: Pet;
  /** -1 for a row that the Tab key passes by. */
  readonly tabIndex?: number;
}

/** The status of a pet. One click changes it; a key that may not change it shows only how it is. */
export function StatusSwitch({ pet, tabIndex = 0 }: StatusSwitchProps) {
  const { pets: words } = texts.value;
  if (!can("pets:write")) return <StatusChip status={pet.status} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in each row
    <div class="status-switch" role="group" aria-label={words.statusOf(pet.name)}>
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          class={status === pet.status ? status : ""}
          aria-pressed={status === pet.status}
          disabled={status !== pet.status && !nextStatuses[pet.status].includes(status)}
          tabIndex={tabIndex}
          onClick={() => changeStatus(pet, status)}
        >
          {words.statuses[status]}
        </button>
      ))}
    </div>
  );
}

/** Changes the status at once on the page, then at the service. A failure puts it back and says why. */
export async function changeStatus(pet: Pet, status: PetStatus): Promise<void> {
  if (pet.status === status) return;
  const etag = await change(pet, [status]);
  if (etag === undefined) return;
  const undo = async () => {
    const current = knownPet(pet.id).value?.pet ?? { ...pet, status };
    const isUndone = (await change(current, stepsBetween(status, pet.status), etag)) !== undefined;
    if (isUndone) announce(texts.value.pets.statusUndone(pet.name, texts.value.pets.statuses[pet.status]));
  };
  announce(texts.value.pets.statusChanged(pet.name, texts.value.pets.statuses[status]), undo);
}

/** The last change of each pet that is under way. */
const turns = new Map<bigint, Promise<string | undefined>>();

/** Shows a change at once, and sends it after those that are under way: quick clicks take effect in their order. */
function change(pet: Pet, steps: readonly PetStatus[], tag?: string): Promise<string | undefined> {
  startChange({ ...pet, status: steps.at(-1) ?? pet.status });
  const turn = Promise.resolve(turns.get(pet.id))
    .then(() => send(pet, steps, tag))
    .finally(() => {
      if (turns.get(pet.id) === turn) turns.delete(pet.id);
    });
  turns.set(pet.id, turn);
  return turn;
}

/** Sends changes of the status one after the other. Returns the tag of the last state, or undefined after a failure. */
async function send(pet: Pet, steps: readonly PetStatus[], tag: string | undefined): Promise<string | undefined> {
  let reached = pet;
  let etag = tag;
  try {
    for (const status of steps) {
      const response = await petstore().pets.update(pet.id, { status }, { ifMatch: etag }).withResponse();
      reached = response.data;
      etag = response.etag;
    }
    settleChange({ pet: reached, isDeleted: false });
    return etag ?? "";
  } catch (error) {
    announceFailure(failureText(error));
    const isAnswered = PetstoreError.is(error) && error.status !== 0;
    settleChange(isAnswered ? await readAgain(reached) : { pet: reached, isDeleted: false });
    return undefined;
  }
}

/** How a pet is after a change that failed: somebody else may have changed or deleted it. */
async function readAgain(pet: Pet): Promise<KnownPet> {
  try {
    return { pet: (await readPet(pet.id)).pet, isDeleted: false };
  } catch (error) {
    return { pet, isDeleted: PetstoreError.is(error) && error.status === 404 };
  }
}
