import type { Language } from '../../../src/locales/language.ts'
import type { Core, Store } from '../../adapter.ts'
import { WOO_TEXTS } from '../texts.ts'

type ExportedOrder = Awaited<ReturnType<Core['exportPerson']>>['orders'][number]

/** Names everything that an export holds of an order; structured values stay JSON, so none is lost. */
export const exportedFields = (
  order: ExportedOrder,
  { store, language }: { store: Pick<Store, 'name' | 'environment'>; language: Language },
): { name: string; value: string }[] => {
  const words = WOO_TEXTS[language].personalData.fields
  const { id, number, status, amount, currency, payments, refunds, ...rest } = order
  const { placed_at, description, customer, metadata, success_url, cancel_url, ...others } = rest
  const pairs: [string, unknown][] = [
    [words.store, `${store.name} (${store.environment})`],
    [words.order, number ?? id],
    [words.placedAt, placed_at],
    [words.status, status],
    [words.amount, `${amount} ${currency}`],
    [words.description, description],
    [words.customer, customer],
    [words.metadata, metadata],
    [words.successUrl, success_url],
    [words.cancelUrl, cancel_url],
    ...payments.map((payment): [string, unknown] => [words.payment, payment]),
    ...refunds.map((refund): [string, unknown] => [words.refund, refund]),
    [words.others, others],
  ]
  return pairs
    .map(([name, value]) => ({ name, value: textOf(value) }))
    .filter(({ value }) => value !== '')
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const filled = Object.entries(value).filter(([, one]) => !isEmpty(one))
  return filled.length === 0 ? '' : JSON.stringify(Object.fromEntries(filled))
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
