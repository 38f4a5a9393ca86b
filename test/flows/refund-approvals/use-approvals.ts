import { beforeEach } from 'vitest'
import type { Person } from '../../../src/people/person.ts'
import { DAY_SECONDS, type Merchant, merchantOf, pass } from '../../support/merchant.ts'
import { type OperatorApi, personWith, startOperatorApi } from '../../support/operator.ts'
import { useStarted, useWorld } from '../../support/use-world.ts'
import { type ApiAnswer, type Json, TEST_STORE, type World } from '../../support/world.ts'

export const ana = personWith('ana', { main: 'operator' })
export const omar = personWith('omar', { main: 'operator' })
export const olga = personWith('olga', { main: 'owner' })

interface Approvals {
  world: World
  merchant: Merchant
  operator: OperatorApi
  post(person: Person, path: string, body?: Json): Promise<ApiAnswer>
  setLimit(amount: string | null, currency?: string): Promise<ApiAnswer>
  /** Refunds as a person. */
  refund(person: Person, id: string, amount?: string): Promise<ApiAnswer>
  approve(person: Person, refundId: string): Promise<ApiAnswer>
  reject(person: Person, refundId: string): Promise<ApiAnswer>
  /** A paid order of 100.00 lempiras whose refund by `ana` waits. */
  waiting(): Promise<{ id: string; refundId: string }>
  alertsOf(id: string): Promise<string[]>
  settle(): Promise<void>
}

let keys = 0

/** A store whose refunds above 50 lempiras wait for a second person. */
export const useApprovals = (prefix: string): Approvals => {
  const world = useWorld()
  const merchant = merchantOf(world, { prefix })
  const operator = useStarted(() => startOperatorApi(world))
  const post: Approvals['post'] = (person, path, body) =>
    operator.call(person, 'POST', `/operator/v1${path}`, {
      body,
      headers: { 'idempotency-key': `approval-${++keys}` },
    })
  const setLimit: Approvals['setLimit'] = (amount, currency = 'HNL') =>
    operator.call(olga, 'PATCH', `/operator/v1/stores/${TEST_STORE}/approval-limit`, {
      body: { limit: amount === null ? null : { amount, currency } },
    })
  const idOf = async (id: string): Promise<string> =>
    (await operator.call(olga, 'GET', `/operator/v1/orders?search=${id}`)).body.data[0].id
  const refund: Approvals['refund'] = async (person, id, amount) =>
    post(person, `/orders/${await idOf(id)}/refunds`, amount ? { amount } : {})
  beforeEach(async () => {
    // A looser limit takes a day.
    await setLimit('50.00')
    await pass(world, DAY_SECONDS + 1)
  })
  return {
    world,
    merchant,
    operator,
    post,
    setLimit,
    refund,
    approve: (person, refundId) => post(person, `/refunds/${refundId}/approve`),
    reject: (person, refundId) => post(person, `/refunds/${refundId}/reject`, { why: 'Too much' }),
    waiting: async () => {
      const { id } = await merchant.paid()
      const { body } = await refund(ana, id)
      return { id, refundId: body.refund.id }
    },
    alertsOf: async (id) => (await merchant.alertsOf(id)).map(({ kind }) => kind),
    settle: () => world.control('/sandbox/settle', {}),
  }
}
