import { checkSignature } from '../src/gateway/webhook-signature.ts'
import { serve } from '../src/runtime/http-server.ts'
import { openJobQueues } from '../src/runtime/job-queue.ts'
import { createLog } from '../src/runtime/log.ts'

/**
 * What the intake is compared with, each a process of its own: `bare` checks the signature and
 * stores nothing; `queue` adds a job before it answers. Usage: variant, secret, database URL.
 */
const [variant, secret = '', databaseUrl = '', redisUrl] = process.argv.slice(2)
const queues =
  variant === 'queue'
    ? await openJobQueues({
        databaseUrl,
        redisUrl,
        prefix: 'bench',
        log: createLog({ level: 'error', service: 'bench' }),
      })
    : undefined

const server = await serve(
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
      const id = String(request.headers['service-webhook-event-id'])
      if (valid) await queues?.add('events', [{ id, data: { body: rawBody.toString() } }])
      response.writeHead(valid ? 200 : 400).end()
    })
  },
  { host: '127.0.0.1', port: 0 },
)
process.send?.({ port: server.port })
