export interface LostPaymentFacts {
  /** It carries a Puente reference that the database lacks. */
  hasReference: boolean
  /** Its order id is usable. */
  namesOrder: boolean
  state: 'charged' | 'payable' | 'over' | 'unreadable'
  /**
   * `not_offered`: a shop that only gets notifications. `hidden`: a platform that shows no orders; its
   * adapter needs the lost rows.
   */
  atStore: 'known' | 'unknown' | 'not_offered' | 'hidden'
  /** Other stores of this installation on the same gateway account. */
  others: 'none' | 'know_it_not' | 'may_know_it' | 'know_it'
}

/**
 * Decides about a payment that a restored database lacks. Recovers it if it can only be this store's;
 * an operator decides about other money. `counted`: no money.
 */
export const decideRecovery = (
  facts: LostPaymentFacts,
): 'recovered' | 'for_a_person' | 'counted' => {
  const { hasReference, namesOrder, state, atStore, others } = facts
  if (state === 'unreadable') return hasReference ? 'for_a_person' : 'counted'
  if (state === 'over') return 'counted'
  if (!hasReference) {
    return state === 'charged' && atStore !== 'unknown' ? 'for_a_person' : 'counted'
  }
  if (atStore === 'unknown' && others === 'know_it') return 'counted'
  const isOfStore =
    others === 'none'
      ? atStore === 'known' || atStore === 'not_offered'
      : atStore === 'known' && others === 'know_it_not'
  if (isOfStore && namesOrder) return 'recovered'
  return state === 'charged' ? 'for_a_person' : 'counted'
}
