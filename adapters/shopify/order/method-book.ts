import type { StoreId } from '../../../src/domain/ids.ts'
import { addMs, type Clock } from '../../../src/runtime/clock.ts'
import { shellWord } from '../../../src/runtime/text/shell-word.ts'
import {
  addTask,
  type Core,
  closeAlerts,
  findOrder,
  lookAgainSince,
  raiseAlert,
  type Store,
  taskToSyncStoreOrder,
} from '../../adapter.ts'
import type { ShopifyOrder } from '../graphql/operations/order-for-payment.ts'
import type { Transaction } from '../graphql/operations/transaction.ts'
import { shopifyPolicyOf } from '../policy.ts'
import { claimMethodName, deleteMethodNames, keepMethodName } from '../tables/method-names.ts'
import { isAwaitingMoney, isNeverOurMethod } from './other-methods.ts'
import { plainName } from './reading/sales-of-order.ts'

const KIND = 'payment_method_unknown'

export interface OtherOrder {
  id: string
  gatewayNames: readonly string[]
  /** `PENDING` or `pending`. */
  financialStatus: string | null | undefined
  changedAt: Date
}

/** A read without an answer after this time is lost. */
const READ_TIMEOUT_MS = 10 * 60_000

/**
 * Tracks payment methods that the store does not accept. A manual one may be our method under a new
 * name: without an alert, the shop would silently lose its orders. Reads one order per name to
 * learn whether the method is manual.
 */
export const methodBook = ({
  storeId,
  names,
  db: { query },
  clock,
}: {
  storeId: StoreId
  names: readonly string[]
  db: Core['db']
  clock: Clock
}) => ({
  noticeOrder: async (order: OtherOrder): Promise<void> => {
    const { id, gatewayNames, financialStatus, changedAt } = order
    if (!isAwaitingMoney(financialStatus)) return
    const others = gatewayNames.map(plainName).filter((name) => !isNeverOurMethod(name))
    if (others.length === 0 || (await findOrder(query, storeId, id))) return
    const now = clock.now()
    const before = addMs(now, -READ_TIMEOUT_MS)
    for (const name of others) {
      const claimed = await claimMethodName(query, { storeId, name, since: changedAt, before, now })
      if (!claimed) continue
      const ofStore = { store_id: storeId, external_id: id }
      await addTask(query, taskToSyncStoreOrder(ofStore, { now }))
    }
  },
  recordMethods: async (order: ShopifyOrder): Promise<void> => {
    const { name: number, cancelledAt, paymentGatewayNames, transactions } = order
    for (const method of paymentGatewayNames) {
      const name = plainName(method)
      const named = transactions.filter((one) => isNamed(one, name))
      const isManual = named.some((one) => one.manualPaymentGateway)
      const waits = !cancelledAt && named.some(isPendingSale)
      // The order no longer waits: decide at the method's next order.
      if (named.length === 0 || (isManual && !waits)) continue
      await query.transaction().execute(async (trx) => {
        if (!(await keepMethodName(trx, { storeId, name, isManual })) || !isManual) return
        const command = `npm run stores -- update --id ${storeId} --add-payment-method=${shellWord(method)}`
        const details = { method, order: number, command }
        await raiseAlert(trx, { kind: KIND, storeId, subject: name, now: clock.now(), details })
      })
    }
  },
  /** Drops names now accepted, and polls their orders again. */
  acceptNames: (): Promise<void> =>
    query.transaction().execute(async (trx) => {
      const accepted = names.map(plainName)
      const since = await deleteMethodNames(trx, { storeId, names: accepted })
      const [first] = since.toSorted((one, other) => one.getTime() - other.getTime())
      if (!first) return
      await closeAlerts(trx, { storeId, kind: KIND, subjects: accepted, now: clock.now() })
      await lookAgainSince(trx, { storeId, since: first })
    }),
})

const isNamed = ({ gateway, formattedGateway }: Transaction, name: string): boolean =>
  plainName(formattedGateway ?? '') === name || plainName(gateway ?? '') === name

const isPendingSale = ({ kind, status, manualPaymentGateway }: Transaction): boolean =>
  manualPaymentGateway && kind === 'SALE' && status === 'PENDING'

export const methodBookOf = (store: Store, { db, clock }: { db: Core['db']; clock: Clock }) =>
  methodBook({ storeId: store.id, names: shopifyPolicyOf(store).payment_method, db, clock })
