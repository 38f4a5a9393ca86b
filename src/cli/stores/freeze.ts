import { StoreId } from '../../domain/ids.ts'
import { freezeStore, unfreezeStore } from '../../payments/stores/freeze-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { noSuchStore } from '../terminal/store-named.ts'
import type { StoreCommandContext } from './workplace.ts'

interface FreezeOptions {
  id: string
  why: string
}

export const freeze = async (
  { connecting }: StoreCommandContext,
  { why, ...options }: FreezeOptions,
): Promise<void> => {
  const id = StoreId.parse(options.id)
  requireWhy(why)
  const before = await freezeStore(connecting, { id, why: why.trim() })
  if (!before) throw await noSuchStore(connecting.query, id)
  if (before.frozen_at) {
    console.log(`The store "${id}" is frozen since ${before.frozen_at.toISOString()}.`)
    return
  }
  console.log(`Froze the store "${id}". Puente begins no charge, refund or void for it; its pay links say that it takes no
payments. Refunds that were requested wait for the thaw. A customer can still pay a checkout that is open at the
gateway, and the store is notified of it. To undo this: puente stores unfreeze --id ${id} --why …`)
}

export const unfreeze = async (
  { connecting }: StoreCommandContext,
  { why, ...options }: FreezeOptions,
): Promise<void> => {
  const id = StoreId.parse(options.id)
  requireWhy(why)
  const before = await unfreezeStore(connecting, { id })
  if (!before) throw await noSuchStore(connecting.query, id)
  console.log(
    before.frozen_at
      ? `Thawed the store "${id}". Its waiting refunds go on.`
      : `The store "${id}" is not frozen.`,
  )
}

const requireWhy = (why: string): void => {
  if (why.trim() === '') throw new UserError('--why: Give a reason; the audit log keeps it.')
}
