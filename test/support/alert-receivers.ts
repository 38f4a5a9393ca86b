import { Webhook } from 'standardwebhooks'
import type { StoreReceiver } from '../../src/alerting/channels/store-channel.ts'
import {
  saveStoreAlertChannel,
  sealingContextOfReceiver,
  storeAlertChannelId,
} from '../../src/db/alerts/store-alert-channels.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import { type Json, TEST_STORE, type World } from './world.ts'

/** Receives posts to `/slack` and to `/signed`, where it verifies the signature. */
export const postReceiver = async (secret: string) => {
  const slack: string[] = []
  const signed: { id: string; type: string; data: Json }[] = []
  const answers: number[] = []
  const verifier = new Webhook(secret)
  const server = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      const status = answers.shift()
      if (status) return void response.writeHead(status).end()
      if (request.url === '/slack') slack.push(JSON.parse(body).text)
      else {
        const headers = request.headers as Record<string, string>
        const { type, data } = verifier.verify(body, headers) as Omit<(typeof signed)[0], 'id'>
        signed.push({ id: headers['webhook-id'] ?? '', type, data })
      }
      response.end('ok')
    },
    { host: '127.0.0.1', port: 0 },
  )
  const url = `http://127.0.0.1:${server.port}`
  return {
    slackUrl: `${url}/slack`,
    signedUrl: `${url}/signed`,
    slack,
    signed,
    answerNext: (...statuses: number[]) => void answers.push(...statuses),
    close: server.close,
  }
}

/** Gives the test store an alert channel of its own. */
export const addAlertChannel = async (
  { puente: { ctx, sealer } }: World,
  receiver: StoreReceiver,
): Promise<void> => {
  const { kind } = receiver
  const id = storeAlertChannelId(TEST_STORE, kind)
  const sealed_receiver = sealer.seal(JSON.stringify(receiver), sealingContextOfReceiver(id))
  const channel = { id, store_id: TEST_STORE, kind, sealed_receiver, created_at: ctx.clock.now() }
  await saveStoreAlertChannel(ctx.db.query, channel)
}
