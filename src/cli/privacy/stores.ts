import { once } from 'node:events'
import type { StoreRow } from '../../db/db.ts'
import { storeWithBooks } from '../../db/privacy/store-data.ts'
import { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { eraseStore } from '../../payments/privacy/erase-store.ts'
import { exportStore } from '../../payments/privacy/export-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { counted } from '../terminal/print.ts'
import { noSuchStore } from '../terminal/store-named.ts'
import { IN_FLIGHT } from './customers.ts'
import { writePrivately } from './private-file.ts'

/** Includes removed stores. */
const anyStore = async ({ db }: PaymentsContext, id: string): Promise<StoreRow> => {
  const store = await storeWithBooks(db.query, StoreId.parse(id))
  if (!store) throw await noSuchStore(db.query, id, { option: '--store' })
  return store
}

/** Prints a store with its orders as one JSON document, or writes it to a file. */
export const exportStoreCommand = async (
  program: CommandProgram,
  { store: id, output }: { store: string; output?: string },
): Promise<void> => {
  const ctx = await openCommandContext(program, 'privacy')
  const store = await anyStore(ctx, id)
  const about = { action: 'privacy export-store', storeId: store.id }
  await auditedCommand(ctx.db.query, about, async () => {
    const pieces = exportStore(ctx, store)
    if (output !== undefined) return writePrivately(output, pieces)
    for await (const piece of pieces)
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
  })
  if (output !== undefined) console.log(`Wrote the store "${store.id}" to ${output}.`)
}

/** Erases a removed store and all of its customers. */
export const eraseStoreCommand = async (
  program: CommandProgram,
  { store: id, yes }: { store: string; yes: boolean },
): Promise<number> => {
  const ctx = await openCommandContext(program, 'privacy')
  const store = await anyStore(ctx, id)
  if (store.removed_at === null) throw notRemoved(store.id)
  await confirm(
    `Erasing the removed store "${store.id}" deletes
  all data of its customers
  its name, its shop, its policy, its webhooks' bodies and its records of calls
and keeps
  amounts, states, times and ids of its orders, for the books, and the audit log
You cannot undo it. Run "puente privacy export-store" first if somebody may need the data.`,
    { yes },
  )
  const about = { action: 'privacy erase-store', storeId: store.id }
  const erased = await auditedCommand(ctx.db.query, about, () =>
    eraseStore(ctx, { storeId: store.id, source: 'command_line' }),
  )
  switch (erased.outcome) {
    case 'no-such-store':
      throw await noSuchStore(ctx.db.query, store.id)
    case 'not-removed':
      throw notRemoved(store.id)
    case 'later':
      console.log(
        'Something of this store is in flight, so some of the data are left. Run the command again in some minutes.',
      )
      return IN_FLIGHT
    case 'erased':
      console.log(
        `Erased the store "${store.id}" and the customers of ${counted(erased.orders, 'order')}.`,
      )
      return 0
  }
}

const notRemoved = (id: string): UserError =>
  new UserError(
    `The store "${id}" is connected. Run "puente stores disable --id ${id}" and "puente stores remove --id ${id}" first.`,
  )
