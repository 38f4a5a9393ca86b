import type { Actor } from '../../../src/domain/actor.ts'
import { type Rights, SCOPES } from '../../../src/domain/rights.ts'
import { systemClock } from '../../../src/runtime/clock.ts'
import { problem } from '../../../src/runtime/http/problem.ts'
import type { SecretSealer } from '../../../src/runtime/secrets/sealed-secrets.ts'
import {
  type Core,
  replaceCredentials,
  type SignedCalls,
  type Store,
  storeById,
} from '../../adapter.ts'
import {
  credentialsOf,
  isDisconnected,
  isDisconnecting,
  type OpenSiteConnection,
} from '../connect/connection.ts'
import { type CallCheck, checkCall } from '../signing.ts'
import { DISCONNECTION_PATH } from './disconnection.ts'

type RefusalCode = Extract<CallCheck, { outcome: 'refused' }>['code']

const DETAILS: Record<RefusalCode, string> = {
  not_signed:
    'The headers Puente-Store, -Timestamp, -Nonce and -Signature are needed, well-formed.',
  unknown_store: 'There is no such store. Connect the plugin again.',
  clock_differs: 'The time of the call is too far from ours. Set the clock of the site right.',
  wrong_signature:
    'The pairing secret of the plugin is not the one of the store. Connect it again.',
  replayed_call: 'This very call was received before. Each try needs a nonce of its own.',
}

/** The plugin acts for the store. */
const RIGHTS_OF_PLUGIN: Rights = {
  scopes: SCOPES,
  refundLimit: undefined,
  refundDayLimit: undefined,
}
const PLUGIN: Actor = { kind: 'platform', name: 'woocommerce' }

/** Authenticates calls by the pairing secret. */
export const pluginAuthentication = (
  core: Core,
  { open, sealer }: { open: OpenSiteConnection; sealer: SecretSealer },
): SignedCalls => ({
  isSigned: (headers) => headers['puente-signature'] !== undefined,
  check: async ({ readBody, ...call }) => {
    let store: Store | undefined
    const now = systemClock.now()
    const checked = await checkCall(
      { ...call, body: readBody },
      {
        now,
        secretsOf: async (storeId) => {
          store = await storeById(core.db.query, storeId)
          if (store?.platform !== 'woocommerce' || isDisconnected(store)) return []
          // A disconnected store's stolen secret is useless.
          if (isDisconnecting(store) && call.path !== DISCONNECTION_PATH) return []
          const { pairing_secret, previous_pairing_secret: previous } = credentialsOf(store, open)
          return previous ? [pairing_secret, previous] : [pairing_secret]
        },
        claimNonce: (storeId, nonce) => core.claimNonce({ storeId, nonce, now }),
      },
    )
    if (checked.outcome === 'signed' && store) {
      const { previous_pairing_secret: previous, ...current } = credentialsOf(store, open)
      if (checked.by === current.pairing_secret && (previous || !current.is_in_use)) {
        // The plugin has switched: drop the previous secret.
        const credentials = { ...current, is_in_use: true }
        await replaceCredentials(core.db.query, sealer, { store, credentials, now })
      }
      return { outcome: 'store', store, rights: RIGHTS_OF_PLUGIN, actor: PLUGIN }
    }
    const code = checked.outcome === 'refused' ? checked.code : 'unknown_store'
    return { outcome: 'refused', headers: {}, problem: refusal(code, now) }
  },
})

const refusal = (code: RefusalCode, now: Date) =>
  problem({
    status: 401,
    code,
    title: 'The request is not from a connected plugin',
    detail: DETAILS[code],
    retry: code === 'replayed_call' ? 'retry' : 'ask-a-person',
    ...(code === 'clock_differs' ? { server_time: now.toISOString() } : {}),
  })
