import { useLayoutEffect, useRef } from "preact/hooks";
import { allTexts } from "../../app/language.ts";
import { dropUpload, retryUpload, type Upload } from "../../data/photo-uploads.ts";
import { FailureText } from "../../ui/states.tsx";

/** A photo on its way: how much is sent, or why it was not added. */
export function PhotoUpload({ id, name, scaled, progress, failure }: Upload) {
  const { photos: words, common } = allTexts.value;
  const place = useRef<HTMLDivElement>(null);
  const preview = scaled?.preview;
  useLayoutEffect(() => {
    if (preview !== undefined) place.current?.replaceChildren(preview);
  }, [preview]);
  return (
    <li class={failure === undefined ? "upload" : "upload failed"}>
      <div class="upload-preview" ref={place} aria-hidden="true" />
      {failure === undefined ? (
        <progress value={progress} aria-label={words.sending(name)} />
      ) : (
        <div role="alert">
          <p class="visually-hidden">{words.failed(name)}</p>
          <FailureText {...failure} />
          <div class="buttons start">
            <button type="button" aria-label={`${common.retry}: ${name}`} onClick={() => retryUpload(id)}>
              {common.retry}
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={`${common.dismiss}: ${name}`}
              onClick={() => dropUpload(id)}
            >
              {common.dismiss}
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
