import type { PaymentRow } from '../../../db/db.ts'

type Checked = Partial<Pick<PaymentRow, 'charge_check'>>

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

/** Hides held-back charges from the storefront. */
export const asNotified = <Payment extends Checked & Pick<PaymentRow, 'state'>>(
  payments: readonly Payment[],
): readonly Payment[] =>
  payments.some(isHeldBack)
    ? payments.map((each) => (isHeldBack(each) ? { ...each, state: 'pending' as const } : each))
    : payments
