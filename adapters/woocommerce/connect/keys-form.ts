import { createFormGuard } from '../../onboarding/form-guard.ts'
import { keysTexts } from '../../onboarding/keys-texts.ts'
import { webhookAddressesOf } from '../../onboarding/webhook-address.ts'
import { moveBegun } from './begun.ts'
import { checkCode, isClosed } from './connect-code.ts'
import { checkForm, connectForm, type FormCheck, type FormProblems } from './connect-form.ts'
import { formCard } from './form-page.ts'
import { pageTexts } from './page-texts.ts'
import { proveSite } from './prove-site.ts'
import { sendCard } from './send-card.ts'
import { plainCard } from './state-page.ts'
import { storeIdOf } from './store-id.ts'
import { type ConnectionDeps, sendObstacle, type Visit } from './visit.ts'
import { authorizeAddress } from './ways.ts'

/** The keys form, once the site has confirmed the connection. */
export const keysForm = (deps: ConnectionDeps, path: string) => {
  const { ctx, connectCode } = deps
  const { publicUrl } = ctx
  // WooCommerce posts keys to https only.
  const needsRestKeys = !publicUrl.startsWith('https://')
  const guard = createFormGuard({ ids: ctx.ids, path, publicUrl })

  const sendForm = async (visit: Visit, problems: FormProblems = {}): Promise<void> => {
    const { request, response, begun, locale } = visit
    const { details } = begun
    if (isClosed(begun)) return sendClosed(visit)
    const card = formCard({
      locale,
      details,
      webhookAddresses: await webhookAddressesOf(publicUrl, (environment) =>
        storeIdOf(ctx.db.query, details, environment),
      ),
      needsRestKeys,
      needsCode: connectCode !== undefined,
      guard: guard.seal(request, response, begun.token),
      problems,
    })
    if (Object.keys(problems).length > 0) response.status(422)
    sendCard(request, response, { locale, title: keysTexts[locale].title, begun, card })
  }

  const show = async (visit: Visit): Promise<void> => {
    const { response, begun, addresses } = visit
    if (begun.step === 'connected') return response.redirect(303, addresses.done)
    if (begun.step !== 'begun') return sendForm(visit)
    const proof = await proveSite(begun, { ids: ctx.ids, ...deps })
    if (proof.outcome === 'not-proven') {
      const links = [{ label: pageTexts[visit.locale].tryAgain, url: addresses.form }]
      return sendObstacle(visit, { ...proof, links, now: ctx.clock.now() })
    }
    const proven = await moveBegun(deps, begun, { step: 'proven' })
    if (!proven) return response.redirect(303, addresses.form)
    await sendForm({ ...visit, begun: proven })
  }

  const take = async (visit: Visit): Promise<void> => {
    const { request, response, begun, addresses } = visit
    // The page itself renders these states.
    if (begun.step === 'begun' || begun.step === 'connected') {
      return response.redirect(303, addresses.form)
    }
    if (isClosed(begun)) return sendClosed(visit)
    if (!guard.isFromPage(request, begun.token, request.body?.guard)) {
      return sendForm(visit, { form: 'not-from-page' })
    }
    const form = connectForm.parse(request.body)
    const passed = await passCode(visit, form.connect_code)
    if (!passed) return
    const checked = await checkForm(form, {
      gatewayOf: deps.gatewayOf,
      needsRestKeys,
      locale: begun.details.locale,
    })
    if (checked.outcome === 'wrong') return sendForm(passed, checked.problems)
    await goOn(passed, checked)
  }

  /**
   * Checked before the keys, so a visitor without the code learns nothing about them. `undefined`
   * after a response.
   */
  const passCode = async (visit: Visit, typed: string): Promise<Visit | undefined> => {
    if (connectCode === undefined) return visit
    const checked = await checkCode(deps, visit.begun, { typed, connectCode })
    if (checked.outcome === 'busy') {
      visit.response.redirect(303, visit.addresses.form)
      return undefined
    }
    const next = { ...visit, begun: checked.begun }
    if (checked.outcome === 'right') return next
    await sendForm(next, { connect_code: 'wrong' })
    return undefined
  }

  const goOn = async (
    { response, begun, addresses }: Visit,
    { environment, gateway, restKeys }: Extract<FormCheck, { outcome: 'fine' }>,
  ): Promise<void> => {
    const storeId = await storeIdOf(ctx.db.query, begun.details, environment)
    const moved = await moveBegun(deps, begun, {
      step: restKeys ? 'keyed' : 'asked',
      storeId,
      details: { ...begun.details, environment, problem: undefined },
      secrets: { ...begun.secrets, gateway, rest_keys: restKeys },
    })
    if (!moved) return response.redirect(303, addresses.form)
    if (restKeys) return response.redirect(303, addresses.done)
    response.redirect(303, authorizeAddress(moved, addresses))
  }

  return { show, take }
}

const sendClosed = ({ request, response, begun, locale }: Visit): void => {
  response.status(403)
  const { title } = pageTexts[locale].tooManyCodes
  sendCard(request, response, { locale, title, begun, card: plainCard(locale, 'tooManyCodes') })
}
