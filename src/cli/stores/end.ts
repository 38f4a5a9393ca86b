import { apiKeysOf } from '../../db/stores/api-keys.ts'
import { StoreId } from '../../domain/ids.ts'
import { disableStore, enableStore, removeStore } from '../../payments/stores/end-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { DEMO_STORE } from '../servers/demo-store.ts'
import { confirm } from '../terminal/confirm.ts'
import { counted } from '../terminal/print.ts'
import { noSuchStore, storeNamed } from '../terminal/store-named.ts'
import type { StoreCommandContext } from './workplace.ts'

export const disable = async (
  { connecting }: StoreCommandContext,
  options: { id: string },
): Promise<void> => {
  const id = StoreId.parse(options.id)
  if (!(await disableStore(connecting, id))) throw await noSuchStore(connecting.query, id)
  console.log(`Disabled the store "${id}". Its API calls fail with store_disabled, and its pay links accept no payment. Puente
still accepts the gateway's webhooks, and finishes what is in progress. A customer can still pay a checkout that is
open at the gateway.`)
}

export const enable = async (
  { connecting }: StoreCommandContext,
  options: { id: string },
): Promise<void> => {
  const id = StoreId.parse(options.id)
  if (!(await enableStore(connecting, id))) throw await noSuchStore(connecting.query, id)
  console.log(`Enabled the store "${id}".`)
}

/** Lists what goes and what stays before it removes the store. */
export const removeStoreCommand = async (
  { connecting, platforms }: StoreCommandContext,
  { yes, force, ...options }: { id: string; yes: boolean; force: boolean },
): Promise<void> => {
  const store = await storeNamed(connecting.query, options.id)
  const { id } = store
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is reserved for the demo shop.`)
  if (!store.disabled_at) throw notDisabled(id)
  const keys = await apiKeysOf(connecting.query, id)
  await confirm(
    `Removing the store "${id}" (${store.environment}, ${store.platform}) deletes
  its ${counted(keys.length, 'API key')}, the gateway's keys, the webhook secrets, the notify secret
  its addresses, or the keys of its platform
  its pending tasks and its alerts
and keeps
  orders, payments, refunds, timelines and reconciliations
  the id "${id}", which no other store can reuse
Puente then answers the gateway's webhooks for it with 404: delete the endpoint in the portal.`,
    { yes },
  )
  const removed = await removeStore({ ...connecting, platforms }, { id, force })
  switch (removed.outcome) {
    case 'no-such-store':
      throw await noSuchStore(connecting.query, id)
    case 'not-disabled':
      throw notDisabled(id)
    case 'money-under-way':
      throw new UserError(
        `Payments are in progress: ${counted(removed.openOrders, 'order', WAIT)} for a payment, a refund or a notification, and ${counted(removed.waitingEvents, 'webhook', WAIT)} to be applied. Nothing was changed. Use --force to remove the store anyway; Puente then stops following these payments.`,
      )
    case 'removed':
      console.log(`Removed the store "${id}".`)
  }
}

const WAIT = ['waits', 'wait'] as const

const notDisabled = (id: string): UserError =>
  new UserError(`The store "${id}" is enabled. Run "puente stores disable --id ${id}" first.`)
