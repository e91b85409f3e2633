import { useEffect, useState } from "preact/hooks";
import type { CreateImportQuery, ImportReport } from "../../../client/index.ts";
import { IMPORT_BYTES_MAX } from "../../../contract/limits.ts";
import { type Failure, failureOf, hasCode } from "../../app/failure.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { randomName } from "../../app/random.ts";
import { hrefOf } from "../../app/routes.ts";
import { petstore } from "../../app/session/session.ts";
import { stayWhile } from "../../app/session/version.ts";
import { tell } from "../../data/command.ts";
import { reload, useResource } from "../../data/resource.ts";
import { ViewHead } from "../../ui/list/list-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { FailureText } from "../../ui/states.tsx";
import { type Choices, NO_CHOICES, queryOf } from "./choices.ts";
import { type FileRows, rowsIn } from "./file-rows.ts";
import { Report } from "./import-report.tsx";
import { PastImports, undoingImport, undoneText } from "./past-imports.tsx";

/** Imports a file: a preview first, then the import. */
export function ImportsView() {
  const { imports: words, views } = allTexts.value;
  const [chosen, setChosen] = useState<{ readonly file: File; readonly name: string }>();
  const choose = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file !== undefined) setChosen({ file, name: randomName() });
  };
  useEffect(() => stayWhile(() => chosen !== undefined), [chosen]);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      choose(event.dataTransfer?.files);
    };
    addEventListener("dragover", onDragOver);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("dragover", onDragOver);
      removeEventListener("drop", onDrop);
    };
  }, []);
  return (
    <div class="imports">
      <ViewHead title={views.imports}>
        <a href={hrefOf("pets")}>{words.back}</a>
      </ViewHead>
      <p class="hint">{words.hint}</p>
      <p class="drop">
        <label class="button primary file">
          {words.choose}
          <input
            type="file"
            accept=".csv,.tsv,.txt,.ndjson,text/csv"
            onChange={({ currentTarget }) => {
              choose(currentTarget.files);
              currentTarget.value = "";
            }}
          />
        </label>
        <span class="hint">{words.drop}</span>
      </p>
      {chosen !== undefined && <ChosenFile key={chosen.name} {...chosen} done={() => setChosen(undefined)} />}
      <PastImports />
    </div>
  );
}

interface ChosenFileProps {
  readonly file: File;
  /** Distinguishes files with the same name. */
  readonly name: string;
  readonly done: () => void;
}

/** Spreadsheet workbooks, which the service cannot read. */
const WORKBOOK = /\.(?:xlsx?|xlsm|xlsb|ods|numbers)$/i;

function ChosenFile(props: ChosenFileProps) {
  const { imports: words } = allTexts.value;
  // Not sent: the service would refuse it.
  if (WORKBOOK.test(props.file.name)) return <p class="notice">{words.workbook}</p>;
  if (props.file.size > IMPORT_BYTES_MAX) return <p class="notice">{words.tooLarge}</p>;
  return <CheckedFile {...props} />;
}

function CheckedFile({ file, name, done }: ChosenFileProps) {
  const { imports: words } = allTexts.value;
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const query = queryOf(choices);
  const resource = useResource(`import ${name} ${JSON.stringify(query)}`, {
    topic: "import check",
    load: async (signal) => {
      const report = await send(file, { ...query, dryRun: true }, { signal });
      const titles = report.columns.map(({ title }) => title);
      return { report, rows: isJsonLines(file) ? NO_ROWS : await rowsIn(file, titles) };
    },
  });
  // The service stops reading at its limit.
  if (hasCode(resource.error, "payload_too_large")) return <p class="notice">{words.tooMany}</p>;
  return (
    <section class="card import" aria-labelledby="import-title" aria-busy={resource.isLoading}>
      <h2 id="import-title">
        <bdi>{file.name}</bdi>
      </h2>
      <Loaded resource={resource} lines={6}>
        {({ report, rows }) => (
          <>
            <Report report={report} rows={rows} choices={choices} choose={setChoices} />
            <Import
              key={JSON.stringify(query)}
              file={file}
              query={query}
              report={report}
              isCurrent={resource.isCurrent}
              done={done}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Exports in JSON Lines. */
const isJsonLines = ({ name }: File) => /\.(?:ndjson|jsonl)$/i.test(name);

const NO_ROWS: FileRows = { titles: [], cells: new Map() };

type UploadOptions = Parameters<ReturnType<typeof petstore>["imports"]["create"]>[2];

function send(file: File, query: CreateImportQuery, options: UploadOptions): Promise<ImportReport> {
  // The operating system may report another media type.
  const typed = file.slice(0, file.size, isJsonLines(file) ? "application/x-ndjson" : "text/csv");
  return Promise.resolve(
    petstore().imports.create(typed, { ...query, file: file.name.slice(0, 255) || undefined }, options),
  );
}

interface ImportProps extends Omit<ChosenFileProps, "name"> {
  readonly query: CreateImportQuery;
  readonly report: ImportReport;
  /** Whether the report was made with the current choices. */
  readonly isCurrent: boolean;
}

/** The import button and its progress. */
function Import({ file, query, report, isCurrent, done }: ImportProps) {
  const { imports: words } = allTexts.value;
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const [sending] = useState(() => new AbortController());
  // Abort the upload when the person leaves the file.
  useEffect(() => () => sending.abort(), [sending]);
  // A repeated request takes effect once.
  const [idempotencyKey, setKey] = useState(randomName);
  const changes = report.added + report.updated;
  const canStart = isCurrent && progress === undefined && report.problems.length === 0 && changes > 0;
  async function start() {
    if (!canStart) return;
    setFailure(undefined);
    setProgress(0);
    try {
      const stored = await send(file, query, {
        idempotencyKey,
        signal: sending.signal,
        onProgress: ({ sent, total }) => setProgress(total === 0 ? 1 : sent / total),
      });
      if (!stored.stored) {
        // The data changed since the preview: the next attempt is a new request.
        setKey(randomName());
        return reload("import check");
      }
      const count = stored.added + stored.updated;
      const backs = stored.id === undefined ? [] : [undoingImport(stored.id)];
      tell(words.imported(count, formatNumber(count)), backs, { done: undoneText });
      reload("pet list");
      reload("imports");
      done();
    } catch (error) {
      if (!sending.signal.aborted) setFailure(failureOf(error));
    } finally {
      setProgress(undefined);
    }
  }
  return (
    <>
      <div role="alert">{failure !== undefined && <FailureText {...failure} />}</div>
      {progress !== undefined && (
        <progress aria-label={words.running} max={1} {...(progress < 1 && { value: progress })} />
      )}
      <div class="buttons">
        <button type="button" onClick={done}>
          {allTexts.value.common.cancel}
        </button>
        <button type="button" class="primary" aria-disabled={!canStart} onClick={start}>
          {progress === undefined ? words.start(changes, formatNumber(changes)) : words.running}
        </button>
      </div>
    </>
  );
}
