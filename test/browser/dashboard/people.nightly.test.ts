import { afterAll, describe, expect, it } from 'vitest'
import { listMembers } from '../../../src/db/people/members.ts'
import { openRefusedActs } from '../../../src/db/people/refused-acts.ts'
import { PASSWORD, peopleOf, signedInPerson } from '../../support/people.ts'
import { useWorld } from '../../support/use-world.ts'
import { TEST_STORE } from '../../support/world.ts'
import { launchChromium } from '../chromium.ts'
import { EVERY_READER, held, useVisits } from './visitor.ts'

const browser = await launchChromium()
afterAll(() => browser?.close())

const world = useWorld()

const visit = useVisits(() => world, browser)

let count = 0
const member = (email = `colleague-${++count}@tienda.example`) =>
  signedInPerson(world, { email, role: 'viewer' })
const signedInHoursAgo = (email: string) =>
  world.puente.ctx.db.query
    .updateTable('person_sessions')
    .from('people')
    .set({ created_at: new Date(Date.now() - 3 * 3_600_000), confirmed_at: null })
    .whereRef('people.id', '=', 'person_sessions.person_id')
    .where('people.email', '=', email)
    .execute()
const roleOf = async (id: string) =>
  (await listMembers(world.puente.ctx.db.query, 'main')).find(({ person_id }) => person_id === id)
    ?.role

describe.skipIf(!browser)('an owner', () => {
  it.each(EVERY_READER)(
    'the owner invites a person and sees the link once (%o)',
    async (reader) => {
      const inSpanish = reader.language === 'es'
      const { page, press, isFineAs } = await visit('/people', reader)
      const email = `nueva-${++count}@tienda.example`
      await press(inSpanish ? 'Invitar a un miembro…' : 'Invite a member…')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(inSpanish ? 'Correo' : 'E-mail').fill(email)
      await isFineAs('people-invite')
      await press(inSpanish ? 'Crear el enlace' : 'Create the link')
      const url = (await dialog.locator('[data-link]').textContent()) ?? ''
      expect(new URL(url).pathname).toMatch(/^\/welcome\/./)
      await isFineAs('people-link')
      await press(inSpanish ? 'Listo' : 'Done')
      await page.getByText(inSpanish ? 'Invitaciones abiertas' : 'Open invitations').waitFor()
      await isFineAs('people')
      expect((await fetch(url)).status).toBe(200)
      await page
        .getByRole('button', {
          name: inSpanish
            ? `Cancelar la invitación de ${email}`
            : `Cancel the invitation of ${email}`,
        })
        .click()
      await page.getByText(inSpanish ? 'Invitación cancelada.' : 'Invitation cancelled.').waitFor()
      expect((await fetch(url)).status).not.toBe(200)
    },
  )

  it.each(EVERY_READER)(
    'inviting an owner asks for the password in place and then continues (%o)',
    async (reader) => {
      const inSpanish = reader.language === 'es'
      const { page, press, isFineAs, sees, email } = await visit('/people', reader)
      await signedInHoursAgo(email)
      await press(inSpanish ? 'Invitar a un miembro…' : 'Invite a member…')
      const dialog = page.getByRole('dialog').first()
      await dialog
        .getByLabel(inSpanish ? 'Correo' : 'E-mail')
        .fill(`jefa-${++count}@tienda.example`)
      await dialog.getByRole('radio', { name: inSpanish ? /^Propietario/ : /^Owner/ }).check()
      await press(inSpanish ? 'Crear el enlace' : 'Create the link')
      const password = page
        .getByRole('dialog')
        .last()
        .locator('input[autocomplete=current-password]')
      await password.fill('not the password')
      const confirm = inSpanish ? 'Confirmar' : 'Confirm'
      await page.getByRole('button', { name: confirm, exact: true }).click()
      await sees(inSpanish ? 'La contraseña no es correcta' : 'The password is wrong')
      await isFineAs('password-question', { fullPage: false })
      await password.fill(PASSWORD)
      await page.getByRole('button', { name: confirm, exact: true }).click()
      await page.locator('[data-link]').waitFor()
    },
  )

  it.each(EVERY_READER)(
    'the owner sees their sessions and signs out everywhere (%o)',
    async (reader) => {
      const inSpanish = reader.language === 'es'
      const { page, press, isFineAs, sees, email } = await visit('/people', reader)
      const phone =
        'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/147.0.0.0 Mobile Safari/537.36'
      await peopleOf(world).signIn({
        ...{ email, password: PASSWORD, address: '2001:db8:1:2::/64', userAgent: phone },
      })
      await page.reload()
      await sees('Chrome · Android')
      await isFineAs('sessions')
      const end = inSpanish
        ? 'Cerrar la sesión de Chrome · Android'
        : 'End the session of Chrome · Android'
      await page.getByRole('button', { name: end }).click()
      await page.getByText('Chrome · Android').waitFor({ state: 'hidden' })
      await press(inSpanish ? 'Cerrar sesión en todas partes' : 'Sign out everywhere')
      await page.waitForURL(/\/sign-in/)
    },
  )

  it('the dialog refuses an invalid e-mail', async () => {
    const { page, press, sees } = await visit('/people')
    await press('Invite a member…')
    await page.getByRole('dialog').getByLabel('E-mail').fill('nobody')
    await press('Create the link')
    await sees(/Must be a valid e-mail address/)
  })

  it("the owner changes a member's role and removes the member", async () => {
    const { id, email } = await member('colega@tienda.example')
    const { page, sees } = await visit('/people')
    await page.getByRole('combobox', { name: 'Role of colega' }).click()
    await page.getByRole('option', { name: 'Operator' }).click()
    await sees('Role changed.')
    expect(await roleOf(id)).toBe('operator')
    await page.getByRole('button', { name: 'Remove colega' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText(email).waitFor({ state: 'hidden' })
    expect(await roleOf(id)).toBeUndefined()
  })

  it('the owner sets the refund limits with a comma and finds the change in the audit log', async () => {
    const { page, sees } = await visit('/people')
    const atOnce = page.getByRole('form', {
      name: 'Refund limit per operator',
      exact: true,
    })
    await atOnce.getByLabel('Amount').fill('500,00')
    await atOnce.getByRole('button', { name: 'Save' }).click()
    await sees('L 500.00')
    const aDay = page.getByRole('form', { name: 'Daily refund limit per operator' })
    await aDay.getByLabel('Amount').fill('2,000.00')
    await aDay.getByRole('button', { name: 'Save' }).click()
    await aDay.getByText('L 2,000.00').waitFor()
    await sees('L 500.00')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await sees('Changed the refund limits of operators')
    await page.locator('.changes', { hasText: 'L 500.00' }).first().waitFor()
    await page.locator('.changes', { hasText: 'L 2,000.00' }).first().waitFor()
  })
})

describe.skipIf(!browser)('the audit log', () => {
  it.each(EVERY_READER)(
    'an entry shows who did what, from where, and the values before and after (%o)',
    async (reader) => {
      const { page, isFineAs, sees } = await visit('/people', reader)
      const name = `<b>Tienda</b> \u202e مرحبا ${++count} ${'larga '.repeat(20)}`
      const status = await page.evaluate(
        async ({ path, name }) =>
          (
            await fetch(path, {
              method: 'PATCH',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ name }),
            })
          ).status,
        { path: `/operator/v1/stores/${TEST_STORE}`, name: name.slice(0, 190) },
      )
      expect([200, 422]).toContain(status)
      const link = reader.language === 'es' ? 'Registro de auditoría' : 'Audit log'
      await page.getByRole('link', { name: link }).click()
      await sees(reader.language === 'es' ? 'Cambió una tienda' : 'Changed a store')
      await isFineAs('audit')
    },
  )

  it.each(EVERY_READER)('the log shows refused attempts (%o)', async (reader) => {
    const inSpanish = reader.language === 'es'
    const { email } = await member()
    const { page, sees, isFineAs } = await visit('/people', reader)
    await peopleOf(world).signIn({ email, password: 'a guess', address: `of ${email}` })
    const refusedActions = openRefusedActs({
      query: world.puente.ctx.db.query,
      log: world.puente.ctx.log,
    })
    for (let times = 0; times < 250; times++) {
      refusedActions.note(
        {
          ...{ at: new Date(), actor: { kind: 'unknown' }, fromAddress: '192.0.2.7', status: null },
          ...{ organizationId: 'main', storeId: null, action: 'sign in', subject: email },
          request: { because: 'wrong password' },
        },
        'a flood',
      )
    }
    await refusedActions.close()
    await page.goto(`${world.url}/audit?action=sign+in`)
    await page.getByText(email).first().waitFor()
    await sees(inSpanish ? 'Intentó iniciar sesión' : 'Tried to sign in')
    await sees(inSpanish ? 'Rechazado' : 'Refused')
    await sees(inSpanish ? 'Contraseña incorrecta.' : 'Wrong password.')
    await sees(inSpanish ? /Y 240 más/ : /And 240 more/)
    await isFineAs('audit-refused')
  })

  it('the log is filtered by person and action, and exported with these filters', async () => {
    const { page, sees } = await visit('/audit')
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Changed a role' }).click()
    await page.waitForURL(/action=changePerson/)
    const exported = page.getByRole('link', { name: 'Export as CSV' })
    expect(await exported.getAttribute('href')).toBe('/operator/v1/audit.csv?action=changePerson')
    await page.goto(`${world.url}/audit?from=2000-01-01&to=2000-01-02`)
    await sees('No entries match these filters.')
  })
})

describe.skipIf(!browser)('a slow answer with the members', () => {
  it('the filter of the audit log shows that it loads, and opens once the members arrive', async () => {
    const { page } = await visit('/people')
    const answer = await held(page, '**/operator/v1/people?**')
    await page.goto(`${world.url}/audit`, { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: 'Who' }).click()
    const loader = page.locator('search .mantine-Loader-root')
    await loader.waitFor()
    answer()
    await page.getByRole('option').first().waitFor()
    expect(await loader.count()).toBe(0)
  })
})

describe.skipIf(!browser)('a member who is not an owner', () => {
  it('the member sees only their own account and changes its password', async () => {
    const { page, press, sees } = await visit('/people', { role: 'operator' })
    await sees('Only owners can see the other members of an organization.')
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
    await press('Change the password…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Current password/).fill(PASSWORD)
    await dialog.getByLabel(/^New password/).fill('short')
    await dialog.getByRole('button', { name: 'Change the password' }).click()
    await sees(/Use at least 12 characters/)
    await dialog.getByLabel(/^New password/).fill(`${PASSWORD}, once more`)
    await dialog.getByRole('button', { name: 'Change the password' }).click()
    await sees('Password changed.')
    await page.reload()
    await sees('Your account')
  })
})
