import type { Pet } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { ask } from "../../app/questions.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import { dropDraft } from "../../forms/draft.ts";

interface DeletePetProps {
  readonly pet: Pet;
  /** Called when the pet is deleted. */
  readonly deleted: () => void;
}

/** Deletes a pet, after a question. */
export function DeletePet({ pet, deleted }: DeletePetProps) {
  const { pets: words, common } = allTexts.value;
  async function confirm() {
    await petstore().pets.delete(pet.id);
    dropDraft(`pet-${pet.id}`);
    publish({ type: "pet.deleted", data: pet, source: "here" });
    announce(words.deletedNow(pet.name));
    deleted();
  }
  const question = { title: words.deleteTitle(pet.name), text: words.deleteText, action: common.delete, confirm };
  return (
    <div class="buttons start">
      <button type="button" class="quiet danger" onClick={() => ask(question)}>
        {words.delete}
      </button>
    </div>
  );
}
