import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { serve } from '../../runtime/http/http-server.ts'

const message = z.object({
  type: z.string(),
  data: z.union([
    z.object({ order: z.object({ id: z.string() }) }).transform(({ order }) => order.id),
    z
      .object({ payment_method: z.object({ id: z.string() }) })
      .transform((data) => data.payment_method.id),
  ]),
})

export type NotifiedStore = Awaited<ReturnType<typeof startNotifiedStore>>

/** Starts an endpoint that verifies signatures. */
export const startNotifiedStore = async (notifySecret: string) => {
  const verifier = new Webhook(notifySecret)
  const received: { type: string; about: string }[] = []
  const server = await serve(
    async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      try {
        const headers = request.headers as Record<string, string>
        const verified = verifier.verify(Buffer.concat(chunks).toString(), headers)
        const { type, data } = message.parse(verified)
        received.push({ type, about: data })
        response.writeHead(204).end()
      } catch {
        response.writeHead(400).end()
      }
    },
    { host: '127.0.0.1', port: 0 },
  )
  return { url: `http://127.0.0.1:${server.port}/`, received, close: server.close }
}
