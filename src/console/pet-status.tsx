import { type Pet, type PetStatus, PetstoreError } from "../client/index.ts";
import { failureText } from "./failure.tsx";
import { type KnownPet, knownPet, settleChange, startChange } from "./known-pets.ts";
import { texts } from "./language.ts";
import { readPet, type TaggedPet } from "./pet-save.ts";
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
  const changed = await change(pet, [status]);
  if (changed === undefined) return;
  const undo = async () => {
    const current = knownPet(pet.id).value?.pet ?? { ...pet, status };
    const undone = await change(current, stepsBetween(status, pet.status), changed.etag);
    if (undone !== undefined) {
      announce(texts.value.pets.statusUndone(pet.name, texts.value.pets.statuses[pet.status]));
    }
  };
  announce(texts.value.pets.statusChanged(pet.name, texts.value.pets.statuses[status]), undo);
}

/** The last change of each pet that is under way. */
const queue = new Map<bigint, Promise<TaggedPet | undefined>>();

/** Shows a change at once, and sends it after those that are under way: quick clicks take effect in their order. */
function change(pet: Pet, steps: readonly PetStatus[], etag?: string): Promise<TaggedPet | undefined> {
  startChange(pet, { ...pet, status: steps.at(-1) ?? pet.status });
  const turn = Promise.resolve(queue.get(pet.id))
    .then(() => send(pet, steps, etag))
    .finally(() => {
      if (queue.get(pet.id) === turn) queue.delete(pet.id);
    });
  queue.set(pet.id, turn);
  return turn;
}

/** Sends changes of the status one after the other. Returns the last state, or undefined after a failure. */
async function send(pet: Pet, steps: readonly PetStatus[], etag?: string): Promise<TaggedPet | undefined> {
  let reached: TaggedPet | undefined;
  try {
    for (const status of steps) {
      const ifMatch = reached === undefined ? etag : reached.etag;
      const response = await petstore().pets.update(pet.id, { status }, { ifMatch }).withResponse();
      reached = { pet: response.data, etag: response.etag };
    }
    settleChange(pet.id, reached && { pet: reached.pet, isDeleted: false });
    return reached;
  } catch (error) {
    announceFailure(failureText(error));
    const hasResponse = PetstoreError.is(error) && error.status !== 0;
    const now = hasResponse ? await readAgain(pet) : undefined;
    settleChange(pet.id, now ?? (reached && { pet: reached.pet, isDeleted: false }));
    return undefined;
  }
}

/** How a pet is after a change that the service refused: somebody else may have changed or deleted it. Undefined if nobody says. */
async function readAgain(pet: Pet): Promise<KnownPet | undefined> {
  try {
    return { pet: (await readPet(pet.id)).pet, isDeleted: false };
  } catch (error) {
    return PetstoreError.is(error) && error.status === 404 ? { pet, isDeleted: true } : undefined;
  }
}
