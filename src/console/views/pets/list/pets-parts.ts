/* What the pets view needs besides its list, as one chunk that loads right after the first rows. */
export { hasWords } from "../../../app/formats/shown-words.ts";
export { PetPanel } from "../panel/pet-panel.tsx";
export { photographPet } from "../photos/drop-pets.ts";
export { NoPets } from "./no-pets.tsx";
export { PetsBar, PetsTools } from "./pets-tools.tsx";
