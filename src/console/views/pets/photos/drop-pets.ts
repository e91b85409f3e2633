/* Photos dropped on the list, or taken with a camera: each becomes a new pet, named after its file. */
import { hrefOf, navigate, route } from "../../../app/routes.ts";
import { can } from "../../../app/session/session.ts";
import { addNewPets } from "../../../data/photos/new-photos.ts";
import { photosAmong, photoTypes } from "../../../data/photos/photo-uploads.ts";
import { petsHref, petsRoute } from "../list/pets-route.ts";

/** Opens the form for a new pet with the first photo; "Add and next" continues with the others. */
export function addPetsOf(files: Iterable<File>): void {
  const photos = photosAmong(files);
  if (photos.length === 0) return;
  addNewPets(photos);
  const { view } = route.peek();
  navigate(view === "pets" ? petsHref(petsRoute(route.peek()), { open: "new" }) : hrefOf("pets", "new"));
}

/** Takes the first photo of a new pet. On a phone this opens the camera, elsewhere a file dialog. */
export function photographPet(): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: photoTypes(), capture: "environment", hidden: true });
  // Safari drops an input that is not in the document.
  document.body.append(input);
  input.addEventListener("change", () => addPetsOf(input.files ?? []));
  for (const end of ["change", "cancel"]) input.addEventListener(end, () => input.remove());
  input.click();
}

/** Whether files are being dragged over the list. */
function isOver({ target, dataTransfer }: DragEvent): boolean {
  const isInList = target instanceof Element && target.closest(".list") !== null;
  return (
    isInList && route.peek().view === "pets" && can("pets:write") && dataTransfer?.types.includes("Files") === true
  );
}

document.addEventListener("dragover", (event) => {
  if (isOver(event)) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  if (!isOver(event)) return;
  event.preventDefault();
  addPetsOf(event.dataTransfer?.files ?? []);
});
