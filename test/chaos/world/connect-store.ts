import type { Db } from '../../../src/db/db.ts'
import type { PolicyInput } from '../../../src/payments/ports/policy.ts'
import { connectStore } from '../../../src/payments/stores/connect-store.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { createIds } from '../../../src/runtime/ids.ts'
import { createSecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import { NOTIFY_SECRET, TEST_STORE, WEBHOOK_SECRET } from '../../support/world.ts'

const SEALING_KEY = Buffer.alloc(32, 7)

/** For Puente's processes, which unseal the secrets. */
export const SEALING_KEYS = `chaos:${SEALING_KEY.toString('base64')}`

export const connectShop = async (
  { query }: Db,
  { policy, notifyUrl }: { policy: PolicyInput; notifyUrl: string },
): Promise<string> => {
  const connected = await connectStore(
    {
      query,
      sealer: createSecretSealer([{ id: 'chaos', key: SEALING_KEY }]),
      ids: createIds(systemClock),
      now: systemClock.now(),
    },
    {
      id: TEST_STORE,
      name: 'Tienda de prueba',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: WEBHOOK_SECRET,
      notifyUrl,
      notifySecret: NOTIFY_SECRET,
      policy,
    },
  )
  if (connected.outcome === 'refused') throw new Error(connected.reason)
  return connected.apiKey
}
