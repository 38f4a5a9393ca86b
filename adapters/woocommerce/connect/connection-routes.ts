import express, { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { parseFields } from '../../../src/runtime/http/body/issue-words.ts'
import { jsonBody } from '../../../src/runtime/http/body/parse-body.ts'
import { networkOf } from '../../../src/runtime/http/caller/caller-network.ts'
import {
  fieldProblem,
  invalidFields,
  notFound,
  problem,
  sendProblem,
} from '../../../src/runtime/http/problem.ts'
import { HTTPS_NEEDED, isReadableInTransit } from '../../../src/runtime/net/plain-http.ts'
import { CONNECTING_ASSETS } from '../../onboarding/send-page.ts'
import { beginConnection, beginRequest } from './begin.ts'
import { REST_KEYS } from './connect-form.ts'
import { connectionPages } from './pages/connection-pages.ts'
import { findPending, updatePending } from './pending-connection.ts'
import type { ConnectionDeps } from './visit.ts'

export const CONNECTIONS_PATH = '/woocommerce/connections'

const readJson = jsonBody({ maxBytes: 16_384, ofAnyType: true })

/**
 * Routes of connecting: the plugin begins, the merchant enters the gateway's keys, WooCommerce
 * posts its own. The token in the URL only opens these pages; no response returns a key.
 */
export const connectionRoutes = (deps: ConnectionDeps): Router => {
  const router = Router()
  router.use('/assets', express.static(CONNECTING_ASSETS))
  router.post('/', readJson, (request, response) => begin(deps, request, response))
  router.post('/:token/keys', readJson, (request, response) => acceptKeys(deps, request, response))
  router.use(connectionPages(deps, CONNECTIONS_PATH))
  return Router().use(CONNECTIONS_PATH, router)
}

/** Handles the plugin's first request, unsigned and without effect until the site confirms it. */
const begin = async (deps: ConnectionDeps, request: Request, response: Response): Promise<void> => {
  const read = parseFields(beginRequest, request.body)
  if (!read.success) return sendProblem(response, invalidFields(read.error.issues))
  if (deps.ctx.cardPage.requiresHttps && isReadableInTransit(read.data.rest_url)) {
    return sendProblem(response, fieldProblem('rest_url', HTTPS_NEEDED))
  }
  const begun = await beginConnection(deps, read.data, networkOf(request))
  if (begun.outcome === 'too-many') {
    response.set('retry-after', '3600')
    return sendProblem(response, TOO_MANY)
  }
  response.status(201).json({
    store_id: begun.storeId,
    connect_url: `${deps.ctx.publicUrl}${CONNECTIONS_PATH}/${begun.token}`,
    expires_at: begun.expiresAt.toISOString(),
  })
}

const TOO_MANY = problem({
  code: 'too_many_connections',
  title: 'Too many connection attempts',
  detail: 'Too many connection attempts in the last hour. Try again in an hour.',
})

/** Posted by WooCommerce after `/wc-auth/v1/authorize`. */
const authorizedKeys = z.object({
  user_id: z.string(),
  consumer_key: z.string().regex(REST_KEYS.consumer_key),
  consumer_secret: z.string().regex(REST_KEYS.consumer_secret),
})

/**
 * Stores the keys, to try when the merchant returns: the site waits for this response, and with a
 * single worker could not answer us now.
 */
const acceptKeys = async (
  deps: ConnectionDeps,
  request: Request,
  response: Response,
): Promise<void> => {
  const begun = await findPending(deps, String(request.params.token))
  if (!begun) return sendProblem(response, notFound('There is no such connection'))
  const read = parseFields(authorizedKeys, request.body)
  if (!read.success) return sendProblem(response, invalidFields(read.error.issues))
  const { user_id, ...keys } = read.data
  const isAwaited = begun.step === 'asked' && user_id === begun.storeId
  const changes = { step: 'keyed' as const, secrets: { ...begun.secrets, rest_keys: keys } }
  if (!isAwaited || !(await updatePending(deps, begun, changes))) {
    return sendProblem(response, KEYS_NOT_EXPECTED)
  }
  response.json({})
}

const KEYS_NOT_EXPECTED = problem({
  code: 'keys_not_awaited',
  title: 'No connection attempt is waiting for these keys',
})
