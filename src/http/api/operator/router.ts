import type { IncomingHttpHeaders } from 'node:http'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { actAs } from '../../../db/current-actor.ts'
import type { StoreRow } from '../../../db/db.ts'
import { findStore } from '../../../db/stores/stores.ts'
import {
  type StoreOfOrganization,
  storesOfOrganizations,
} from '../../../db/stores/stores-of-organizations.ts'
import { StoreId } from '../../../domain/ids.ts'
import type { Money } from '../../../domain/money.ts'
import { isAllowed } from '../../../domain/rights.ts'
import { createCore } from '../../../payments/facade/core.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import type { InvitationMail } from '../../../people/members/invitation-mail.ts'
import type { Membership, Person } from '../../../people/person.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import { bytesOf, jsonOf } from '../../../runtime/http/body/parse-body.ts'
import type { Problem } from '../../../runtime/http/problem.ts'
import { type Admission, serveRoutes } from '../../../runtime/http/serve-routes.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { type AuditedCaller, auditedAnswer, noteRefusedRight } from '../../audit/audited-route.ts'
import type { ChangeStreams } from '../changes/streams.ts'
import type { StoreConnecting } from '../route.ts'
import { type OperatorInput, type OperatorRoute, refuse } from '../route.ts'
import type { DemoData } from '../stores/demo-data-port.ts'
import {
  FRESH_MINUTES,
  FRESH_SIGN_IN_NEEDED,
  NOT_ALLOWED,
  NOT_FOUND,
  NOT_SIGNED_IN,
} from './problems.ts'
import { operatorRoutes } from './routes.ts'

export interface SignedInPeople {
  personOf(headers: IncomingHttpHeaders): Promise<Person | undefined>
  /** CSRF check; returns the refusal. */
  forgeryOf(request: Request): Problem | undefined
}

export interface OperatorOptions {
  signedIn: SignedInPeople
  connecting: StoreConnecting
  changes: ChangeStreams
  portalUrl?: string | undefined
  demoData?: DemoData | undefined
  mail: InvitationMail
  largeRefunds: readonly Money[]
}

const MAX_BYTES = 65_536
const FRESH_MS = FRESH_MINUTES * MINUTE
const isSafe = ({ method }: Pick<OperatorRoute, 'method'>): boolean => method === 'get'

/**
 * Serves the operator API: authenticates the person, limits routes to stores where they have the
 * scope, audits writes.
 */
export const operatorRouter = (
  ctx: PaymentsContext,
  { signedIn, connecting, changes, portalUrl, demoData, mail, largeRefunds }: OperatorOptions,
): Router => {
  const core = createCore(ctx)
  const deps = {
    query: ctx.db.query,
    ids: ctx.ids,
    installation: ctx.cardPage,
    sealer: connecting.sealer,
  }
  const admit = async (
    route: OperatorRoute,
    request: Request,
  ): Promise<Admission<OperatorInput>> => {
    const person = await signedIn.personOf(request.headers)
    if (!person) return refused(NOT_SIGNED_IN)
    const actor = { kind: 'person', id: person.id, name: person.name } as const
    const refuseIn = (
      organizations: readonly string[],
      document: Problem,
    ): Admission<OperatorInput> => {
      for (const organizationId of organizations) {
        noteRefusedRight(ctx, route, { caller: { actor, organizationId, storeId: null }, request })
      }
      return refused(document)
    }
    const forgery = isSafe(route) ? undefined : signedIn.forgeryOf(request)
    if (forgery) return refuseIn(organizationsOf(person.memberships), forgery)
    const allowing = person.memberships.filter(({ rights }) => isAllowed(rights, route.scope))
    if (allowing.length === 0) return refuseIn(organizationsOf(person.memberships), NOT_ALLOWED)
    const known = await storesOfOrganizations(ctx.db.query, organizationsOf(person.memberships))
    const organizationIds = organizationsOf(allowing)
    const isOfThose = ({ organization_id: id }: StoreOfOrganization) => organizationIds.includes(id)
    return {
      outcome: 'admitted',
      given: {
        ...{
          ctx,
          core,
          connecting,
          stores: deps,
          changes,
          portalUrl,
          demoData,
          mail,
          largeRefunds,
          person,
          organizationIds,
        },
        actor,
        storeIds: known.filter(isOfThose).map(({ id }) => id),
        lastEventId: request.get('last-event-id'),
        isStillAllowed: async () => {
          const now = await signedIn.personOf(request.headers)
          return now !== undefined && rightsText(now) === rightsText(person)
        },
        organizationOf: (storeId) => known.find(({ id }) => id === storeId)?.organization_id,
        accessTo: accessOf(ctx, {
          allowing,
          known,
          // Writes get an audit entry anyway.
          noteRefusal: ({ id: storeId, organization_id: organizationId }) => {
            if (!isSafe(route)) return
            noteRefusedRight(ctx, route, { caller: { actor, organizationId, storeId }, request })
          },
        }),
      },
    }
  }
  const router = Router()
  router.use(
    serveRoutes(
      operatorRoutes.map((route) => actingAsPerson(withAudit(ctx, withFreshSignIn(route)))),
      {
        admit,
        readJson: async (request) => {
          const body = await bytesOf(request, MAX_BYTES)
          return body && jsonOf(request, body)
        },
      },
    ),
  )
  return router
}

/** Requires a fresh sign-in for sensitive actions. */
const withFreshSignIn = (route: OperatorRoute): OperatorRoute => ({
  ...route,
  handle: async (input) => {
    // Sessions ignore the test clock.
    const isFresh = Date.now() - input.person.confirmedAt.getTime() <= FRESH_MS
    if (isFresh || !(await route.needsFreshSignIn?.(input))) return route.handle(input)
    return refuse(FRESH_SIGN_IN_NEEDED)
  },
})

const withAudit = (ctx: PaymentsContext, route: OperatorRoute): OperatorRoute => {
  if (isSafe(route)) return route
  const { db, clock, log } = ctx
  return {
    ...route,
    handle: async (input) => {
      const handle = () => route.handle(input)
      if (route.isUnaudited?.(input.body)) return handle()
      const callers = await auditedCallersOf(route, input)
      // One entry per organization.
      const inAll = callers.reduce(
        (act, caller) => () =>
          auditedAnswer({ query: db.query, now: clock.now, log }, route, {
            caller,
            input,
            handle: act,
          }),
        handle,
      )
      return inAll()
    },
  }
}

type AuditedInput = OperatorInput & { id: string; body: unknown; query: unknown }

const auditedCallersOf = async (
  route: OperatorRoute,
  input: AuditedInput,
): Promise<AuditedCaller[]> => {
  const { actor, organizationIds } = input
  const named = namedBy(input)
  const located = isStorable(input.id) ? await route.locate?.(input, input.id) : undefined
  const storeId = located?.storeId ?? named.store_id
  const ofStore = input.organizationOf(storeId)
  if (storeId !== undefined && ofStore !== undefined) {
    return [{ actor, organizationId: ofStore, storeId }]
  }
  const isAboutAll = !input.id && storeId === undefined && named.organization_id === undefined
  const about = isAboutAll ? organizationIds : [organizationNamed(input) ?? null]
  return about.map((organizationId) => ({ actor, organizationId, storeId: null }))
}

const namedFields = z.object({
  organization_id: z.string().optional(),
  store_id: z.string().pipe(StoreId).optional(),
})

const namedBy = ({ body, query }: Pick<AuditedInput, 'body' | 'query'>) => ({
  ...namedFields.safeParse(query).data,
  ...namedFields.safeParse(body).data,
})

/**
 * Organization of an audit entry without a store: the one the request names, even without the right
 * there, else the person's first.
 */
const organizationNamed = (input: AuditedInput): string | undefined => {
  const { organization_id: named } = namedBy(input)
  const known = organizationsOf(input.person.memberships)
  return known.find((each) => each === input.id || each === named) ?? input.organizationIds[0]
}

const actingAsPerson = (route: OperatorRoute): OperatorRoute => ({
  ...route,
  handle: (input) => actAs(input.actor, () => route.handle(input)),
})

/** JSON has no bigint. */
const rightsText = ({ memberships }: Person): string =>
  JSON.stringify(memberships, (_, value) => (typeof value === 'bigint' ? String(value) : value))

const organizationsOf = (memberships: readonly Membership[]): string[] =>
  memberships.map(({ organizationId }) => organizationId)

const accessOf =
  (
    ctx: PaymentsContext,
    {
      allowing,
      known,
      noteRefusal,
    }: {
      allowing: readonly Membership[]
      known: readonly StoreOfOrganization[]
      noteRefusal(store: StoreRow): void
    },
  ): OperatorInput['accessTo'] =>
  async (storeId) => {
    const found = known.find(({ id }) => id === storeId)
    const store = found && (await findStore(ctx.db.query, found.id))
    if (!store) return { outcome: 'refused', answer: refuse(NOT_FOUND) }
    const membership = allowing.find(
      ({ organizationId }) => organizationId === store.organization_id,
    )
    if (membership) return { outcome: 'granted', store, rights: membership.rights }
    noteRefusal(store)
    return { outcome: 'refused', answer: refuse(NOT_ALLOWED) }
  }

const refused = (document: Problem): Admission<OperatorInput> => ({
  outcome: 'refused',
  answer: refuse(document),
})
