import { describe, expect, it } from 'vitest'
import { listAuditEntries } from '../../src/db/people/audit-log.ts'
import { authenticatorOf } from '../support/authenticator.ts'
import { commandOf, settingsOf } from '../support/command.ts'
import { PASSWORD, peopleOf, signedInPerson } from '../support/people.ts'
import { useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const puente = commandOf('puente', () => settingsOf(world))
const read = async (...args: string[]) => JSON.parse((await puente(...args, '--json')).stdout)

describe('puente users', () => {
  it('users add prints an invitation link, and the last owner stays', async () => {
    const email = 'ana@tienda.example'
    const added = await read('users', 'add', '--email', 'Ana@Tienda.example', '--role', 'owner')
    expect(added).toMatchObject({ email, role: 'owner', mailed: false })
    expect((await fetch(added.url)).status).toBe(200)
    expect((await read('users')).data).toMatchObject([{ email, state: 'invited', role: 'owner' }])

    await signedInPerson(world, { email })
    const again = await puente('users', 'add', '--email', email, '--role', 'viewer')
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('users role')])
    const less = await puente('users', 'role', email, '--role', 'viewer')
    expect([less.exitCode, less.stderr]).toEqual([1, expect.stringContaining('last owner')])
    const removed = await puente('users', 'remove', email, '--yes')
    expect([removed.exitCode, removed.stderr]).toEqual([1, expect.stringContaining('last owner')])
  })

  it("users limit shows and changes an operator's refund limits per refund and per day", async () => {
    const limits = (...args: string[]) => read('users', 'limit', ...args)
    expect(await limits()).toEqual({
      ...{ organization: 'main', operator_refund_limit: null, operator_refund_day_limit: null },
    })
    const atOnce = { amount: '500.00', currency: 'HNL' }
    expect(await limits('--refund-limit', '500.00 HNL')).toMatchObject({
      operator_refund_limit: atOnce,
    })
    expect(await limits('--refund-day-limit', '2000 HNL')).toMatchObject({
      operator_refund_limit: atOnce,
      operator_refund_day_limit: { amount: '2000.00', currency: 'HNL' },
    })
    const { stdout } = await puente('users', 'limit')
    expect(stdout).toContain('500.00 HNL per refund, 2000.00 HNL per day')
    expect(await limits('--refund-limit', 'none')).toMatchObject({ operator_refund_limit: null })
    for (const wrong of ['500', 'HNL', '-5 HNL', '5.001 HNL', 'much']) {
      const { exitCode, stderr } = await puente('users', 'limit', '--refund-limit', wrong)
      expect([wrong, exitCode, stderr]).toEqual([
        wrong,
        2,
        expect.stringContaining('--refund-limit'),
      ])
    }
    const nowhere = await puente('users', 'limit', '--organization', 'nowhere')
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, expect.stringContaining('"nowhere"')])
  })

  it("users role changes a role, and users remove asks first and ends the user's sessions", async () => {
    const { email, cookie } = await signedInPerson(world, {
      email: 'luis@tienda.example',
      role: 'viewer',
    })
    expect(await read('users', 'role', email, '--role', 'operator')).toMatchObject({
      before: 'viewer',
      role: 'operator',
    })
    const asked = await puente('users', 'remove', email)
    expect([asked.exitCode, asked.stderr]).toEqual([1, expect.stringContaining('--yes')])
    expect(await peopleOf(world).personOf({ cookie })).toBeDefined()
    expect((await puente('users', 'remove', email, '--yes')).exitCode).toBe(0)
    expect(await peopleOf(world).personOf({ cookie })).toBeUndefined()
  })

  it('users unlock unlocks an account, and users reset prints a password link', async () => {
    const { email } = await signedInPerson(world, { email: 'eva@tienda.example' })
    const guess = (address: string) =>
      peopleOf(world).signIn({ email, password: 'a guess', address })
    for (let index = 0; index < 10; index++) await guess('b')
    expect((await guess('b')).outcome).toBe('locked-out')
    expect((await puente('users', 'unlock', email)).stdout).toContain('Unlocked')
    expect((await guess('b')).outcome).toBe('wrong')
    expect((await fetch((await read('users', 'reset', email)).url)).status).toBe(200)
    expect((await puente('users', 'reset', 'nobody@tienda.example')).exitCode).toBe(1)
    expect(
      (await puente('users', 'add', '--email', 'x@y.example', '--role', 'boss')).exitCode,
    ).toBe(2)
  })
})

describe('puente audit', () => {
  it('audit exports the changes of commands by store and time, as table, JSON lines and CSV', async () => {
    const since = new Date(Date.now() - 1_000).toISOString()
    await puente('stores', 'disable', '--id', TEST_STORE)
    await puente('stores', 'enable', '--id', TEST_STORE)
    await puente('stores', 'list')
    const { stdout: lines } = await puente(
      'audit',
      '--store',
      TEST_STORE,
      '--since',
      since,
      '--json',
    )
    const entries = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries).toMatchObject([
      { action: 'stores enable', outcome: 'done', actor: { kind: 'command_line' } },
      { action: 'stores disable', outcome: 'done', organization_id: 'main' },
    ])
    const { stdout: csv } = await puente('audit', '--store', TEST_STORE, '--csv')
    expect(csv.split('\r\n')[0]).toMatch(/^id,at,actor,/)
    expect(csv).toContain('stores disable')
    const { stdout: table } = await puente('audit', '--limit', '1', '--store', TEST_STORE)
    expect(table.trim().split('\t')).toContain('stores enable')
    expect((await puente('audit', '--since', 'yesterday')).exitCode).toBe(2)
    const { stdout: all } = await puente('audit', '--json')
    expect(all).not.toContain('stores list')
  })

  it('users reset-second-factor lets a person who lost the device sign in by password', async () => {
    const { email, cookie } = await signedInPerson(world, { email: 'lost@tienda.example' })
    const none = await puente('users', 'reset-second-factor', email, '--yes')
    expect(none.stdout).toContain('has no second factor')
    await authenticatorOf(world, cookie)
    const asked = await puente('users', 'reset-second-factor', email)
    expect([asked.exitCode, asked.stderr]).toEqual([1, expect.stringContaining('--yes')])
    expect(await read('users', 'reset-second-factor', email, '--yes')).toEqual({
      ...{ email, second_factor_removed: true },
    })
    expect(await peopleOf(world).personOf({ cookie })).toBeUndefined()
    const people = peopleOf(world)
    const signedIn = await people.signIn({ email, password: PASSWORD, address: 'here' })
    expect(signedIn.outcome).toBe('signed-in')
    const entries = await listAuditEntries(world.puente.ctx.db.query, { limit: 10 })
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'users reset-second-factor', subject: email }),
    )
  })
})
