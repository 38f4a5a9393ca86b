import type { StoreRow } from '../../../db/db.ts'
import { othersOfAccount } from '../../../db/stores/stores.ts'
import { sourceOfReference } from '../../../domain/order-source.ts'
import { isMadeAtPuente, storefrontOfOrder } from '../../orders/made-at-puente.ts'
import type { PaymentsContext } from '../../ports/context.ts'
import { platformOf } from '../../ports/platform.ts'
import type { OrderAtStore, UnreadableOrder } from '../../ports/storefront.ts'
import type { LostPaymentFacts } from '../rules/decide-recovery.ts'
import type { RunContext } from '../work.ts'

type AtStore =
  | { is: LostPaymentFacts['atStore']; order?: OrderAtStore | undefined }
  | { is: 'not-read'; detail: string }

export const readAtStore = async (
  ctx: PaymentsContext,
  store: StoreRow,
  externalId: string | null,
): Promise<AtStore> => {
  const source = sourceOfReference(externalId ?? '')
  const { readOrders } = storefrontOfOrder(ctx, { order: { source }, store })
  if (!readOrders) {
    const { traits } = platformOf(ctx.platforms, store).adapter
    const isNotHidden = traits.receivesSignedNotifications || isMadeAtPuente({ source })
    return { is: isNotHidden ? 'not_offered' : 'hidden' }
  }
  if (!externalId) return { is: 'unknown' }
  const read = await readOrders([externalId])
  if (read.outcome === 'not-read') return { is: 'not-read', detail: `store: ${read.detail}` }
  const isIt = ({ id }: OrderAtStore | UnreadableOrder) => id === externalId
  const order = read.orders.find(isIt)
  return order || read.unreadable?.some(isIt) ? { is: 'known', order } : { is: 'unknown' }
}

/** Asks the other stores of the account. Two shops may have an order of the same id. */
export const knowledgeOfOthers = async (
  { ctx, store }: RunContext,
  externalId: string | null,
): Promise<LostPaymentFacts['others']> => {
  const others = await othersOfAccount(ctx.db.query, store)
  if (others.length === 0) return 'none'
  const said = new Set<AtStore['is']>()
  for (const other of others) said.add((await readAtStore(ctx, other, externalId)).is)
  if (said.has('known')) return 'know_it'
  return [...said].every((is) => is === 'unknown') ? 'know_it_not' : 'may_know_it'
}
