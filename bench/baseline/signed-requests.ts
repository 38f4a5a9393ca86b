import type { RequestListener } from 'node:http'
import { checkSignature } from '../../src/gateway/webhook-signature.ts'

/** Validates the signature and responds 200 after `take`. */
export const takeSigned =
  (secret: string, take?: (body: Buffer) => Promise<void>): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const rawBody = Buffer.concat(chunks)
      const { valid } = checkSignature({
        header: String(request.headers['service-signature']),
        rawBody,
        secrets: [secret],
        now: new Date(),
        toleranceSeconds: 300,
      })
      if (valid) await take?.(rawBody)
      response.writeHead(valid ? 200 : 400, { 'content-length': 0 }).end()
    })
  }
