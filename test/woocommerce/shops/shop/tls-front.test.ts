import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../../../../src/runtime/net/free-port.ts'
import { openChildren } from './children.ts'
import { openTlsFront } from './tls-front.ts'

it('the front of a shop serves https and says so to the shop, with the address of the browser', async () => {
  const home = mkdtempSync(join(tmpdir(), 'puente-tls-'))
  const children = openChildren(home)
  const shop = createServer(async (incoming, response) => {
    const { 'x-forwarded-proto': protocol, host } = incoming.headers
    const body = (await incoming.toArray()).join('')
    response.writeHead(201, { 'x-shop': 'yes' }).end(`${protocol} ${host} ${incoming.url} ${body}`)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const port = await freePort()
  const shopPort = (shop.address() as AddressInfo).port
  const close = await openTlsFront(children, { home, port, shopPort })

  const asked = request(`https://127.0.0.1:${port}/cart?a=1`, {
    method: 'POST',
    rejectUnauthorized: false,
  })
  asked.end('one shirt')
  const [answer] = await once(asked, 'response')
  const body = (await answer.toArray()).join('')
  expect([answer.statusCode, answer.headers['x-shop']]).toEqual([201, 'yes'])
  expect(body).toBe(`https 127.0.0.1:${port} /cart?a=1 one shirt`)

  close()
  shop.close()
  shop.closeAllConnections()
  await children.stop()
  rmSync(home, { recursive: true })
})
