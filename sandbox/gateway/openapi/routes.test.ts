import { expect, it } from 'vitest'
import { createRouter } from '../http/router.ts'
import { openapiRoutes } from './routes.ts'

it("the document names this gateway's two bases", async () => {
  const router = createRouter(openapiRoutes('https://sandbox.example'), () => {
    throw new Error('not in the router')
  })
  const { status, headers, body } = await router({
    method: 'GET',
    path: '/openapi.json',
    query: new URLSearchParams(),
    headers: {},
    remoteAddress: '127.0.0.1',
    params: {},
    body: { kind: 'none' },
  })
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const { openapi, servers, paths } = JSON.parse(String(body))
  expect([openapi, servers]).toEqual(['3.1.0', [{ url: 'https://sandbox.example/v1' }]])
  expect(paths['/confirm'].servers).toEqual([{ url: 'https://sandbox.example/embed/v1' }])
})
