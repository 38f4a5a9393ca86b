import type { Environment } from '../../../src/contract/keys.ts'
import type { PaymentState } from '../../../src/contract/payment-states.ts'
import type { TransactionStatus } from '../database/tables.ts'
import type { HttpRequest } from '../http/request.ts'
import { type Reader, readerOf } from '../pages/document.ts'
import { type PortalTexts, portalTexts } from './texts.ts'

export type Section = 'payments' | 'webhooks' | 'keys'

export interface PortalView {
  reader: Reader
  texts: PortalTexts
  environment: Environment
}

export const portalView = (request: HttpRequest, environment: Environment): PortalView => {
  const reader = readerOf(request)
  return { reader, texts: portalTexts(reader.language), environment }
}

/** Keeps environment and chosen language. */
export const portalPath = (
  { reader, environment }: PortalView,
  path: string,
  query: Readonly<Record<string, string>> = {},
): string => {
  const search = new URLSearchParams(query)
  if (reader.query.has('lang')) search.set('lang', reader.language)
  return `/portal/${environment}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Confirmations after a redirect. */
const DONE = {
  voided: 'doneVoided',
  refunded: 'doneRefunded',
  disabled: 'doneDisabled',
  added: 'doneAdded',
  rotated: 'doneRotated',
  deleted: 'doneDeleted',
  resent: 'doneResent',
} as const satisfies Record<string, keyof PortalTexts>

export type Done = keyof typeof DONE

export const doneText = ({ reader, texts }: PortalView): string | undefined => {
  const done = reader.query.get('done') ?? ''
  return Object.hasOwn(DONE, done) ? texts[DONE[done as Done]] : undefined
}

const STATES = {
  pending: 'statePending',
  paid: 'statePaid',
  partially_refunded: 'statePartiallyRefunded',
  refunded: 'stateRefunded',
  voided: 'stateVoided',
  expired: 'stateExpired',
  disabled: 'stateDisabled',
  declined: 'stateDeclined',
} as const satisfies Record<PaymentState | TransactionStatus, keyof PortalTexts>

export const stateText = (state: keyof typeof STATES, texts: PortalTexts): string =>
  texts[STATES[state]]
