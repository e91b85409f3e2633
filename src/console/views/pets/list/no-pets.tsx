/* What replaces an empty list: in a new shop the first steps, in any order, until the first pet is added. */
import type { ComponentChildren } from "preact";
import { allTexts } from "../../../app/formats/language.ts";
import { keyFor } from "../../../app/keyboard/shortcut-keys.ts";
import { attempt } from "../../../app/notices.ts";
import { hrefOf, readId } from "../../../app/routes.ts";
import { visitorsHref } from "../../../app/session/page-settings.ts";
import { can } from "../../../app/session/session.ts";
import { sortedCategories } from "../../../data/pets/category-data.ts";
import { addKind, namedKind, removeKind } from "../../../data/pets/kind-changes.ts";
import { firstName, isEnded, isPerson, useKeys } from "../../../data/shop/people-data.ts";
import { icons } from "../../../ui/icons.tsx";
import { panelIcons } from "../../../ui/panels/panel-icons.tsx";
import { KindIcon } from "../../../ui/shop/pet-icon.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { addPetsOf } from "../photos/drop-pets.ts";
import { PhotoInputs } from "../photos/photo-inputs.tsx";
import { allPetsHref, isFiltered, type PetsRoute, petsHref } from "./pets-route.ts";

/** No pet matches the filters, or the shop has none. */
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

/** The first steps that the key allows. */
function EmptyShop() {
  const { pets, start: words } = allTexts.value;
  const name = firstName();
  const steps = [
    can("categories:write") && can("categories:read") && Kinds,
    FirstPet,
    can("keys:manage") && Team,
    PublicPage,
  ].filter((step) => step !== false);
  return (
    <section class="first-steps" aria-label={words.title}>
      <h2>{name === undefined ? words.title : words.welcome(name)}</h2>
      <p class="muted">
        {pets.none}. {words.lead}
      </p>
      <ol>
        {steps.map((Step, index) => (
          <Step key={Step.name} number={index + 1} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
}

interface CardProps extends StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

/** A step, ticked when done. */
function Card({ number, title, isDone, children }: CardProps) {
  return (
    <li class={isDone ? "done" : undefined}>
      <h3>
        <span class="step" aria-hidden="true">
          {isDone ? panelIcons.check : number}
        </span>
        {title} {isDone && <span class="visually-hidden">{allTexts.value.start.done}</span>}
      </h3>
      {children}
    </li>
  );
}

/** Common categories: a tap adds one, another tap removes it. */
function Kinds({ number }: StepProps) {
  const { start: words, categories } = allTexts.value;
  const known = sortedCategories.value;
  const others = known.filter(({ name }) => words.kinds.every((kind) => kind.toLowerCase() !== name.toLowerCase()));
  return (
    <Card number={number} title={words.kindsTitle} isDone={known.length > 0}>
      <p class="muted">{words.kindsText}</p>
      <div class="kinds">
        {[...words.kinds, ...others.map(({ name }) => name)].map((name) => (
          <KindSwitch key={name} name={name} />
        ))}
      </div>
      <div class="buttons start">
        <a class="button soft" href={hrefOf("categories", "new")}>
          {icons.plus} {categories.add}
        </a>
      </div>
    </Card>
  );
}

function KindSwitch({ name }: { readonly name: string }) {
  const kind = namedKind(name);
  const toggle = () => attempt(async () => void (await (kind === undefined ? addKind(name) : removeKind(kind))));
  return (
    <button type="button" aria-pressed={kind !== undefined} onClick={toggle}>
      <KindIcon name={name} />
      <bdi>{name}</bdi>
      {kind === undefined ? icons.plus : panelIcons.check}
    </button>
  );
}

function FirstPet({ number }: StepProps) {
  const { start: words, pets } = allTexts.value;
  return (
    <Card number={number} title={words.petTitle} isDone={false}>
      <div class="drop-field">
        {icons.camera}
        <p>{words.dropText}</p>
        <PhotoInputs add={addPetsOf} />
      </div>
      <div class="buttons start">
        <a class="button primary" href={hrefOf("pets", "new")} {...keyFor("add", pets.add)}>
          {icons.plus} {pets.add}
        </a>
        <a class="button soft" href={hrefOf("imports")}>
          {icons.imports} {pets.import}
        </a>
      </div>
    </Card>
  );
}

/** Done when another person has a key. */
function Team({ number }: StepProps) {
  const { start: words, shell } = allTexts.value;
  const people = useKeys().data?.filter((key) => isPerson(key) && !isEnded(key)) ?? [];
  return (
    <Card number={number} title={words.teamTitle} isDone={people.length > 1}>
      <p class="muted">{words.teamText}</p>
      <div class="buttons start">
        <a class="button soft" href={hrefOf("people", "new")}>
          {icons.people} {shell.inviteFirst}
        </a>
      </div>
    </Card>
  );
}

function PublicPage({ number }: StepProps) {
  const { start: words } = allTexts.value;
  return (
    <Card number={number} title={words.pageTitle} isDone={visitorsHref !== undefined}>
      <p class="muted">{words.pageText}</p>
      {visitorsHref === undefined ? (
        <p class="muted">{words.pageOff}</p>
      ) : (
        <>
          <div class="preview" aria-hidden="true">
            {words.kinds.slice(0, 4).map((name) => (
              <KindIcon key={name} name={name} />
            ))}
          </div>
          <div class="buttons start">
            <a class="button soft" href={visitorsHref} target="_blank" rel="noreferrer">
              {icons.globe} {words.look}
            </a>
          </div>
        </>
      )}
    </Card>
  );
}
