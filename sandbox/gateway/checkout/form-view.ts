import type { SandboxPaymentRow, TransactionRow } from '../database/tables.ts'
import type { FormFields } from './form-fields.ts'
import type { FormErrors } from './form-input.ts'
import type { CheckoutVisit } from './visit.ts'

export interface FormView {
  visit: CheckoutVisit
  payment: SandboxPaymentRow
  merchantName: string
  /** Consent to save the card (4.15). */
  offersToSaveCard: boolean
  errors?: FormErrors
  /** Never the card number or CVC. */
  typed?: FormFields
  /** The customer pressed Pay before seeing this total. */
  requiresTotalConfirmation?: boolean
  attempt?: { transaction: TransactionRow; authenticationUrl?: string | undefined } | undefined
}
