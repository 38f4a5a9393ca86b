import type { PaymentRow } from '../../../db/db.ts'

type Checked = Partial<Pick<PaymentRow, 'charge_check'>>

/** Tells whether Puente holds back the notification of a charge until `GET` confirms it. */
export const isHeldBack = ({ charge_check: check }: Checked): boolean => {
  switch (check?.result) {
    case 'awaited':
      return true
    case 'doubted':
    case 'contradicted':
      return check.held_back === true
    case 'confirmed':
    case undefined:
      return false
  }
}

/** Returns the payments as the storefront may see them: a held-back charge is pending. */
export const asNotified = <Payment extends Checked & Pick<PaymentRow, 'state'>>(
  payments: readonly Payment[],
): readonly Payment[] =>
  payments.some(isHeldBack)
    ? payments.map((each) => (isHeldBack(each) ? { ...each, state: 'pending' as const } : each))
    : payments
