import type { PaymentRow } from '../database/tables.ts'
import type { FormErrors } from './form-input.ts'
import type { Visit } from './visit.ts'

/** What the payment form's page is made of. */
export interface FormView {
  visit: Visit
  payment: PaymentRow
  merchantName: string
  errors?: FormErrors
  /** What the customer typed before; never the card's number or code. */
  typed?: Readonly<Record<string, string>>
  /** The ISO response code of the attempt before. */
  declined?: string | null
}
