import { describe, expect, it } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { paymentsOfOrder } from '../../../src/db/payments/payments.ts'
import { type Puente, startPuente } from '../../../src/puente.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { pass } from '../../support/merchant.ts'
import { eventually } from '../../support/world.ts'
import { usePaymentSessions } from './use-payment-sessions.ts'

const { world, shop, query, door, wanted, open, orderOf, stateWhen, paid, refunds } =
  usePaymentSessions()

describe('a restart of Puente', () => {
  it('the restarted process resolves paid sessions and makes pending refunds, each once', async () => {
    const { session: before, payUrl: refundedUrl } = await paid()
    const { session, payUrl } = await wanted()
    const { location } = await open(payUrl)
    world.standIn.failNext(/PayResolve/, { status: 503 }, 1)
    await world.pay(location)
    await eventually(async () => (await orderOf(payUrl)).status === 'paid')
    const { session: refund } = await shop.payments.refund(door('refund'), before)
    await world.puente.close()
    const again = await restarted()
    try {
      await pass(world, 30)
      await stateWhen(session, 'RESOLVED')
      await stateWhen(refund, 'RESOLVED')
      world.puente = again
      expect(await refunds(refundedUrl)).toHaveLength(1)
      await shop.payments.repeat(door('payment'), session)
      expect(await paymentsOfOrder(query(), (await orderOf(payUrl)).id)).toHaveLength(1)
    } finally {
      world.puente = again
      await again.close()
    }
  })

  const restarted = (): Promise<Puente> =>
    startPuente({
      platforms,
      settings: world.settings,
      databaseUrl: world.databaseUrl,
      log: createLog({ level: 'silent', service: 'test' }),
      gatewayBaseUrl: `${world.sandbox.url}/v1`,
      publicUrl: world.url,
    })
})
