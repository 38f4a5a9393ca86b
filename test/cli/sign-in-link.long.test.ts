import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { PASSWORD } from '../support/people.ts'
import { type RunningCommand, runCommand } from './running-command.ts'

const START = [process.execPath, 'src/cli/puente.ts', 'start'] as const

const printedLink = (start: RunningCommand, section: string): Promise<string> =>
  eventually(async () => {
    const [link] = new RegExp(`http\\S+/${section}/[\\w-]{43}`).exec(start.printed()) ?? []
    return link
  })

it('npm start prints a link that creates the first owner, and later a one-time sign-in link', async (test) => {
  const first = await runCommand(test, START)
  const ownerLink = await printedLink(first, 'welcome')
  expect(first.printed()).not.toMatch(/\/sign-in\//)
  const form = { email: 'ana@tienda.example', name: 'Ana', password: PASSWORD }
  const made = await fetch(ownerLink, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: first.url },
    body: new URLSearchParams(form),
  })
  expect(made.status).toBe(303)
  first.child.kill('SIGTERM')
  await first.ended()

  const second = await runCommand(test, START, { DATA_DIR: join(first.folder, 'data') })
  const link = await printedLink(second, 'sign-in')
  expect(second.printed()).not.toMatch(/\/welcome\//)
  const signedIn = await fetch(link, { redirect: 'manual' })
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/'])
  const [cookie = ''] = signedIn.headers.getSetCookie()
  const session = await fetch(`${second.url}/auth/session`, {
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  expect(await session.json()).toMatchObject({ email: form.email })
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(404)
  second.child.kill('SIGTERM')
  await second.ended()
})
