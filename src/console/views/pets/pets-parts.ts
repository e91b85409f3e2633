/* What the pets have beside their list, in one file for the browser: it is loaded right after the first rows. */
export { hasWords } from "../../app/shown-words.ts";
export { photographPet } from "./drop-pets.ts";
export { NoPets } from "./no-pets.tsx";
export { PetPanel } from "./pet-panel.tsx";
export { PetsBar, PetsTools } from "./pets-tools.tsx";
