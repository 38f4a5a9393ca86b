import type { DbQuery, PaymentLinkRow } from '../../db/db.ts'
import { findPaymentLink, linksOfStores } from '../../db/links/payment-links.ts'
import { listStores } from '../../db/stores/stores.ts'
import { FIELD_NEEDS, LINK_FIELDS, type LinkFields } from '../../db/tables/payment-links.ts'
import { PaymentLinkId, type StoreId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import { viewOfPaymentLink, viewsOfLinks } from '../../http/api/payment-links/link-views.ts'
import {
  readRequestedAmount,
  usualCurrency,
} from '../../http/api/payment-requests/requested-amount.ts'
import { changePaymentLink, createPaymentLink } from '../../payments/links/change-links.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { storeNamed, storeOfOption } from '../terminal/store-named.ts'
import { printTable } from '../terminal/table.ts'

const COLUMNS = [
  'LINK',
  { header: 'STORE', yields: 'extra' },
  { header: 'NAME', yields: 'cut' },
  'AMOUNT',
  'STATE',
  'PAID',
  'LEFT',
  { header: 'ADDRESS', yields: 'extra' },
] as const

export const listLinksCommand = async (
  program: CommandProgram,
  { store, limit, json }: { store?: string; limit: number; json: boolean },
): Promise<void> => {
  const ctx = await openCommandContext(program, 'links')
  const { query } = ctx.db
  const named = await storeOfOption(query, store)
  const storeIds = (named ? [named] : await listStores(query)).map(({ id }) => id)
  const { rows: links } = await linksOfStores(query, { storeIds, before: undefined, limit })
  const views = await viewsOfLinks(ctx, links)
  if (json) return printReportJson({ data: views })
  const rows = views.map((view, index) => [
    view.id,
    links[index]?.store_id ?? '',
    view.name,
    view.amount === null ? `any ${view.currency}` : `${view.amount} ${view.currency}`,
    view.state,
    String(view.paid),
    view.left === null ? '-' : String(view.left),
    view.url,
  ])
  printTable(COLUMNS, rows, { none: 'No payment links. Create one with "puente links add".' })
}

interface AddOptions {
  store: string
  amount?: string
  min?: string
  max?: string
  currency?: string
  stock?: number
  starts?: Date
  ends?: Date
  ask?: string
  description?: string
  language?: 'es' | 'en'
  json: boolean
}

export const addLinkCommand = async (
  program: CommandProgram,
  name: string,
  options: AddOptions,
): Promise<void> => {
  const ctx = await openCommandContext(program, 'links')
  const store = await storeNamed(ctx.db.query, options.store, { option: '--store' })
  const read = await readAmounts(ctx.db.query, store.id, options)
  const created = await createPaymentLink(ctx, {
    storeId: store.id,
    actor: { kind: 'command_line' },
    terms: {
      name,
      description: options.description ?? null,
      ...read,
      stock: options.stock ?? null,
      startsAt: options.starts ?? null,
      endsAt: options.ends ?? null,
      fields: readFields(options.ask),
      language: options.language ?? null,
    },
  })
  if (created.outcome === 'refused') throw new UserError(created.reason.en)
  const view = await viewOfPaymentLink(ctx, created.link)
  if (options.json) return printReportJson(view)
  console.log(`Created the payment link ${view.id}. Customers pay at

  ${view.url}`)
}

const readAmounts = async (
  query: DbQuery,
  storeId: StoreId,
  options: Pick<AddOptions, 'amount' | 'min' | 'max' | 'currency'>,
) => {
  let { currency } = options
  const moneyOf = async (option: 'amount' | 'min' | 'max'): Promise<Money | null> => {
    const amount = options[option]
    if (amount === undefined) return null
    const read = await readRequestedAmount(query, storeId, { amount, currency })
    if (!read.ok) {
      throw new UserError(`--${read.path === 'currency' ? 'currency' : option}: ${read.message.en}`)
    }
    currency = read.money.currency.code
    return read.money
  }
  const amount = await moneyOf('amount')
  const least = await moneyOf('min')
  const most = await moneyOf('max')
  return { amount, least, most, currency: currency ?? (await usualCurrency(query, storeId)) }
}

/** Reads `--ask name,table?`: a question mark makes a field optional. */
const readFields = (text: string | undefined): LinkFields => {
  const fields: LinkFields = {}
  const [required, optional] = FIELD_NEEDS
  for (const each of (text ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [, typed = '', mark] = /^\s*(\w+)(\??)\s*$/.exec(each) ?? []
    const field = LINK_FIELDS.find((known) => known === typed)
    if (!field)
      throw new WrongUse(
        `--ask: unknown field "${each.trim()}". Fields: ${LINK_FIELDS.join(', ')}.`,
      )
    fields[field] = mark ? optional : required
  }
  return fields
}

export const closeLinkCommand = (program: CommandProgram, id: string): Promise<void> =>
  setClosed(program, id, true)

export const openLinkCommand = (program: CommandProgram, id: string): Promise<void> =>
  setClosed(program, id, false)

const setClosed = async (program: CommandProgram, id: string, isClosed: boolean): Promise<void> => {
  const ctx = await openCommandContext(program, 'links')
  const known: PaymentLinkRow | undefined = await findPaymentLink(
    ctx.db.query,
    PaymentLinkId.parse(id),
  )
  if (!known)
    throw new UserError(`There is no payment link "${id}". List them with "puente links".`)
  await changePaymentLink(ctx, known.id, { isClosed })
  console.log(
    isClosed
      ? `Closed the payment link "${known.name}". Customers can still pay orders that they have opened.`
      : `Reopened the payment link "${known.name}".`,
  )
}
