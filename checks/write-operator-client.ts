import { writeFileSync } from 'node:fs'
import { operatorDocument } from '../src/http/api/operator/openapi.ts'
import { operatorRoutes } from '../src/http/api/operator/routes.ts'
import { typesOf } from './operator-client.ts'

const FILE = new URL('../packages/operator-client/schema.ts', import.meta.url)

const document = operatorDocument(operatorRoutes, 'https://puente.example')
writeFileSync(FILE, typesOf(JSON.parse(JSON.stringify(document))))
