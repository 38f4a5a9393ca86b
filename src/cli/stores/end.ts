import { apiKeysOf } from '../../db/api-keys.ts'
import { disableStore, enableStore, removeStore } from '../../payments/stores/end-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { confirm } from '../confirm.ts'
import { counted } from '../counted.ts'
import { DEMO_STORE } from '../demo-store.ts'
import { noSuchShop } from '../no-such-store.ts'
import { refuseOthers, storeIdOf, type Values } from './arguments.ts'
import { namedStore } from './find.ts'
import type { Workplace } from './workplace.ts'

export const disable = async ({ connecting }: Workplace, values: Values): Promise<void> => {
  refuseOthers(values, { command: 'disable', options: ['id'] })
  const id = storeIdOf(values)
  if (!(await disableStore(connecting, id))) throw await noSuchShop(connecting.query, id)
  console.log(`The shop "${id}" is disabled: its API calls are refused (store_disabled), and its pay links take no
payment. The gateway's webhooks are taken as before, and what is under way goes on. A checkout that
is open at the gateway can still be paid there.`)
}

export const enable = async ({ connecting }: Workplace, values: Values): Promise<void> => {
  refuseOthers(values, { command: 'enable', options: ['id'] })
  const id = storeIdOf(values)
  if (!(await enableStore(connecting, id))) throw await noSuchShop(connecting.query, id)
  console.log(`The shop "${id}" is enabled.`)
}

/** Removes a store after listing what goes and what stays. */
export const remove = async (workplace: Workplace, values: Values): Promise<void> => {
  refuseOthers(values, { command: 'remove', options: ['id', 'yes', 'force'] })
  const { connecting, platforms } = workplace
  const store = await namedStore(workplace, values)
  const { id } = store
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is the demo shop's`)
  if (!store.disabled_at) throw notDisabled(id)
  const keys = await apiKeysOf(connecting.query, id)
  await confirm(
    `Removing the shop "${id}" (${store.environment}, ${store.platform}) deletes
  its ${counted(keys.length, 'API key')}, the gateway's keys, the webhook secrets, the notify secret
  the addresses of a shop of your own, or the platform's keys
  what it still had to do, and the alerts about it
and keeps
  orders, payments, refunds, timelines and reconciliations, as books
  the id "${id}", which no other shop can get, and which shop it was
The gateway's webhooks to its address are answered 404 from then on: delete the endpoint in the portal.`,
    { yes: values.yes },
  )
  const removed = await removeStore({ ...connecting, platforms }, { id, force: values.force })
  switch (removed.outcome) {
    case 'no-such-store':
      throw await noSuchShop(connecting.query, id)
    case 'not-disabled':
      throw notDisabled(id)
    case 'money-under-way':
      throw new UserError(
        `Money is under way: ${counted(removed.openOrders, 'order', WAIT)} for a payment, a refund or a message, ${counted(removed.waitingEvents, 'webhook', WAIT)} for an effect. Nothing was changed; --force removes the shop all the same, and nobody follows that money any more.`,
      )
    case 'removed':
      console.log(`The shop "${id}" is removed.`)
  }
}

const WAIT = ['waits', 'wait'] as const

const notDisabled = (id: string): UserError =>
  new UserError(`The shop "${id}" is enabled: "disable --id ${id}" comes first.`)
