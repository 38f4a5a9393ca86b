import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand } from './running-command.ts'

const paste = async (command: string) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', command])
  return JSON.parse(stdout)
}

it('the printed commands create, pay and show an order and open the card page, and the link creates an owner', async (test) => {
  const start = await runCommand(test, [process.execPath, 'src/cli/puente.ts', 'start'])
  await eventually(async () => start.printed().includes('Check that it is paid\ncurl'))
  const commands = start.printed().match(/^curl [^\n]*?(?:\\\n[^\n]*)?$/gm) ?? []
  expect(commands).toHaveLength(4)
  const [checkOut = '', pay = '', look = '', onCardPage = ''] = commands

  const checkout = await paste(checkOut)
  expect(checkout).toMatchObject({ order: { amount: '125.50' }, pay_url: expect.any(String) })
  // Idempotent when pasted again.
  expect(await paste(checkOut)).toMatchObject({ payment: { id: checkout.payment.id } })
  expect(await paste(pay)).toMatchObject({ status: 'approved' })
  const order = await eventually(async () => {
    const seen = await paste(look)
    return seen.order.status === 'paid' && seen
  })
  expect(order).toMatchObject({ order: { id: checkout.order.id, status: 'paid' } })
  const { pay_url: link } = await paste(onCardPage)
  const page = await fetch(link)
  expect([page.status, page.url]).toEqual([200, `${link}/card`])

  const [ownerLink = ''] = /http\S+\/welcome\/[\w-]{43}/.exec(start.printed()) ?? []
  expect(await (await fetch(ownerLink)).text()).toContain('Puente')
  expect((await fetch(ownerLink)).status).toBe(200)
})

it('on other ports, a command in another terminal finds Puente with the printed line', async (test) => {
  const start = await runCommand(test, [process.execPath, 'src/cli/puente.ts', 'start'])
  await eventually(async () => start.printed().includes('Check that it is paid\ncurl'))
  const [line = ''] = /export PORT=\d+ SANDBOX_PORT=\d+ DATA_DIR=\S+/.exec(start.printed()) ?? []
  const command = `${line}; '${process.execPath}' src/cli/puente.ts trigger order.paid --json`
  const inAnotherTerminal = { env: childEnvironment({ NODE_ENV: 'development' }) }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], inAnotherTerminal)
  expect(JSON.parse(stdout)).toMatchObject({ store_id: 'demo', status: 'paid' })
})
