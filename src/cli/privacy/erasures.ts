import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import { erasedOrders, erasedStores } from '../../db/privacy/erasures.ts'
import { storeWithBooks } from '../../db/privacy/store-data.ts'
import { type OrderId, StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { eraseStore } from '../../payments/privacy/erase-store.ts'
import { eraseCustomer } from '../../payments/privacy/requests-of-stores.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { counted } from '../terminal/print.ts'
import { IN_FLIGHT } from './customers.ts'

/** A line of the list: an order that lost its customer, or an erased store. */
const erasureLine = z.object({
  store: StoreId,
  order: z.string().optional(),
  erased_at: z.iso.datetime(),
})

type ErasureLine = z.output<typeof erasureLine>

const AT_ONCE = 1_000

/** Prints ids only: the list is kept outside the backups, and names nobody. */
export const printErasures = async (
  program: CommandProgram,
  { since = new Date(0) }: { since?: Date },
): Promise<void> => {
  const { db } = await openCommandDb(program, 'privacy')
  const { query } = db.long
  const print = (line: z.input<typeof erasureLine>) => console.log(JSON.stringify(line))
  for (let after: OrderId | undefined; ; ) {
    const page = await erasedOrders(query, { since, after, limit: AT_ONCE })
    for (const { store_id: store, external_id: order, people_erased_at: at } of page)
      print({ store, order, erased_at: at.toISOString() })
    after = page.at(-1)?.id
    if (page.length < AT_ONCE) break
  }
  for (const { store_id: store, erased_at: at } of await erasedStores(query, since))
    print({ store, erased_at: at.toISOString() })
}

/** Erases again what a restored backup brought back. */
export const repeatErasures = async (
  program: CommandProgram,
  file: string,
  { yes }: { yes: boolean },
): Promise<number> => {
  const lines = await readLines(file)
  const orders = lines.filter(({ order }) => order !== undefined)
  const stores = lines.filter(({ order }) => order === undefined)
  await confirm(
    `${file} names ${counted(orders.length, 'order')} and ${counted(stores.length, 'store')} that were erased. Those that
the restored backup brought back are erased again.`,
    { yes },
  )
  const ctx = await openCommandContext(program, 'privacy')
  const about = { action: 'privacy repeat', request: { orders: orders.length } }
  const { erased, later } = await auditedCommand(ctx.db.query, about, () =>
    eraseAgain(ctx, { orders, stores }),
  )
  console.log(`Erased the customers of ${counted(erased, 'order')} again.`)
  if (later.length === 0) return 0
  console.log(
    `Something is in flight in ${later.join(', ')}. Run the command again in some minutes.`,
  )
  return IN_FLIGHT
}

const eraseAgain = async (
  ctx: PaymentsContext,
  { orders, stores }: Record<'orders' | 'stores', readonly ErasureLine[]>,
): Promise<{ erased: number; later: string[] }> => {
  let erased = 0
  const later: string[] = []
  for (const [storeId, ofStore] of Map.groupBy(orders, ({ store }) => store)) {
    const store = await storeWithBooks(ctx.db.query, storeId)
    if (!store) continue
    const ids = ofStore.flatMap(({ order }) => order ?? [])
    for (let from = 0; from < ids.length; from += ORDERS_AT_ONCE) {
      const done = await eraseOrders(ctx, store, ids.slice(from, from + ORDERS_AT_ONCE))
      erased += done.erased
      if (done.isLater) later.push(storeId)
    }
  }
  for (const { store: storeId } of stores) {
    const done = await eraseStore(ctx, { storeId, source: SOURCE })
    if (done.outcome === 'erased') erased += done.orders
    if (done.outcome === 'later' || done.outcome === 'not-removed') later.push(storeId)
  }
  return { erased, later: [...new Set(later)] }
}

/** Erases orders together; if one of them is in flight, each by itself, so that only that one waits. */
const eraseOrders = async (
  ctx: PaymentsContext,
  store: StoreRow,
  orders: readonly string[],
): Promise<{ erased: number; isLater: boolean }> => {
  const done = await eraseCustomer(ctx, { store, customer: { orders }, source: SOURCE })
  if (done.outcome === 'erased') return { erased: done.orders, isLater: false }
  let erased = 0
  if (orders.length === 1) return { erased, isLater: true }
  for (const order of orders) erased += (await eraseOrders(ctx, store, [order])).erased
  return { erased, isLater: true }
}

const ORDERS_AT_ONCE = 200
const SOURCE = 'repeated'

const readLines = async (file: string): Promise<ErasureLine[]> => {
  const found: ErasureLine[] = []
  const input = createReadStream(file)
  let number = 0
  for await (const line of createInterface({ input })) {
    number++
    if (line.trim() === '') continue
    const read = parseLine(line)
    if (!read) throw new UserError(`${file}: line ${number} is not of "puente privacy erasures".`)
    found.push(read)
  }
  return found
}

const parseLine = (line: string): ErasureLine | undefined => {
  try {
    return erasureLine.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
