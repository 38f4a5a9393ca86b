import type { Sandbox } from '../context.ts'
import type { EndpointRow } from '../database/tables.ts'
import { type Reply, seeOther } from '../http/reply.ts'
import { formFieldsOf } from '../http/request.ts'
import { resend } from '../webhooks/delivery-attempts.ts'
import {
  addEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpointUrl,
  rotateSecret,
} from '../webhooks/endpoints.ts'
import { type Done, type PortalHandler, type PortalView, portalPath } from './view.ts'
import { webhooksPage } from './webhooks-page.ts'

const backTo = (view: PortalView, done: Done, endpoint?: string): Reply =>
  seeOther(portalPath(view, '/webhooks', { done, ...(endpoint ? { endpoint } : {}) }))

/** Adds an endpoint (6.1); the next page shows its secret. */
export const onRegisterEndpoint: PortalHandler = async (sandbox, view, request) => {
  const typed = formFieldsOf(request).url ?? ''
  const reading = readEndpointUrl(typed)
  if (!reading.ok) {
    return webhooksPage(sandbox, view, { url: { typed, because: reading.because } })
  }
  const { environment } = view
  const { id } = await addEndpoint(sandbox.database, { environment, url: reading.url })
  return backTo(view, 'added', id)
}

/** Finds the endpoint in this environment only. */
const aboutEndpoint =
  (use: (sandbox: Sandbox, endpoint: EndpointRow) => Promise<unknown>, done: Done): PortalHandler =>
  async (sandbox, view, request) => {
    const endpoints = await listEndpoints(sandbox.database, view.environment)
    const endpoint = endpoints.find(({ id }) => id === request.params.id)
    const found = endpoint && (await use(sandbox, endpoint))
    return found
      ? backTo(view, done, endpoint.id)
      : webhooksPage(sandbox, view, { refusals: [view.texts.portal.endpointDeleted] })
  }

/** Takes effect immediately (6.5). */
export const onRotateEndpoint = aboutEndpoint(
  ({ database }, { id }) => rotateSecret(database, id),
  'rotated',
)

export const onRemoveEndpoint = aboutEndpoint(
  ({ database }, { id }) => deleteEndpoint(database, id),
  'deleted',
)

export const resendEvent: PortalHandler = async (sandbox, view, request) => {
  const outcome = await resend(sandbox.database, {
    attemptId: request.params.id ?? '',
    environment: view.environment,
    now: sandbox.clock.now(),
  })
  if (outcome === 'gone') {
    return webhooksPage(sandbox, view, { refusals: [view.texts.portal.attemptDeleted] })
  }
  sandbox.wake()
  return backTo(view, 'resent')
}
