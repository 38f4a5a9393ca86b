import { serve } from '../../src/runtime/http/http-server.ts'
import { benchPayment, type Catalogue } from './reconcile-payments.ts'

/**
 * Runs in a separate process, so its memory and CPU do not count as Puente's. Its first message is
 * the port.
 */
const main = async (catalogue: Catalogue): Promise<void> => {
  const { count } = catalogue
  const server = await serve(
    (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://gateway')
      const perPage = Math.min(Number(searchParams.get('per_page') ?? 20), 100)
      const page = Number(searchParams.get('page') ?? 1)
      const newest = count - (page - 1) * perPage
      const onPage = Math.max(0, Math.min(perPage, newest))
      const data = Array.from({ length: onPage }, (_, index) =>
        benchPayment(catalogue, newest - index),
      )
      const meta = {
        current_page: page,
        per_page: perPage,
        total: count,
        last_page: Math.max(1, Math.ceil(count / perPage)),
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data, meta }))
    },
    { host: '127.0.0.1', port: 0 },
  )
  process.send?.({ port: server.port })
}

await main(JSON.parse(process.argv[2] ?? '{}'))
