import { setTimeout } from 'node:timers/promises'
import { webhookUrlOf } from '../../adapter.ts'
import type { Link } from '../../onboarding/state-card.ts'
import { WOO_TEXTS } from '../texts.ts'
import { type FinishOutcome, finishConnection } from './finish.ts'
import { sendCard, sendState } from './pages/send-card.ts'
import { connectedCard } from './pages/state-page.ts'
import { authorizeAddress, returnAddress } from './pages/urls.ts'
import type { PendingConnection } from './pending-connection.ts'
import type { ConnectProblem } from './problems.ts'
import { type ConnectionDeps, type ConnectVisit, sendObstacle } from './visit.ts'

/** Upper bound on the wait before a reload. */
const PATIENCE_MS = 8_000
const RELOAD_SECONDS = 3

/** Runs on the merchant's return, and renders the outcome. */
export const connectionEnd = (deps: ConnectionDeps) => {
  const finishing = new Map<string, Promise<FinishOutcome>>()
  /** Concurrent visits share one run per connection. */
  const finish = (begun: PendingConnection): Promise<FinishOutcome> => {
    const { token } = begun
    const running =
      finishing.get(token) ??
      finishConnection(deps, begun).finally(() => {
        finishing.delete(token)
      })
    finishing.set(token, running)
    return running
  }
  const { publicUrl, clock } = deps.ctx

  return async (visit: ConnectVisit): Promise<void> => {
    const { request, response, begun, locale, addresses } = visit
    const texts = WOO_TEXTS[locale].connect
    const fail = (problem: ConnectProblem, detail?: string, tryAgainUrl?: string) => {
      const links: Link[] = [
        { label: texts.enterAgain, url: addresses.form },
        { label: texts.backToShop, url: returnAddress(begun.details, { puente_error: problem }) },
      ]
      if (tryAgainUrl) links.unshift({ label: texts.tryAgain, url: tryAgainUrl })
      sendObstacle(visit, { problem, detail, links, now: clock.now() })
    }
    switch (begun.step) {
      case 'begun':
      case 'proven':
        return response.redirect(303, addresses.form)
      case 'asked':
        if (request.query.success !== '0') return sendWaiting(visit)
        return fail('access_denied', undefined, authorizeAddress(begun, addresses))
      case 'keyed': {
        const finished = await Promise.race([finish(begun), setTimeout(PATIENCE_MS)])
        if (!finished) return sendWaiting(visit)
        if (finished.outcome === 'connected') return sendConnected(visit, publicUrl)
        const { problem, detail, isRetryable } = finished
        return fail(problem, detail, isRetryable ? addresses.done : undefined)
      }
      case 'failed':
        return fail(begun.details.problem?.code ?? 'refused', begun.details.problem?.detail)
      case 'connected':
        return sendConnected(visit, publicUrl)
    }
  }
}

const sendWaiting = ({ request, response, begun, locale, addresses }: ConnectVisit): void => {
  const { checkAgain, tryAgain } = WOO_TEXTS[locale].connect
  const links: Link[] = [{ label: checkAgain, url: request.originalUrl }]
  // Without keys, the merchant may approve again.
  if (begun.step === 'asked') {
    links.push({ label: tryAgain, url: authorizeAddress(begun, addresses) })
  }
  const page = { locale, begun, reloadSeconds: RELOAD_SECONDS }
  sendState(request, response, { ...page, state: 'waiting', links })
}

const sendConnected = (
  { request, response, begun, locale }: ConnectVisit,
  publicUrl: string,
): void => {
  const { details, storeId } = begun
  const card = connectedCard(locale, {
    environment: details.environment ?? 'test',
    webhookAddress: webhookUrlOf({ publicUrl }, { id: storeId }),
    returnUrl: returnAddress(details, { puente_connected: '1', puente_store: storeId }),
  })
  const { title } = WOO_TEXTS[locale].connect.connected
  sendCard(request, response, { locale, title, begun, card })
}
