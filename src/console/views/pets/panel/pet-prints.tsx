/* Papers about pets: cage cards, four on a page, and a poster. None contains customer data. */
import type { PetWithIncluded } from "../../../../client/index.ts";
import { contactText, isLoopback } from "../../../../contract/shop/shop-addresses.ts";
import { allTexts } from "../../../app/formats/language.ts";
import { formatPrice } from "../../../app/formats/money-text.ts";
import { factsOf } from "../../../app/formats/profile-members.ts";
import { attempt, inform } from "../../../app/notices.ts";
import { shop, shopName, visitorsHref } from "../../../app/session/page-settings.ts";
import { careLine, type PrintedCare, readPrintedCare } from "../../../data/care/care-papers.ts";
import { photoSource } from "../../../data/photos/photo-data.ts";
import { icons } from "../../../ui/icons.tsx";
import { printPaper } from "../../../ui/printing.ts";
import { QrCode } from "../../../ui/qr-code.tsx";
import { PetIcon } from "../../../ui/shop/pet-icon.tsx";

/** The papers of a pet. */
export type Print = "cards" | "poster";

const CARDS_ON_A_PAGE = 4;

/** Prints pets once their photos have loaded. Reports failures as a notification. */
export function printPets(pets: readonly PetWithIncluded[], what: Print): Promise<void> {
  return attempt(async () => {
    const care = await readPrintedCare(what === "cards" ? pets.map(({ id }) => id) : []);
    if (visitorsHref !== undefined && isLoopback(visitorsHref)) inform(allTexts.value.print.withoutCode);
    await printPaper(
      what === "cards" ? <Cards pets={pets} care={care} /> : pets.map((pet) => <Poster key={pet.id} pet={pet} />),
      "pets",
    );
  });
}

interface PetProps {
  readonly pet: PetWithIncluded;
}

interface CardsProps {
  readonly pets: readonly PetWithIncluded[];
  readonly care: PrintedCare;
}

function Cards({ pets, care }: CardsProps) {
  const pages = Array.from({ length: Math.ceil(pets.length / CARDS_ON_A_PAGE) }, (_, page) =>
    pets.slice(page * CARDS_ON_A_PAGE, (page + 1) * CARDS_ON_A_PAGE),
  );
  return pages.map((page, number) => (
    <section key={number} class="paper">
      {page.map((pet) => (
        <Card key={pet.id} pet={pet} care={careLine(care.get(pet.id) ?? [])} />
      ))}
    </section>
  ));
}

function Card({ pet, care }: PetProps & { readonly care: string }) {
  const { print: words } = allTexts.value;
  const { tags = [], description = "" } = pet.profile ?? {};
  return (
    <article class="cage-card">
      <Picture pet={pet} />
      <h2>
        <bdi>{pet.name}</bdi>
      </h2>
      <p>{facts(pet)}</p>
      {care !== "" && <p>{care}</p>}
      <p>
        <strong>{tags.join(" · ")}</strong>
      </p>
      <p class="muted story">{description.split("\n")[0]}</p>
      <footer>
        <Code pet={pet} />
        <div>
          <p class="price">{priceOf(pet)}</p>
          <small>{pet.status === "pending" ? words.reserved : hrefFor(pet) && words.scan}</small>
          <ShopName />
        </div>
      </footer>
    </article>
  );
}

function Poster({ pet }: PetProps) {
  const { print: words } = allTexts.value;
  const href = hrefFor(pet);
  return (
    <section class="paper poster">
      <Picture pet={pet} />
      <div class="about">
        <div>
          <p class="call">{words.home}</p>
          <h2>
            <bdi>{pet.name}</bdi>
          </h2>
          <p>{facts(pet)}</p>
          <p class="story">{pet.profile?.description}</p>
        </div>
        <Code pet={pet} />
      </div>
      <footer>
        <ShopName />
        {shop.contact !== "" && <bdi>{contactText(shop.contact)}</bdi>}
        <strong>{priceOf(pet)}</strong>
      </footer>
      {(href !== undefined || shop.contact !== "") && (
        <ul class="strips">
          {Array.from({ length: STRIPS }, (_, strip) => (
            <li key={strip}>
              <strong>{pet.name}</strong>
              <span>{contactText(shop.contact) || shopName}</span>
              <span>{href?.replace(/^https?:\/\//, "")}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The number of tear-off strips. */
const STRIPS = 9;

/** The photo or the drawing. A band says that the pet is reserved, but not for whom. */
function Picture({ pet }: PetProps) {
  const [photo] = pet.photos ?? [];
  return (
    <div class="picture">
      {photo === undefined ? <PetIcon categoryId={pet.categoryId} /> : <img src={photoSource(photo, "large")} alt="" />}
      {pet.status === "pending" && <p class="band">{allTexts.value.pets.statuses.pending}</p>}
    </div>
  );
}

function Code({ pet }: PetProps) {
  const href = hrefFor(pet);
  return href === undefined ? null : <QrCode text={href} label={href} />;
}

function ShopName() {
  return (
    <p class="shop">
      {icons.pets} <bdi>{shopName}</bdi>
    </p>
  );
}

/** The URL of the pet's public page; undefined if there is none, or if it is a loopback address. */
function hrefFor({ id }: PetWithIncluded): string | undefined {
  if (visitorsHref === undefined || isLoopback(visitorsHref)) return undefined;
  return new URL(`pets/${id}`, visitorsHref).href;
}

function facts({ profile }: PetWithIncluded): string {
  const { profile: words } = allTexts.value;
  if (profile === undefined) return "";
  return [factsOf(profile), profile.neutered && words.neutered.toLowerCase()].filter(Boolean).join(" · ");
}

function priceOf({ profile }: PetWithIncluded): string {
  return profile?.price === undefined ? "" : formatPrice(profile.price);
}
