import type { StoreRow } from '../../db/db.ts'
import type { Money } from '../../domain/money.ts'
import { readAmountFromZero } from '../../domain/typed-amount.ts'
import { viewOfApprovalLimit } from '../../http/api/stores/approval-limit.ts'
import { approvalLimitOf, formerLimitOf } from '../../payments/orders/rules/refunds/approval.ts'
import { setApprovalLimit } from '../../payments/stores/approval-limit.ts'
import { noSuchStore, storeNamed } from '../terminal/store-named.ts'
import { limitInWords, parseRefundLimit } from './key-rights.ts'
import type { StoreCommandContext } from './workplace.ts'

export const changeApprovalLimit = async (
  { connecting }: StoreCommandContext,
  options: { id: string; above?: string },
): Promise<void> => {
  const { query, now } = connecting
  const named = await storeNamed(query, options.id)
  if (options.above === undefined) return printLimit(named, now)
  const limit = readLimit(options.above)
  const changed = await setApprovalLimit({ query, now }, { storeId: named.id, limit })
  if (changed.outcome !== 'changed') throw await noSuchStore(query, named.id)
  printLimit(changed.store, now)
}

const readLimit = (text: string): Money | null =>
  text === 'none' ? null : parseRefundLimit('above', text, readAmountFromZero)

const printLimit = (store: StoreRow, now: Date): void => {
  const limit = approvalLimitOf(store)
  const former = formerLimitOf(store, now)
  console.log(`Store "${store.id}": ${inWords(limit)}.`)
  if (!former) return
  const until = viewOfApprovalLimit(store, now).former_approval_limit_until
  console.log(`Until ${until}, the former limit of ${limitInWords(former.limit)} applies too.`)
}

const inWords = (limit: Money | undefined): string => {
  if (!limit) return 'refunds need no second person'
  if (limit.minor === 0n) return 'each refund waits for a second person'
  return `refunds above ${limitInWords(limit)} wait for a second person`
}
