import { useState } from "preact/hooks";
import type { Pet } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { petstore } from "../../app/session.ts";
import { publish } from "../../data/changes.ts";
import { dropDraft } from "../../forms/draft.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";

interface DeletePetProps {
  readonly pet: Pet;
  /** Called when the pet is deleted. */
  readonly deleted: () => void;
}

/** Deletes a pet, after a question. */
export function DeletePet({ pet, deleted }: DeletePetProps) {
  const { pets: words, common } = allTexts.value;
  const [isAsking, setAsking] = useState(false);
  async function remove() {
    await petstore().pets.delete(pet.id);
    dropDraft(`pet-${pet.id}`);
    publish({ type: "pet.deleted", data: pet, source: "here" });
    announce(words.deletedNow(pet.name));
    deleted();
  }
  return (
    <div class="buttons start">
      <button type="button" class="quiet danger" onClick={() => setAsking(true)}>
        {words.delete}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={words.deleteTitle(pet.name)}
          text={words.deleteText}
          action={common.delete}
          confirm={remove}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}
