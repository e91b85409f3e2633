import { allTexts, loadViewTexts } from "../../app/language.ts";
import { ask } from "../../app/questions.ts";
import { signOut } from "../../app/session.ts";
import { unsaved, wouldLose } from "../../app/unsaved.ts";

/** Signs out, after a question if something would be lost. */
export async function leave(): Promise<void> {
  if (!wouldLose()) return signOut();
  await loadViewTexts();
  const { shell } = allTexts.value;
  const titles = [...new Set(Object.values(unsaved.peek()).map(({ title }) => title))];
  ask({
    title: shell.signOutTitle,
    text: titles.length === 0 ? shell.signOutUnderWay : shell.signOutText(titles.join(", ")),
    action: shell.signOut,
    confirm: async () => signOut(),
  });
}
