import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nodeClientOf } from '../../../checks/node-client.ts'
import packageJson from '../../../packages/node/package.json' with { type: 'json' }
import { VERSION } from '../../../packages/node/src/version.ts'
import { openApiDocument } from '../../../src/http/api/merchant/openapi.ts'
import { merchantRoutes } from '../../../src/http/api/merchant/routes.ts'

it('the types of @puente/node are those of the routes: "npm run make:clients" writes them', () => {
  const file = new URL('../../../packages/node/src/generated/merchant-api.ts', import.meta.url)
  const document = openApiDocument(merchantRoutes, 'https://puente.example')
  const written = readFileSync(file, 'utf8')
  expect(written).toBe(nodeClientOf(JSON.parse(JSON.stringify(document))))
})

it('the client names the version of its package, which depends on nothing', () => {
  expect(VERSION).toBe(packageJson.version)
  expect(packageJson).not.toHaveProperty('dependencies')
})
