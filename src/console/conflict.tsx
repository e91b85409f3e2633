interface Choice {
  /** What it does, such as "Keep 7". */
  readonly label: string;
  readonly choose: () => void;
}

interface ConflictProps {
  /** Says what each of the two people has entered. */
  readonly text: string;
  readonly keep: Choice;
  readonly set: Choice;
}

/** Somebody else has changed the same thing: both values, and a choice between them. */
export function Conflict({ text, keep, set }: ConflictProps) {
  return (
    <div class="conflict" role="alert">
      <p>{text}</p>
      <div class="buttons">
        <button type="button" onClick={keep.choose}>
          {keep.label}
        </button>
        <button type="button" class="primary" onClick={set.choose}>
          {set.label}
        </button>
      </div>
    </div>
  );
}
