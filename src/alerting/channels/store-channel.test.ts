import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayStub, startGatewayStub } from '../../../test/support/gateway-stub.ts'
import { sealingContextOfReceiver } from '../../db/alerts/store-alert-channels.ts'
import { StoreId } from '../../domain/ids.ts'
import { connectionsWithin, UNRESTRICTED_CONNECTIONS } from '../../runtime/net/connections.ts'
import { isPublicAddress } from '../../runtime/net/public-address.ts'
import { createSecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { testMessage } from '../test-message.ts'
import { openStoreChannel, type StoreReceiver } from './store-channel.ts'

let receiver: GatewayStub
beforeAll(async () => {
  receiver = await startGatewayStub()
})
afterAll(() => receiver.close())

const sealer = createSecretSealer([{ id: 'test', key: Buffer.alloc(32, 7) }])
const secret = `whsec_${Buffer.from('the receiver of this test, 24').toString('base64')}`
const now = new Date('2026-05-10T12:00:00Z')
const channelTo = (to: StoreReceiver, storeConnections = connectionsWithin(isPublicAddress)) =>
  openStoreChannel(
    {
      ...{ id: 'tienda/x', store_id: StoreId.parse('tienda'), kind: to.kind, created_at: now },
      sealed_receiver: sealer.seal(JSON.stringify(to), sealingContextOfReceiver('tienda/x')),
    },
    { sealer, mailServer: undefined, storeConnections },
  )
const message = testMessage({ id: 'alm_1', language: 'en', publicUrl: 'http://localhost', now })

it.each<[string, (url: string) => StoreReceiver]>([
  ['slack', (url) => ({ kind: 'slack', url })],
  ['webhook', (url) => ({ kind: 'webhook', url, secret })],
])("a store's %s channel cannot call addresses in Puente's network", async (_, to) => {
  const asked = receiver.requests.length
  for (const host of ['127.0.0.1', 'localhost']) {
    const sent = await channelTo(to(receiver.url.replace('127.0.0.1', host))).send(message, now)
    expect(sent).toMatchObject({
      outcome: 'failed',
      retry: 'ask-a-person',
      detail: expect.stringContaining(`${host} is not in the public internet`),
      cure: expect.stringContaining('another address'),
    })
  }
  expect(receiver.requests).toHaveLength(asked)
  receiver.answer({ status: 204 })
  const sent = await channelTo(to(receiver.url), UNRESTRICTED_CONNECTIONS).send(message, now)
  expect(sent).toMatchObject({ outcome: 'sent' })
})
