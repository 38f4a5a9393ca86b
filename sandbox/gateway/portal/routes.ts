import type { Settings } from '../../../config/settings.ts'
import type { Environment } from '../../../src/contract/keys.ts'
import type { Sandbox } from '../context.ts'
import { isEqualConstantTime, isLocalRequest, isOwnForm } from '../control/access.ts'
import { findSandboxPayment } from '../database/payments.ts'
import type { HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import { readerOf } from '../pages/document.ts'
import { staticFile } from '../pages/static-file.ts'
import { keysPage } from './keys-page.ts'
import { disableInPortal, refundInPortal, voidInPortal } from './payment-actions.ts'
import { paymentPage } from './payment-page.ts'
import { paymentsPage } from './payments-page.ts'
import { PORTAL_STYLESHEET_PATH, paymentNotFound, portalScreen } from './portal-page.ts'
import type { PortalHandler } from './view.ts'
import {
  onRegisterEndpoint,
  onRemoveEndpoint,
  onRotateEndpoint,
  resendEvent,
} from './webhook-actions.ts'
import { webhooksPage } from './webhooks-page.ts'

interface Portal {
  sandbox: Sandbox
  settings: Settings
}

/** Sections 3 and 6.1. Defaults to the test environment. */
export const portalRoutes = (portal: Portal): SandboxRoute[] => {
  const { settings } = portal
  const route = (method: 'GET' | 'POST', path: string, answer: PortalHandler): SandboxRoute => ({
    method,
    path: `/portal${path}`,
    handle: (request) => guarded(portal, request, answer),
  })
  return [
    staticFile(PORTAL_STYLESHEET_PATH, new URL('./portal.css', import.meta.url)),
    route('GET', '', paymentsPage),
    route('GET', '/:environment', paymentsPage),
    route('GET', '/:environment/payments', paymentsPage),
    route('GET', '/:environment/payments/:id', showPayment),
    route('POST', '/:environment/payments/:id/disable', disableInPortal),
    route('POST', '/:environment/transactions/:id/void', voidInPortal),
    route('POST', '/:environment/transactions/:id/refund', refundInPortal),
    route('GET', '/:environment/webhooks', (sandbox, view) => webhooksPage(sandbox, view)),
    route('POST', '/:environment/endpoints', onRegisterEndpoint),
    route('POST', '/:environment/endpoints/:id/rotate', onRotateEndpoint),
    route('POST', '/:environment/endpoints/:id/delete', onRemoveEndpoint),
    route('POST', '/:environment/attempts/:id/resend', resendEvent),
    route('GET', '/:environment/keys', (sandbox, view) => keysPage(sandbox, view, settings)),
  ]
}

const guarded = ({ sandbox, settings }: Portal, request: HttpRequest, answer: PortalHandler) => {
  const access = portalAccess(request, { settings, publicUrl: sandbox.publicUrl })
  const reader = readerOf(request)
  if (access === 'closed') {
    const more = reader.texts.portal.screens.closed.otherSite
    return portalScreen(reader, { name: 'closed', status: 403, more })
  }
  if (access === 'password-needed') {
    const screen = portalScreen(reader, { name: 'password', status: 401 })
    const challenge = 'Basic realm="portal", charset="UTF-8"'
    return { ...screen, headers: { ...screen.headers, 'www-authenticate': challenge } }
  }
  if (request.method === 'POST' && !isOwnForm(request)) {
    return portalScreen(reader, { name: 'crossSite', status: 403 })
  }
  const environment = environmentOf(request)
  if (environment) return answer(sandbox, { ...reader, environment }, request)
  return portalScreen(reader, { name: 'notFound', status: 404 })
}

type PortalAccess = 'open' | 'password-needed' | 'closed'

/**
 * Guards the portal, which shows secrets: admits browsers on this machine, or the control key as
 * Basic password. `closed`: no key is set.
 */
const portalAccess = (
  request: HttpRequest,
  { settings, publicUrl }: { settings: Settings; publicUrl: string },
): PortalAccess => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (key !== undefined && isEqualConstantTime(keyOf(request), key)) return 'open'
  if (isLocalRequest(request, publicUrl)) return 'open'
  return key === undefined ? 'closed' : 'password-needed'
}

/** Basic password, or Bearer token like the control routes. */
const keyOf = ({ headers }: HttpRequest): string => {
  const [, scheme = '', given = ''] = /^(\w+) +(\S+) *$/.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return given
  if (scheme.toLowerCase() !== 'basic') return ''
  const pair = Buffer.from(given, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

const environmentOf = ({ params }: HttpRequest): Environment | undefined => {
  const { environment = 'test' } = params
  return environment === 'test' || environment === 'live' ? environment : undefined
}

const showPayment: PortalHandler = async (sandbox, view, { params }) => {
  const { environment } = view
  const id = params.id ?? ''
  const payment = await findSandboxPayment(sandbox.database.query, { id, environment })
  return payment ? paymentPage(sandbox, view, { payment }) : paymentNotFound(view)
}
