import { createHmac, timingSafeEqual } from 'node:crypto'
import { Router, raw } from 'express'
import type { Inbox } from '../../../adapters/adapter.ts'
import { StoreId } from '../../../src/domain/ids.ts'

export const signatureOf = (body: Buffer, secret: string): Buffer =>
  createHmac('sha256', secret).update(body).digest()

/** Verifies the signature, stores the webhook in the inbox, answers 200. A task does the rest. */
export const webhookRoute = (
  inbox: Inbox,
  { secret, maxBytes }: { secret: string; maxBytes: number },
) =>
  Router().post(
    '/example/webhooks/:store',
    raw({ type: () => true, limit: maxBytes }),
    async (request, response) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const given = Buffer.from(request.get('x-example-signature') ?? '', 'hex')
      const right = signatureOf(body, secret)
      const messageId = request.get('x-example-id')
      if (!messageId || given.length !== right.length || !timingSafeEqual(given, right)) {
        return void response.sendStatus(401)
      }
      const topic = request.get('x-example-topic')
      const { store: storeId } = request.params
      await inbox.keep({
        source: 'example',
        storeId: StoreId.parse(storeId),
        messageId,
        topic,
        body,
        receivedAt: new Date(),
      })
      response.sendStatus(200)
    },
  )
