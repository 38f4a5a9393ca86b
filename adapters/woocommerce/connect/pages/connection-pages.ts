import { type Request, type Response, Router } from 'express'
import { formBody } from '../../../../src/runtime/http/body/parse-body.ts'
import { localeOf, localeOfBrowser } from '../../../../src/runtime/http/page/page-language.ts'
import { connectionEnd } from '../connection-end.ts'
import { keysForm } from '../keys-form.ts'
import { findPending } from '../pending-connection.ts'
import type { ConnectionDeps, ConnectVisit } from '../visit.ts'
import { sendState } from './send-card.ts'
import { connectionUrls } from './urls.ts'

/** Keys form and outcome, without scripts. */
export const connectionPages = (deps: ConnectionDeps, path: string): Router => {
  const pagesUrl = `${deps.ctx.publicUrl}${path}`
  const visited =
    (show: (visit: ConnectVisit) => Promise<void>) =>
    async (request: Request, response: Response): Promise<void> => {
      const begun = await findPending(deps, String(request.params.token))
      if (!begun) return sendUnknown(request, response)
      const locale = localeOf(request, begun.details.locale)
      const addresses = connectionUrls(`${pagesUrl}/${begun.token}`, request)
      await show({ request, response, begun, locale, addresses })
    }
  const form = keysForm(deps, path)
  const router = Router()
  router.use((_request, response, next) => {
    // The URL contains the token: no cache, no referrer to other sites. The form guard needs its
    // origin.
    response.set({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
    next()
  })
  router.get('/:token', visited(form.show))
  router.post('/:token', formBody({ maxBytes: 16_384 }), visited(form.take))
  router.get('/:token/done', visited(connectionEnd(deps)))
  return router
}

const sendUnknown = (request: Request, response: Response): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  response.status(404)
  sendState(request, response, { locale, state: 'unknown' })
}
