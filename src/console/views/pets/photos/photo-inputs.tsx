/* Ways to add photos. */
import { useEffect, useRef } from "preact/hooks";
import { allTexts } from "../../../app/formats/language.ts";
import { pastedPhotos, photosAmong, photoTypes } from "../../../data/photos/photo-uploads.ts";

interface PhotoInputsProps {
  readonly add: (photos: readonly File[]) => void;
}

/** Adds photos from a file dialog or a camera, by drag and drop, or from the clipboard. */
export function PhotoInputs({ add: addPhotos }: PhotoInputsProps) {
  const { photos: words } = allTexts.value;
  const add = (files: Iterable<File>) => {
    const images = photosAmong(files);
    if (images.length > 0) addPhotos(images);
  };
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const panel = root.current?.closest<HTMLElement>(".side-panel") ?? undefined;
    function onDragOver(event: DragEvent) {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    }
    function onFiles(event: Event, files: ArrayLike<File> & Iterable<File> = []) {
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    }
    const onDrop = (event: DragEvent) => onFiles(event, event.dataTransfer?.files);
    function onPaste(event: ClipboardEvent) {
      // While a panel is open, drops and pastes go to the panel.
      const isMine = panel === (document.querySelector(".side-panel") ?? undefined);
      if (isMine) onFiles(event, pastedPhotos(event));
    }
    panel?.addEventListener("dragover", onDragOver);
    panel?.addEventListener("drop", onDrop);
    document.addEventListener("paste", onPaste);
    return () => {
      panel?.removeEventListener("dragover", onDragOver);
      panel?.removeEventListener("drop", onDrop);
      document.removeEventListener("paste", onPaste);
    };
  }, []);
  return (
    <div class="row wrap add-photos" ref={root}>
      <FileButton text={words.add} add={add} />
      <FileButton text={words.take} add={add} isCamera />
      <p class="hint">{words.dropHint}</p>
    </div>
  );
}

interface FileButtonProps {
  readonly text: string;
  readonly add: (files: Iterable<File>) => void;
  /** Whether to open the camera on a phone. */
  readonly isCamera?: boolean;
}

/** A label styled as a button around a file input, which keeps focus and accessible name. */
function FileButton({ text, add, isCamera = false }: FileButtonProps) {
  return (
    <label class={isCamera ? "button file camera" : "button file"}>
      {text}
      <input
        type="file"
        accept={photoTypes()}
        multiple={!isCamera}
        capture={isCamera ? "environment" : undefined}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // Lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
