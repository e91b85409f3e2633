/* The care section of a pet's panel: what is due, what was done, and a form to add an entry. */
import { useState } from "preact/hooks";
import type { Care, Pet } from "../../../../client/index.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../../app/formats/language.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { type AddedCare, addCare, changeAdded, removeCare } from "../../../data/care/care-changes.ts";
import { byDay, byDue, usePetCare } from "../../../data/care/care-data.ts";
import { applyPlans, hasPlan } from "../../../data/care/care-plans.ts";
import { hasDraft } from "../../../forms/draft.ts";
import { Form } from "../../../forms/form.tsx";
import { useForm } from "../../../forms/use-form.ts";
import { icons } from "../../../ui/icons.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { DoneButton, DueDay } from "../../../ui/shop/due-row.tsx";
import { WeightPlot } from "../history/weight-plot.tsx";
import {
  type CareFields,
  CareInputs,
  careOf,
  checkCare,
  companions,
  emptyCare,
  rememberWords,
} from "./care-fields.tsx";

/** How many past entries are shown at first. */
const LATEST = 3;

const draftOf = ({ id }: Pick<Pet, "id">) => `care-${id}`;

export function PetCare({ pet }: { readonly pet: Pet }) {
  const { care: words } = allTexts.value;
  const resource = usePetCare(pet.id);
  return (
    <section aria-label={words.title}>
      <h3>{words.title}</h3>
      <Loaded resource={resource} lines={2}>
        {(entries) => <CareOf key={pet.id} pet={pet} entries={entries} />}
      </Loaded>
    </section>
  );
}

interface CareOfProps {
  readonly pet: Pet;
  /** Newest first. */
  readonly entries: readonly Care[];
}

function CareOf({ pet, entries }: CareOfProps) {
  const { care: words } = allTexts.value;
  const [isWhole, setWhole] = useState(false);
  const [isOpen] = useState(() => hasDraft(draftOf(pet)));
  const due = entries.filter(({ doneOn }) => doneOn === undefined).toSorted(byDue);
  const done = entries
    .filter(({ doneOn }) => doneOn !== undefined)
    .toSorted(byDay(({ doneOn = "" }) => doneOn))
    .toReversed();
  return (
    <>
      <ul class="stack care-entries">
        {due.map((care) => (
          <CareLine key={care.id} care={care} />
        ))}
        {done.slice(0, isWhole ? undefined : LATEST).map((care) => (
          <CareLine key={care.id} care={care} />
        ))}
      </ul>
      {!isWhole && done.length > LATEST && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          {words.older}
        </button>
      )}
      <WeightPlot name={pet.name} weights={done.filter(({ kind }) => kind === "weight")} />
      {can("care:write") && hasPlan(pet) && (
        <button type="button" class="soft" onClick={() => applyPlans([pet])}>
          {words.plan.apply}
        </button>
      )}
      {can("care:write") && (
        <details open={isOpen}>
          <summary>{words.record}</summary>
          <CareForm pet={pet} known={[...done, ...due]} />
        </details>
      )}
    </>
  );
}

/** An entry: what, when, who. */
function CareLine({ care }: { readonly care: Care }) {
  const { care: words } = allTexts.value;
  const { what, doneOn, grams, by: doneBy, batch, note } = care;
  const details = [grams && words.grams(formatNumber(grams)), doneBy, batch, note].filter(Boolean).join(" · ");
  return (
    <li class="story-row due-row">
      <p class="story">
        <bdi>{what}</bdi>
        {details !== "" && (
          <small>
            <bdi>{details}</bdi>
          </small>
        )}
      </p>
      <small>
        {doneOn === undefined ? <DueDay care={care} /> : <time dateTime={doneOn}>{formatPlainDate(doneOn)}</time>}
      </small>
      <span class="row">
        {doneOn === undefined && <DoneButton care={care} />}
        {can("care:write") && (
          <button type="button" class="icon quiet" aria-label={words.remove(what)} onClick={() => removeCare(care)}>
            {icons.close}
          </button>
        )}
      </span>
    </li>
  );
}

/** Adds an entry, done or due. */
function CareForm({ pet, known }: { readonly pet: Pet; readonly known: readonly Care[] }) {
  const { care: words } = allTexts.value;
  const form = useForm<CareFields, AddedCare>({
    name: draftOf(pet),
    version: { fields: emptyCare },
    companions,
    describe: () => ({ title: `${pet.name}: ${words.title}`, href: hrefOf("pets", pet.id) }),
    aliases: { doneOn: "day", dueOn: "day", everyDays: "again", grams: "weight" },
    check: checkCare,
    async send({ typed, result, idempotencyKey }) {
      const care = careOf(typed);
      return result === undefined ? addCare(pet.id, care, idempotencyKey) : changeAdded(result, care, idempotencyKey);
    },
    done({ care, tell }) {
      rememberWords(care);
      tell();
    },
  });
  return (
    <Form form={form} action={words.save} isQuiet>
      <CareInputs form={form} known={known} />
    </Form>
  );
}
