/* Photos of pets that are not added yet, stored by the browser until the tab is loaded again. */

/** The photos of each pet, as `newPhotos` has them. */
type Photos = readonly (readonly File[])[];

interface Kept {
  /** When they were kept, in epoch milliseconds. */
  readonly at: number;
  readonly photos: Photos;
}

const STORE = "photos";

/** The photos of a closed tab are deleted after a day. */
const KEPT_MS = 86_400_000;

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open("petstore-console", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  return database.transaction(STORE, mode).objectStore(STORE);
}

/** Stores the photos of a tab; deletes them if there are none. */
export async function keepPhotos(tab: string, photos: Photos, now: number): Promise<void> {
  const store = await open("readwrite");
  for (const key of await done(store.getAllKeys())) {
    const kept: Kept | undefined = await done(store.get(key));
    if (kept === undefined || kept.at < now - KEPT_MS) store.delete(key);
  }
  if (photos.length === 0) await done(store.delete(tab));
  else await done(store.put({ at: now, photos } satisfies Kept, tab));
}

/** The photos of a tab that was loaded again. */
export async function keptPhotos(tab: string): Promise<Photos> {
  const kept: Kept | undefined = await done((await open("readonly")).get(tab));
  return kept?.photos ?? [];
}
