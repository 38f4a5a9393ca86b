import type { StoreRow } from '../../db/db.ts'
import type { NamedCustomer } from '../../payments/privacy/customer.ts'
import {
  countOrdersOfCustomer,
  eraseCustomer,
  exportCustomer,
} from '../../payments/privacy/requests-of-stores.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { counted, printReportJson } from '../terminal/print.ts'
import { storeNamed } from '../terminal/store-named.ts'
import { writePrivately } from './private-file.ts'

interface CustomerOptions {
  store: string
  email?: string
  phone?: string
  identityNumber?: string
  customer?: string
  order?: string[]
}

const SOURCE = 'command_line'

export const IN_FLIGHT = 2

const customerOf = (options: CustomerOptions): NamedCustomer => {
  const { email, phone, identityNumber: identity_number, customer: id, order: orders } = options
  const customer = { email, phone, identity_number, id, orders }
  if (Object.values(customer).some((value) => value !== undefined)) return customer
  throw new WrongUse(
    'Name the customer: --email, --phone, --identity-number, --customer or --order.',
  )
}

/** The audit log gets the names of the options only. */
const optionNames = (customer: NamedCustomer): string[] =>
  Object.entries(customer).flatMap(([name, value]) => (value === undefined ? [] : [name]))

const aboutOf = (action: string, store: StoreRow, customer: NamedCustomer) => ({
  action,
  storeId: store.id,
  request: { options: optionNames(customer) },
})

/** Prints what Puente holds of a customer, or writes it to a file that only its owner reads. */
export const exportCustomerCommand = async (
  program: CommandProgram,
  { output, ...options }: CustomerOptions & { output?: string },
): Promise<void> => {
  const customer = customerOf(options)
  const ctx = await openCommandContext(program, 'privacy')
  const { query } = ctx.db
  const store = await storeNamed(query, options.store, { option: '--store' })
  const exported = await auditedCommand(query, aboutOf('privacy export', store, customer), () =>
    exportCustomer(ctx, { store, customer, source: SOURCE }),
  )
  if (output === undefined) return printReportJson(exported)
  await writePrivately(output, [`${JSON.stringify(exported, null, 2)}\n`])
  console.log(`Wrote ${counted(exported.orders.length, 'order')} to ${output}.`)
}

/** Erases a customer after confirmation. */
export const eraseCustomerCommand = async (
  program: CommandProgram,
  { yes, json, ...options }: CustomerOptions & { yes: boolean; json: boolean },
): Promise<number> => {
  const customer = customerOf(options)
  const ctx = await openCommandContext(program, 'privacy')
  const { query } = ctx.db
  const store = await storeNamed(query, options.store, { option: '--store' })
  const found = await countOrdersOfCustomer(ctx, { store, customer })
  await confirm(
    `Erasing this customer of the store "${store.id}" changes ${counted(found, 'order')}. It deletes
  name, e-mail address, telephone, identity number, description, metadata and addresses of the checkout
  the bodies of webhooks, attempts to notify the shop, notes and texts that name the customer
and keeps
  amounts, states, times and ids, for the books
You cannot undo it.`,
    { yes },
  )
  const erased = await auditedCommand(query, aboutOf('privacy erase', store, customer), () =>
    eraseCustomer(ctx, { store, customer, source: SOURCE }),
  )
  const orders = erased.outcome === 'erased' ? erased.orders : 0
  if (json) printReportJson({ outcome: erased.outcome, orders })
  else console.log(erased.outcome === 'erased' ? erasedText(orders) : LATER)
  return erased.outcome === 'erased' ? 0 : IN_FLIGHT
}

const erasedText = (orders: number): string =>
  orders === 0
    ? 'No order holds data of this customer any more.'
    : `Erased the customer from ${counted(orders, 'order')}. Data at the gateway and in backups stay: docs/privacy.md.`

const LATER =
  'Something of this customer is in flight, so some of the data are left. Run the command again in some minutes.'
