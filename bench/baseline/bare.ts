import { serve } from '../../src/runtime/http/http-server.ts'
import { takeSigned } from './signed-requests.ts'

/** Upper bound: checks signatures, stores nothing. Usage: secret. */
const [secret = ''] = process.argv.slice(2)

const server = await serve(takeSigned(secret), { host: '127.0.0.1', port: 0 })
process.send?.({ port: server.port })
