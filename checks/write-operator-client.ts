import { readFileSync, writeFileSync } from 'node:fs'
import { operatorDocument } from '../src/http/operator-api/openapi.ts'
import { operatorRoutes } from '../src/http/operator-api/routes.ts'
import { typesOf } from './operator-client.ts'

const FILE = new URL('../packages/operator-client/schema.ts', import.meta.url)

const document = operatorDocument(operatorRoutes, 'https://puente.example')
const types = typesOf(JSON.parse(JSON.stringify(document)))

if (!process.argv.includes('--check')) writeFileSync(FILE, types)
else if (readFileSync(FILE, 'utf8') !== types) {
  process.stderr.write('schema.ts of the operator client is stale: npm run docs:operator-client\n')
  process.exitCode = 1
}
