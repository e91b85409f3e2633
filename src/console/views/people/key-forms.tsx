/* The forms for who has access: invite a person, add the key of a program, change a key. */
import type { ApiKey } from "../../../client/index.ts";
import { allTexts } from "../../app/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore, type Role, type Scope } from "../../app/session.ts";
import { grantableRoles, roleName, roleOptions, roles, roleText } from "../../data/people.ts";
import { reload } from "../../data/resource.ts";
import type { Version } from "../../forms/draft.ts";
import { ChecksField, SelectField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { only, type Sending, useForm } from "../../forms/use-form.ts";
import { showOnce } from "../../ui/shown-once.tsx";

interface FormProps {
  readonly cancel: () => void;
}

/** Invites a person: the response has a link for one use. */
export function InviteForm({ cancel }: FormProps) {
  const { people: words } = allTexts.value;
  const form = useForm<{ readonly name: string; readonly role: string }>({
    name: "invitation-new",
    version: { fields: { name: "", role: "staff" } },
    companions: ["role"],
    async send({ typed, idempotencyKey }) {
      const { name, url } = await petstore().invitations.create(
        { name: typed.name, role: typed.role as Role },
        { idempotencyKey },
      );
      showOnce("invitation", url);
      announce(url === undefined ? words.linkLost(name) : words.invited(name));
      reload("people");
      return undefined;
    },
  });
  return (
    <Form form={form} action={words.makeLink} hasFocus cancel={cancel}>
      <TextField form={form} name="name" label={words.who} />
      <SelectField
        form={form}
        name="role"
        label={words.role}
        hint={roleText(form.typed.role)}
        options={roleOptions(grantableRoles())}
      />
    </Form>
  );
}

/** Adds a key for a program, with the rights that it needs and no more. */
export function MachineForm({ cancel }: FormProps) {
  const { people: words } = allTexts.value;
  const form = useForm<{ readonly name: string; readonly scopes: string }>({
    name: "key-new",
    version: { fields: { name: "", scopes: "" } },
    check: ({ scopes }) => ({ scopes: scopes === "" ? words.scopesMissing : undefined }),
    async send({ typed, idempotencyKey }) {
      const scopes = typed.scopes.split(" ") as Scope[];
      const { id, name, secret } = await petstore().keys.create({ name: typed.name, scopes }, { idempotencyKey });
      showOnce(`key ${id}`, secret);
      announce(secret === undefined ? words.secretLost(name) : words.added(name));
      reload("people");
      navigate(hrefOf("people", id), { isReplacing: true });
      return undefined;
    },
  });
  return (
    <Form form={form} action={words.addMachine} hasFocus cancel={cancel}>
      <TextField form={form} name="name" label={words.what} hint={words.whatHint} />
      <ChecksField form={form} name="scopes" label={words.allowed} options={words.scopes} />
    </Form>
  );
}

type KeyFields = { readonly name: string; readonly role: string };

function versionOf({ name, role = "" }: ApiKey, tag: string | undefined): Version<KeyFields> {
  return { fields: { name, role }, tag };
}

/** Changes the name or the role of a key, if nobody else has changed them. */
export function KeyForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const { people: words, common } = allTexts.value;
  const { id, role } = apiKey;
  async function read() {
    const { data, etag } = await petstore().keys.get(id).withResponse();
    return versionOf(data, etag);
  }
  async function send({ typed, changed, tag }: Sending<KeyFields>) {
    const update = only(changed, { name: typed.name, role: typed.role as Role });
    // The list has no tags: the first change compares with what is shown.
    const ifMatch = tag ?? (await tagOf(apiKey));
    const { data, etag } = await petstore().keys.update(id, update, { ifMatch }).withResponse();
    announce(words.saved(data.name));
    reload("people");
    return versionOf(data, etag);
  }
  const form = useForm<KeyFields>({ name: `key-${id}`, version: versionOf(apiKey, undefined), send, read });
  const offered = roles().filter((one) => one === role || grantableRoles().includes(one));
  return (
    <Form form={form} action={common.save} isQuiet>
      <TextField form={form} name="name" label={words.name} />
      <SelectField
        form={form}
        name="role"
        label={words.role}
        hint={roleText(form.typed.role)}
        options={{ ...(role === undefined && { "": roleName(apiKey) }), ...roleOptions(offered) }}
      />
    </Form>
  );
}

/** The tag of a key that is as it is shown; one that never matches if somebody else has changed it. */
async function tagOf({ id, name, scopes }: ApiKey): Promise<string | undefined> {
  const { data, etag } = await petstore().keys.get(id).withResponse();
  return data.name === name && String(data.scopes) === String(scopes) ? etag : '"changed"';
}
