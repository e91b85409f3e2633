import * as z from "zod";
import { idParameter, int64Parameter, listParameters, pageOf, pageParameters } from "../common.ts";
import { operation } from "../operation.ts";
import { dayParameter } from "../parameters.ts";
import {
  CARE_MAX,
  Care,
  CareDone,
  CareInput,
  CareKind,
  CarePlanStart,
  CareUpdate,
  PlannedCare,
} from "./care-schemas.ts";

const due = { id: 2, petId: 1, kind: "vaccination", what: "DHPPi", dueOn: "2026-12-18", everyDays: 28 };
const done = { ...due, id: 1, doneOn: "2026-11-20", dueOn: undefined, batch: "A 4711", by: "Dr. Weber" };
const common = { tag: "Care", stability: "beta" } as const;
const petId = z.object({ petId: idParameter("Id of the pet") });
const page = pageOf("entries", Care, "CareList", "What was done for pets and what is due");
const careId = z.object({ careId: idParameter("Id of the entry") });

const listPetCare = operation({
  ...common,
  id: "listPetCare",
  method: "GET",
  path: "/pets/{petId}/care",
  summary: "List the care of a pet",
  description: "Returns what was done for a pet and what is due, in the order of id, one page at a time.",
  scope: "care:read",
  params: petId,
  query: listParameters,
  success: page,
  examples: { params: { petId: "1" }, response: [done, due] },
});

const addCare = operation({
  ...common,
  id: "addCare",
  method: "POST",
  path: "/pets/{petId}/care",
  summary: "Add care of a pet",
  description:
    "Adds what was done for a pet, or what is due. A `weight` has `doneOn` and `grams`, and is not repeated. With `everyDays`, an entry " +
    "that is done makes the next one, due so many days later. Nothing is due before the pet's birth. A pet has at most " +
    `${CARE_MAX} entries.`,
  scope: "care:write",
  params: petId,
  body: CareInput,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The added entry",
    schema: Care,
    location: "/care/{id}",
    links: { getCare: "careId", updateCare: "careId", completeCare: "careId", deleteCare: "careId" },
  },
  errors: ["conflict"],
  examples: {
    params: { petId: "1" },
    body: { kind: "vaccination", what: "DHPPi", doneOn: "2026-11-20", everyDays: 28, batch: "A 4711", by: "Dr. Weber" },
    response: done,
  },
});

const listCare = operation({
  ...common,
  id: "listCare",
  method: "GET",
  path: "/care",
  summary: "List what is due",
  description:
    "Returns what is due for all pets and not done, in the order of `dueOn`, then of id, one page at a time. What is overdue comes first.",
  scope: "care:read",
  query: z.object({
    ...pageParameters,
    petId: int64Parameter("Only entries of this pet"),
    kind: CareKind.optional().meta({ "x-stability": "beta", description: "Only entries of this kind" }),
    dueBefore: dayParameter("Only entries that are due before this day"),
  }),
  success: page,
  examples: { response: [due] },
});

const getCare = operation({
  ...common,
  id: "getCare",
  method: "GET",
  path: "/care/{careId}",
  summary: "Get an entry of care",
  description: "Returns one entry.",
  scope: "care:read",
  params: careId,
  success: { status: 200, description: "The entry", schema: Care },
  examples: { params: { careId: "2" }, response: due },
});

const updateCare = operation({
  ...common,
  id: "updateCare",
  method: "PATCH",
  path: "/care/{careId}",
  summary: "Change an entry of care",
  description:
    "Changes the given members of an entry. With a `doneOn` of `null` it is not done any more, and the next one that it made is removed, " +
    "unless somebody has changed that. Another `doneOn` or `everyDays` moves the next one, under the same condition.",
  scope: "care:write",
  params: careId,
  body: CareUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Care,
  success: { status: 200, description: "The changed entry", schema: Care },
  errors: ["conflict"],
  examples: {
    params: { careId: "2" },
    body: { dueOn: "2026-12-21", note: "With the sister" },
    response: { ...due, dueOn: "2026-12-21", note: "With the sister" },
  },
});

const completeCare = operation({
  ...common,
  id: "completeCare",
  method: "POST",
  path: "/care/{careId}/done",
  summary: "Mark care as done",
  description:
    "Marks what is due as done. With `everyDays`, that makes the next entry. `PATCH` with a `doneOn` of `null` takes it back.",
  scope: "care:write",
  params: careId,
  body: CareDone,
  idempotencyKey: true,
  success: { status: 200, description: "The entry that is done", schema: Care },
  errors: ["conflict"],
  examples: { params: { careId: "2" }, body: { on: "2026-11-20" }, response: { ...due, doneOn: "2026-11-20" } },
});

const deleteCare = operation({
  ...common,
  id: "deleteCare",
  method: "DELETE",
  path: "/care/{careId}",
  summary: "Remove an entry of care",
  description: "Removes an entry. The next one that it made stays.",
  scope: "care:write",
  params: careId,
  ifMatch: Care,
  success: { status: 204, description: "The entry is removed" },
  examples: { params: { careId: "2" } },
});

const applyCarePlan = operation({
  ...common,
  id: "applyCarePlan",
  method: "POST",
  path: "/pets/{petId}/care/plan",
  summary: "Apply the plan of a category",
  description:
    "Adds what the plan of the pet's category makes due: days are counted from the pet's day of birth, if that is not known from `from`, else " +
    "from today. What the pet has already, of the same kind with the same words on the same day, is left out.",
  scope: "care:write",
  params: petId,
  body: CarePlanStart,
  idempotencyKey: true,
  success: { status: 200, description: "What was added", schema: PlannedCare },
  errors: ["conflict"],
  examples: { params: { petId: "1" }, body: { from: "2026-11-20" }, response: [due] },
});

/** The operations on care. */
export const careOperations = {
  listPetCare,
  addCare,
  listCare,
  getCare,
  updateCare,
  completeCare,
  deleteCare,
  applyCarePlan,
} as const;
