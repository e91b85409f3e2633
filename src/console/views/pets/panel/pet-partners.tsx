/* The pets that a pet must stay together with, in its panel. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PetWithIncluded } from "../../../../client/index.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { attempt } from "../../../app/notices.ts";
import { hrefOf } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { changeTogether } from "../../../data/pets/pet-changes.ts";
import { cachePets, knownPet, petName, usePetNames } from "../../../data/pets/pet-names.ts";
import { FieldFrame } from "../../../forms/fields.tsx";
import { PetFinder } from "../../../forms/pet-finder.tsx";
import { icons } from "../../../ui/icons.tsx";

/** The partners of a pet. Each change is sent at once and can be undone. */
export function PetPartners({ pet }: { readonly pet: PetWithIncluded }) {
  const { profile: words } = allTexts.value;
  const ids = pet.profile?.together ?? [];
  const [isOpen, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen !== wasOpen.current) section.current?.querySelector<HTMLElement>(isOpen ? "input" : ".add")?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  usePetNames(ids);
  const canEdit = can("pets:write");
  if (ids.length === 0 && !canEdit) return null;
  const change = (id: bigint, isAdded: boolean) => {
    const partner = knownPet(id);
    if (partner !== undefined) void attempt(() => changeTogether(pet, partner, isAdded));
  };
  return (
    <section class="partners" aria-label={words.together} ref={section}>
      <h3>{words.together}</h3>
      {ids.length > 0 && (
        <ul class="row wrap">
          {ids.map((id) => (
            <li key={id} class="row">
              <a href={hrefOf("pets", id)}>
                <bdi>{petName(id)}</bdi>
              </a>
              {canEdit && (
                <button
                  type="button"
                  class="quiet icon"
                  aria-label={words.unpair(petName(id))}
                  onClick={() => change(id, false)}
                >
                  {icons.close}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && !isOpen && (
        <button type="button" class="quiet add" onClick={() => setOpen(true)}>
          {words.pair}
        </button>
      )}
      {isOpen && (
        <Finder
          chosen={[pet.id, ...ids]}
          choose={(id) => {
            setOpen(false);
            if (id !== undefined) change(id, true);
          }}
        />
      )}
    </section>
  );
}

interface FinderProps {
  readonly chosen: readonly bigint[];
  /** Undefined to clear. */
  readonly choose: (id: bigint | undefined) => void;
}

function Finder({ chosen, choose }: FinderProps) {
  const [typed, setTyped] = useState("");
  function chooseIt(found: PetWithIncluded) {
    cachePets([found]);
    choose(found.id);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the field
    <div
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.key !== "Escape") return;
        event.preventDefault();
        choose(undefined);
      }}
    >
      <FieldFrame label={allTexts.value.orders.find}>
        {(control) => (
          <PetFinder
            control={control}
            typed={typed}
            change={setTyped}
            choose={chooseIt}
            chosen={chosen.map(String)}
            isEachOnce
          />
        )}
      </FieldFrame>
    </div>
  );
}
