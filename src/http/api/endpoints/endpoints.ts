import {
  endpointsOfStore,
  findEndpoint,
  type NotificationEndpointRow,
} from '../../../db/endpoints/endpoints.ts'
import { EndpointId } from '../../../domain/ids.ts'
import {
  addNotificationEndpoint,
  changeEndpoint,
  removeNotificationEndpoint,
} from '../../../payments/endpoints/change-endpoints.ts'
import {
  type EndpointRefusal,
  MOST_ENDPOINTS,
} from '../../../payments/endpoints/endpoint-fields.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { fieldProblem, notFound, problem } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { byEndpoint, byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { storeDepsOf } from '../stores/store.ts'
import {
  addedEndpoint,
  endpointChanges,
  endpointList,
  endpointView,
  newEndpoint,
} from './endpoint-schemas.ts'
import { viewOfEndpoint, viewsOfEndpoints } from './endpoint-views.ts'

export const NO_ENDPOINT = refuse(notFound('The store has no such endpoint'))

export const ENDPOINT_DISABLED = problem({
  code: 'endpoint_disabled',
  title: 'The endpoint is disabled; enable it first',
})

/** Returns `undefined` for an endpoint of another store. */
export const endpointOfStore = async (
  { ctx, store }: Pick<MerchantInput, 'ctx' | 'store'>,
  id: string,
): Promise<NotificationEndpointRow | undefined> => {
  const endpoint = await findEndpoint(ctx.db.query, EndpointId.parse(id))
  return endpoint?.store_id === store.id ? endpoint : undefined
}

export const refuseField = ({ field, reason }: EndpointRefusal): Answer =>
  refuse(fieldProblem(field, reason))

/** Refuses addresses in Puente's internal network (SSRF). */
const refusePrivate = ({ ctx }: MerchantInput, url: string | undefined): Answer | undefined =>
  url !== undefined && URL.canParse(url) && ctx.storeConnections.refusalOf(url) !== undefined
    ? refuse(fieldProblem('url', fieldMessage('publicAddress')))
    : undefined

export const listEndpointsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/endpoints',
  scope: 'read',
  operationId: 'listEndpoints',
  tag: 'Notifications',
  summary: "List the endpoints that receive notifications besides the store's notify URL",
  byPerson: {
    path: '/operator/v1/stores/{id}/endpoints',
    locate: byStore,
    tag: 'Stores',
  },
  answers: { 200: { description: 'All endpoints, oldest first', schema: endpointList } },
  problems: {},
  handle: async (given) => {
    const endpoints = await endpointsOfStore(given.ctx.db.query, given.store.id)
    const data = await viewsOfEndpoints(storeDepsOf(given), endpoints)
    return { status: 200, body: { data, most: MOST_ENDPOINTS } }
  },
})

export const createEndpointOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/endpoints',
  scope: 'admin',
  operationId: 'createEndpoint',
  tag: 'Notifications',
  summary: 'Create an endpoint, which receives notifications of changes from now on',
  byPerson: {
    path: '/operator/v1/stores/{id}/endpoints',
    locate: byStore,
    tag: 'Stores',
    needsFreshSignIn: () => true,
  },
  body: newEndpoint,
  answers: { 201: { description: 'The new endpoint with its secret', schema: addedEndpoint } },
  problems: {
    409: `The store already has ${MOST_ENDPOINTS} endpoints (\`too_many_endpoints\`)`,
    422: 'A field is not valid; nothing was added',
  },
  handle: async (given) => {
    const { body, store } = given
    const blocked = refusePrivate(given, body.url)
    if (blocked) return blocked
    const deps = storeDepsOf(given)
    const added = await addNotificationEndpoint(deps, store.id, body)
    switch (added.outcome) {
      case 'refused':
        return refuseField(added)
      case 'no-such-store':
        return refuse(notFound('The store was removed'))
      case 'too-many':
        return refuse(
          problem({
            code: 'too_many_endpoints',
            title: `A store has at most ${added.most} endpoints besides its notify URL`,
          }),
        )
      case 'added': {
        const view = await viewOfEndpoint(deps, added.endpoint)
        return {
          status: 201,
          body: { ...view, secret: added.secret },
          change: { before: undefined, after: view },
        }
      }
    }
  },
})

export const ofEndpoint = {
  tag: 'Notifications',
  byPerson: { locate: byEndpoint, tag: 'Stores' },
} as const

export const readEndpointOfStore = defineMerchantRoute({
  ...ofEndpoint,
  method: 'get',
  path: '/v1/endpoints/{id}',
  scope: 'read',
  operationId: 'readEndpoint',
  summary: 'Read an endpoint',
  answers: { 200: { description: 'The endpoint', schema: endpointView } },
  problems: { 404: 'The store has no such endpoint' },
  handle: async (given) => {
    const endpoint = await endpointOfStore(given, given.id)
    if (!endpoint) return NO_ENDPOINT
    return { status: 200, body: await viewOfEndpoint(storeDepsOf(given), endpoint) }
  },
})

export const updateEndpointOfStore = defineMerchantRoute({
  ...ofEndpoint,
  method: 'patch',
  path: '/v1/endpoints/{id}',
  scope: 'admin',
  operationId: 'updateEndpoint',
  byPerson: {
    ...ofEndpoint.byPerson,
    // A new address receives signed notifications of paid orders.
    needsFreshSignIn: ({ body }) => endpointChanges.safeParse(body).data?.url !== undefined,
  },
  summary: 'Change, disable or enable an endpoint; absent fields keep their values',
  body: endpointChanges,
  answers: { 200: { description: 'The changed endpoint', schema: endpointView } },
  problems: {
    404: 'The store has no such endpoint',
    422: 'A field is not valid; nothing was changed',
  },
  handle: async (given) => {
    const { enabled: isEnabled, ...fields } = given.body
    const blocked = refusePrivate(given, fields.url)
    if (blocked) return blocked
    const known = await endpointOfStore(given, given.id)
    if (!known) return NO_ENDPOINT
    const deps = storeDepsOf(given)
    const before = await viewOfEndpoint(deps, known)
    const changed = await changeEndpoint(deps, known, { ...fields, isEnabled })
    if (changed.outcome === 'refused') return refuseField(changed)
    if (changed.outcome === 'no-such-endpoint') return NO_ENDPOINT
    given.ctx.signals.send(WORK_SIGNAL)
    const after = await viewOfEndpoint(deps, changed.endpoint)
    return { status: 200, body: after, change: { before, after } }
  },
})

export const deleteEndpointOfStore = defineMerchantRoute({
  ...ofEndpoint,
  method: 'delete',
  path: '/v1/endpoints/{id}',
  scope: 'admin',
  operationId: 'deleteEndpoint',
  summary: 'Delete an endpoint and its secret; its waiting notifications end as `missed`',
  answers: { 200: { description: 'The deleted endpoint', schema: endpointView } },
  problems: { 404: 'The store has no such endpoint' },
  handle: async (given) => {
    const known = await endpointOfStore(given, given.id)
    if (!known) return NO_ENDPOINT
    const deps = storeDepsOf(given)
    const before = await viewOfEndpoint(deps, known)
    const removed = await removeNotificationEndpoint(deps, known)
    if (removed.outcome === 'no-such-endpoint') return NO_ENDPOINT
    return { status: 200, body: before, change: { before, after: undefined } }
  },
})
