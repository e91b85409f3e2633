/* Names are compared as the service compares them: word by word, whatever their case, accents and spelling (D55, D90). */
import { fold, foundWords, splitWords } from "../../../core/shop/name-key.ts";

/** Whether every word that was typed is the start of some word of a text. */
export function hasWords(text: string, typed: string): boolean {
  const words = foundWords(text);
  return splitWords(fold(typed)).every((start) => words.some((word) => word.startsWith(start)));
}
