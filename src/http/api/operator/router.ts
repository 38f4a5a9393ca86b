import type { IncomingHttpHeaders } from 'node:http'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { findStore } from '../../../db/stores/stores.ts'
import { storesOfOrganizations } from '../../../db/stores/stores-of-organizations.ts'
import { StoreId } from '../../../domain/ids.ts'
import { isAllowed } from '../../../domain/rights.ts'
import { createCore } from '../../../payments/facade/core.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type Membership, mustSetUpFactor, type Person } from '../../../people/person.ts'
import { bytesOf, jsonOf } from '../../../runtime/http/body/parse-body.ts'
import type { Problem } from '../../../runtime/http/problem.ts'
import { type Admission, serveRoutes } from '../../../runtime/http/serve-routes.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { type AuditedCaller, auditedRoute, noteRefusedRight } from '../../audit/audited-route.ts'
import type { CountCallers } from '../../rate-limits/count-callers.ts'
import {
  type OperatorInput,
  type OperatorRoute,
  type OperatorServices,
  type RefusedAccess,
  refuse,
  refusedWith,
} from '../route.ts'
import { staleSecondFactor, staleSignIn } from './fresh-sign-in.ts'
import { NOT_ALLOWED, NOT_FOUND, NOT_SIGNED_IN, SECOND_FACTOR_REQUIRED } from './problems.ts'
import { readerTime } from './reader-time.ts'
import { operatorRoutes } from './routes.ts'

export interface SignedInPeople {
  personOf(headers: IncomingHttpHeaders): Promise<Person | undefined>
  /** CSRF check; returns the refusal. */
  forgeryOf(request: Request): Problem | undefined
}

/** Upper bound on the body: a logo in base64. */
const MAX_BYTES = 262_144
const isSafe = ({ method }: Pick<OperatorRoute, 'method'>): boolean => method === 'get'

/** Authenticates the person, limits routes to stores where they have the scope, audits writes. */
export const operatorRouter = (
  ctx: PaymentsContext,
  {
    signedIn,
    callers: { authenticated, stranger },
    ...services
  }: OperatorServices & {
    signedIn: SignedInPeople
    callers: Pick<CountCallers, 'authenticated' | 'stranger'>
  },
): Router => {
  const core = createCore(ctx)
  const { sealer } = services.connecting
  const stores = { query: ctx.db.query, ids: ctx.ids, installation: ctx.cardPage, sealer }
  const admit = async (
    route: OperatorRoute,
    request: Request,
  ): Promise<Admission<OperatorInput>> => {
    const person = await signedIn.personOf(request.headers)
    if (!person) return refusedWith(NOT_SIGNED_IN)
    if (mustSetUpFactor(person)) return refusedWith(SECOND_FACTOR_REQUIRED)
    const actor = { kind: 'person', id: person.id, name: person.name } as const
    const noteRefusal = (organizationId: string, storeId: StoreId | null): void =>
      noteRefusedRight(ctx, route, { caller: { actor, organizationId, storeId }, request })
    const refuseEverywhere = (document: Problem): RefusedAccess => {
      for (const { organizationId } of person.memberships) noteRefusal(organizationId, null)
      return refusedWith(document)
    }
    const forgery = isSafe(route) ? undefined : signedIn.forgeryOf(request)
    if (forgery) return refuseEverywhere(forgery)
    const allowing = person.memberships.filter(({ rights }) => isAllowed(rights, route.scope))
    if (allowing.length === 0) return refuseEverywhere(NOT_ALLOWED)
    const known = await storesOfOrganizations(ctx.db.query, organizationsOf(person.memberships))
    const organizationOf = (storeId: StoreId | undefined) =>
      known.find(({ id }) => id === storeId)?.organization_id
    const organizationIds = organizationsOf(allowing)
    return {
      outcome: 'admitted',
      given: {
        ...services,
        ctx,
        core,
        stores,
        person,
        actor,
        organizationIds,
        organizationOf,
        storeIds: known
          .filter(({ organization_id: id }) => organizationIds.includes(id))
          .map(({ id }) => id),
        lastEventId: request.get('last-event-id'),
        isStillAllowed: async () => {
          const now = await signedIn.personOf(request.headers)
          if (!now || mustSetUpFactor(now)) return false
          return rightsText(now) === rightsText(person)
        },
        accessTo: async (storeId) => {
          const isKnown = storeId !== undefined && organizationOf(storeId) !== undefined
          const store = isKnown ? await findStore(ctx.db.query, storeId) : undefined
          if (!store) return refusedWith(NOT_FOUND)
          const { organization_id: organizationId } = store
          const membership = allowing.find((each) => each.organizationId === organizationId)
          if (membership) return { outcome: 'granted', store, rights: membership.rights }
          // Writes get an audit entry anyway.
          if (isSafe(route)) noteRefusal(organizationId, store.id)
          return refusedWith(NOT_ALLOWED)
        },
      },
    }
  }
  const served = serveRoutes(
    operatorRoutes.map((route) =>
      auditedRoute(ctx, withFreshSignIn(route), (input: AuditedInput) =>
        auditedCallersOf(route, input),
      ),
    ),
    {
      admit,
      countStranger: stranger,
      countRequest: ({ person }, response) => authenticated(response, [['person', person.id]]),
      readJson: async (request) => {
        const body = await bytesOf(request, MAX_BYTES)
        return body && jsonOf(request, body)
      },
    },
  )
  return Router().use('/operator/v1', readerTime(ctx.clock)).use(served)
}

const withFreshSignIn = (route: OperatorRoute): OperatorRoute => ({
  ...route,
  handle: async (input) => {
    if (await route.needsSecondFactor?.(input)) {
      const { minutes } = input.secondFactorRefunds
      const refusal = staleSecondFactor(input.person, minutes)
      if (refusal) return refuse(refusal)
    }
    const stale = staleSignIn(input.person)
    if (!stale || !(await route.needsFreshSignIn?.(input))) return route.handle(input)
    return refuse(stale)
  },
})

type AuditedInput = OperatorInput & { id: string; body: unknown; query: unknown }

/** Returns one caller per organization; none if the audit log omits the route. */
const auditedCallersOf = async (
  route: OperatorRoute,
  input: AuditedInput,
): Promise<AuditedCaller[]> => {
  if (isSafe(route) || route.isUnaudited?.(input.body)) return []
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
 * Organization of an audit entry without a store: the request's, even if the person lacks the right
 * there, else the person's first.
 */
const organizationNamed = (input: AuditedInput): string | undefined => {
  const { organization_id: named } = namedBy(input)
  const known = organizationsOf(input.person.memberships)
  return known.find((each) => each === input.id || each === named) ?? input.organizationIds[0]
}

/** JSON has no bigint. */
const rightsText = ({ memberships }: Person): string =>
  JSON.stringify(memberships, (_, value) => (typeof value === 'bigint' ? String(value) : value))

const organizationsOf = (memberships: readonly Membership[]): string[] =>
  memberships.map(({ organizationId }) => organizationId)
