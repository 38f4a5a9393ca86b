import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import type { Reader } from '../pages/document.ts'
import type { Breakdown } from '../payments/pricing/pricing.ts'
import { priceWithTip } from '../payments/pricing/tips.ts'
import type { FormFields } from './form-fields.ts'
import type { FormErrors } from './form-input.ts'
import { chosenTip } from './tip.ts'

export interface FormView {
  reader: Reader
  payment: SandboxPaymentRow
  merchantName: string
  offersToSaveCard: boolean
  errors?: FormErrors
  typed?: FormFields
  requiresTotalConfirmation?: boolean
  attempt?: { transaction: TransactionRow; authenticationUrl?: string | undefined } | undefined
}

export const tipOfForm = ({ payment, typed = {} }: FormView): bigint =>
  chosenTip(typed, payment) ?? 0n

export const priceOfForm = (view: FormView): Breakdown =>
  priceWithTip(view.payment, tipOfForm(view))
