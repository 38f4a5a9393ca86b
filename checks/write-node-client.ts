import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/http/api/merchant/openapi.ts'
import { merchantRoutes } from '../src/http/api/merchant/routes.ts'
import { nodeClientOf } from './node-client.ts'

const FILE = new URL('../packages/node/src/generated/merchant-api.ts', import.meta.url)

const document = openApiDocument(merchantRoutes, 'https://puente.example')
writeFileSync(FILE, nodeClientOf(JSON.parse(JSON.stringify(document))))
