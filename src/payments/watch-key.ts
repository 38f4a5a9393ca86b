import type { GatewayOptions } from '../gateway/caller.ts'
import type { StoreRow } from '../ledger/ledger.ts'
import { closeOpenProblems } from '../ledger/problems.ts'
import type { PaymentsContext } from './context.ts'
import { openProblem } from './problems.ts'

const KIND = 'gateway_key_refused'

/**
 * Watches whether the gateway accepts a store's secret key, whatever it is called for. A 401 means
 * the key (5), and any success that it is good. What a key may do is not shown: a 403 is about its
 * route, and over with the route's next success. What the caller does with the answer never hangs on
 * the list of problems.
 */
export const watchKey =
  (
    { ledger, clock, log }: Pick<PaymentsContext, 'ledger' | 'clock' | 'log'>,
    store: Pick<StoreRow, 'id'>,
  ): NonNullable<GatewayOptions['heard']> =>
  async ({ method, path }, status) => {
    const ofKey = store.id
    const ofRoute = `${store.id} ${method} ${withoutIds(path)}`
    const about = { storeId: store.id, kind: KIND, now: clock.now() } as const
    try {
      if (status === 401) await openProblem(ledger.query, { ...about, subject: ofKey })
      else if (status === 403) {
        const details = { call: `${method} ${withoutIds(path)}` }
        await openProblem(ledger.query, { ...about, subject: ofRoute, details })
      } else if (status >= 200 && status < 300) {
        await closeOpenProblems(ledger.query, { ...about, subjects: [ofKey, ofRoute] })
      }
    } catch (error) {
      log.warn({ store: store.id, err: error }, 'not noted whether the key is accepted')
    }
  }

/** Ids have digits in them, or come after `payment-methods`; names of routes do neither. */
const withoutIds = (path: string): string =>
  path
    .replace(/\/payment-methods\/[^/]+/, '/payment-methods/{id}')
    .replace(/\/[^/]*\d[^/]*/g, '/{id}')
