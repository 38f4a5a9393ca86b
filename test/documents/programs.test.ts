import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { signDelivery } from '../../src/gateway/webhook-signature.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore } from '../support/world.ts'
import { blocksOf } from './code-blocks.ts'

const world = useWorld()

/** Inside the repository, for its packages. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, '../../node_modules/.document-programs-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const programOf = (document: string): string => {
  const [program] = blocksOf(document).filter(({ language }) => language === 'js')
  if (!program) throw new Error(`${document} has no program`)
  return program.text
}

describe('the programs of documents run', () => {
  it('the shop of docs/own-shop.md sends its customer to pay, and prints that the order is paid', async (test) => {
    const port = await freePort()
    const notifySecret = 'whsec_c2lnbmVkLWJ5LXRoZS1kb2N1bWVudHMtc2hvcA=='
    const notifyUrl = `http://localhost:${port}/puente`
    const apiKey = await connectTestStore(world.puente, {
      id: 'documentos',
      notifyUrl,
      more: { notifySecret },
    })
    await world.control('/sandbox/endpoints', {
      environment: 'test',
      url: `${world.url}/webhooks/gateway/documentos`,
      secret: 'whsec_test_sandbox',
    })
    const file = join(folder, 'shop.mjs')
    writeFileSync(
      file,
      programOf('docs/own-shop.md')
        .replaceAll('http://localhost:3000', world.url)
        .replaceAll('8080', String(port)),
    )
    const shop = spawn(process.execPath, [file], {
      env: childEnvironment({ PUENTE_API_KEY: apiKey, PUENTE_NOTIFY_SECRET: notifySecret }),
    })
    test.onTestFinished(async () => {
      if (shop.exitCode !== null) return
      shop.kill()
      await once(shop, 'exit')
    })
    let printed = ''
    for (const stream of [shop.stdout, shop.stderr]) {
      stream.on('data', (text: Buffer) => {
        printed += text
      })
    }
    const answer = await eventually(async () =>
      fetch(`http://localhost:${port}/orders/A-1/pay`, {
        method: 'POST',
        redirect: 'manual',
      }).catch(() => undefined),
    )
    expect(answer.status, printed).toBe(303)
    const hosted = await fetch(answer.headers.get('location') ?? '', { redirect: 'manual' })
    await world.pay(hosted.headers.get('location') ?? '')
    await eventually(async () => printed.includes('order.paid A-1 paid'))
  })

  it('the signature check of docs/sandbox.md accepts genuine events and nothing else', async () => {
    const file = join(folder, 'signature.mjs')
    writeFileSync(file, `${programOf('docs/sandbox.md')}\nexport { isGenuine }\n`)
    const { isGenuine } = z
      .object({
        isGenuine: z.function({
          input: [z.instanceof(Buffer), z.string().optional(), z.string()],
          output: z.boolean(),
        }),
      })
      .parse(await import(pathToFileURL(file).href))
    const rawBody = Buffer.from('{"id":"evt_1"}')
    const header = signDelivery({ secret: 'whsec_of_the_shop', rawBody, now: new Date() })
    expect(isGenuine(rawBody, header, 'whsec_of_the_shop')).toBe(true)
    expect(isGenuine(rawBody, header, 'whsec_of_another')).toBe(false)
    expect(isGenuine(Buffer.from('{"id":"evt_2"}'), header, 'whsec_of_the_shop')).toBe(false)
    expect(isGenuine(rawBody, undefined, 'whsec_of_the_shop')).toBe(false)
  })
})
