/* The port to the store for photos. Its comments are promises, as in `ports.ts`. */
import type { Photo, PhotoSize } from "../../../contract/pets/photos.ts";

/** A photo as it is stored: its addresses derive from its token. */
export interface StoredPhoto extends Omit<Photo, "urls"> {
  /** An unguessable name of its files. */
  readonly token: string;
}

/** The files of a photo, one for each size. */
export type PhotoFiles = Readonly<Record<PhotoSize, Uint8Array>>;

/** A photo that is upright, without metadata, in every size. */
export interface ConvertedPhoto extends Pick<Photo, "width" | "height" | "placeholder"> {
  readonly files: PhotoFiles;
}

/**
 * Converts a photo into its files. The bytes may be freed afterwards. Throws `invalid_image`, or `service_unavailable` if too many wait.
 */
export type ConvertPhoto = (bytes: Uint8Array) => Promise<ConvertedPhoto>;

/** What a client may change of a photo. */
export type PhotoSettings = Pick<StoredPhoto, "alt" | "position">;

export interface Photos {
  /** Stores a photo of a pet that is locked, with its files, and returns it with a new positive id. */
  insert(photo: Omit<StoredPhoto, "id">, files: PhotoFiles): Promise<StoredPhoto>;
  /** Lists the photos of these pets, those of each in the order of position. At least one is given. */
  list(petIds: readonly bigint[]): Promise<readonly StoredPhoto[]>;
  /**
   * Like `list` for one pet, and locks the pet and its photos until the end of the transaction. Returns undefined if there is no such pet.
   */
  lock(petId: bigint): Promise<readonly StoredPhoto[] | undefined>;
  /** Changes a photo of a pet that is locked; the photos between its old and its new position make room. */
  change(photo: StoredPhoto, settings: PhotoSettings): Promise<void>;
  /** Removes a photo of a pet that is locked with its files; those after it move up. */
  delete(photo: StoredPhoto): Promise<void>;
  /** Returns the tokens whose photos visitors may see. At least one is given. */
  known(tokens: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns a file of the photo with a token, or undefined; if `published`, only of a pet that visitors may see. */
  file(token: string, size: PhotoSize, published?: true): Promise<Uint8Array | undefined>;
}
