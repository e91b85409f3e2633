/* Forms for access: invite a person, create a key for a program, change a key. */
import type { ApiKey, CreatedInvitation, CreatedKey } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { announce } from "../../app/notices.ts";
import { hrefOf, navigate } from "../../app/routes.ts";
import { petstore, type Role, type Scope } from "../../app/session/session.ts";
import { showOnce } from "../../app/shown-once.ts";
import { unlessGone } from "../../data/command.ts";
import { reload } from "../../data/resource.ts";
import { grantableRoles, INVITATION, roleName, roleOptions, roles, roleText } from "../../data/shop/people-data.ts";
import { ChecksField } from "../../forms/choices.tsx";
import type { Sending } from "../../forms/delivery.ts";
import type { Tagged, Version } from "../../forms/draft.ts";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { type Form as FormState, only, useForm } from "../../forms/use-form.ts";

interface FormProps {
  readonly cancel: () => void;
}

/** The key of a person, as typed. */
type KeyFields = { readonly name: string; readonly role: string };

/** Invites a person. The response contains a link that works once. */
export function InviteForm({ cancel }: FormProps) {
  const { people: words } = allTexts.value;
  const form = useForm<KeyFields, CreatedInvitation>({
    name: "invitation-new",
    version: { fields: { name: "", role: "staff" } },
    describe: ({ name }) => ({ title: name || words.inviteTitle, href: hrefOf("people", "new") }),
    companions: ["role"],
    required: ["name"],
    send: invite,
    done({ id, name, url }) {
      showOnce(`${INVITATION}${id}`, url);
      announce(url === undefined ? words.linkLost(name) : words.invited(name));
      reload("keys");
    },
  });
  return (
    <Form form={form} action={words.makeLink} hasFocus cancel={cancel}>
      <TextField form={form} name="name" label={words.who} />
      <RoleField form={form} options={roleOptions(grantableRoles())} />
    </Form>
  );
}

/** Creates an invitation. An invitation cannot be changed, so an edited one replaces it. */
async function invite({
  typed: { name, role },
  result,
  idempotencyKey,
}: Sending<KeyFields, CreatedInvitation>): Promise<CreatedInvitation> {
  const { invitations } = petstore();
  if (result !== undefined) await unlessGone({ isRepeated: true }, invitations.delete(result.id));
  return invitations.create({ name, role: role as Role }, { idempotencyKey });
}

/** Creates a key for a program, with only the scopes that it needs. */
export function MachineForm({ cancel }: FormProps) {
  const { people: words } = allTexts.value;
  const form = useForm<{ readonly name: string; readonly scopes: string }, CreatedKey>({
    name: "key-new",
    version: { fields: { name: "", scopes: "" } },
    describe: ({ name }) => ({ title: name || words.addMachine, href: hrefOf("people", "machine") }),
    required: ["name"],
    check: ({ scopes }) => ({ scopes: scopes === "" ? words.scopesMissing : undefined }),
    async send({ typed, changed, result, idempotencyKey }) {
      const { keys } = petstore();
      const members = { name: typed.name, scopes: typed.scopes.split(" ") as Scope[] };
      if (result === undefined) return keys.create(members, { idempotencyKey });
      return { ...result, ...(await keys.update(result.id, only(changed, members), { idempotencyKey })) };
    },
    done({ id, name, secret }) {
      showOnce(`key ${id}`, secret);
      announce(secret === undefined ? words.secretLost(name) : words.added(name));
      reload("keys");
      navigate(hrefOf("people", id), { isReplacing: true });
    },
  });
  return (
    <Form form={form} action={words.addMachine} hasFocus cancel={cancel}>
      <TextField form={form} name="name" label={words.what} hint={words.whatHint} />
      <ChecksField form={form} name="scopes" label={words.allowed} options={words.scopes} />
    </Form>
  );
}

function versionOf({ data: { name, role = "" }, etag }: Tagged<ApiKey>): Version<KeyFields> {
  return { fields: { name, role }, tag: etag };
}

/** Changes the name or role of a key, unless it was changed since. */
export function KeyForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const { people: words, common } = allTexts.value;
  const { id, role } = apiKey;
  const form = useForm<KeyFields, Tagged<ApiKey>>({
    name: `key-${id}`,
    version: versionOf({ data: apiKey, etag: undefined }),
    describe: ({ name }) => ({ title: name || apiKey.name, href: hrefOf("people", id) }),
    required: ["name"],
    async send({ typed, changed, tag, idempotencyKey }) {
      const update = only(changed, { name: typed.name, role: typed.role as Role });
      // Lists have no entity tags, so check that the key is still as shown.
      const ifMatch = tag ?? (await tagOf(apiKey));
      return petstore().keys.update(id, update, { ifMatch, idempotencyKey }).withResponse();
    },
    versionOf,
    done({ data }) {
      announce(words.saved(data.name));
      reload("keys");
    },
    read: async () => versionOf(await petstore().keys.get(id).withResponse()),
  });
  const offered = roles().filter((one) => one === role || grantableRoles().includes(one));
  return (
    <Form form={form} action={common.save} isQuiet>
      <TextField form={form} name="name" label={words.name} />
      <RoleField
        form={form}
        options={{ ...(role === undefined && { "": roleName(apiKey) }), ...roleOptions(offered) }}
      />
    </Form>
  );
}

interface RoleFieldProps {
  readonly form: FormState<KeyFields>;
  readonly options: Readonly<Record<string, string>>;
}

/** A role, with its scopes below. */
function RoleField({ form, options }: RoleFieldProps) {
  const label = allTexts.value.people.role;
  return <SelectField form={form} name="role" label={label} hint={roleText(form.typed.role)} options={options} />;
}

/** The entity tag of a key if it is still as shown; otherwise one that never matches. */
async function tagOf({ id, name, scopes }: ApiKey): Promise<string | undefined> {
  const { data, etag } = await petstore().keys.get(id).withResponse();
  return data.name === name && String(data.scopes) === String(scopes) ? etag : '"changed"';
}
