import type { PaymentRow, TransactionRow } from '../database/tables.ts'
import type { FormFields } from './form-fields.ts'
import type { FormErrors } from './form-input.ts'
import type { Visit } from './visit.ts'

/** What the payment form's page is made of. */
export interface FormView {
  visit: Visit
  payment: PaymentRow
  merchantName: string
  /** Whether the customer is asked to have the card kept (4.15). */
  offersToSaveCard: boolean
  errors?: FormErrors
  /** What the customer typed before; never the card's number or code. */
  typed?: FormFields
  /** Whether the customer pressed Pay before this total was shown. */
  asksToConfirmTotal?: boolean
  /** The attempt that this customer comes back from. */
  attempt?: { transaction: TransactionRow; authenticationUrl?: string | undefined } | undefined
}
