import { createFormGuard } from '../../onboarding/form-guard.ts'
import { KEYS_TEXTS } from '../../onboarding/keys-fields.ts'
import { webhookAddressesOf } from '../../onboarding/webhook-address.ts'
import { WOO_TEXTS } from '../texts.ts'
import { checkCode, isClosed } from './connect-code.ts'
import { checkForm, connectFormSchema, type FormCheck, type FormProblems } from './connect-form.ts'
import { formCard } from './pages/form-page.ts'
import { sendCard, sendState } from './pages/send-card.ts'
import { authorizeAddress } from './pages/urls.ts'
import { updatePending } from './pending-connection.ts'
import { proveSite } from './prove-site.ts'
import { storeIdOfSite } from './site-identity.ts'
import { type ConnectionDeps, type ConnectVisit, sendObstacle } from './visit.ts'

/** The keys form, once the site has confirmed the connection. */
export const keysForm = (deps: ConnectionDeps, path: string) => {
  const { ctx, connectCode } = deps
  const { publicUrl } = ctx
  // WooCommerce posts keys to https only.
  const needsRestKeys = !publicUrl.startsWith('https://')
  const guard = createFormGuard({ ids: ctx.ids, path, publicUrl })

  const sendForm = async (visit: ConnectVisit, problems: FormProblems = {}): Promise<void> => {
    const { request, response, begun, locale } = visit
    const { details } = begun
    if (isClosed(begun)) return sendClosed(visit)
    const card = formCard({
      locale,
      details,
      webhookAddresses: await webhookAddressesOf(publicUrl, (environment) =>
        storeIdOfSite(ctx.db.query, details, environment),
      ),
      needsRestKeys,
      needsCode: connectCode !== undefined,
      guard: guard.seal(request, response, begun.token),
      problems,
    })
    if (Object.keys(problems).length > 0) response.status(422)
    sendCard(request, response, { locale, title: KEYS_TEXTS[locale].title, begun, card })
  }

  const show = async (visit: ConnectVisit): Promise<void> => {
    const { response, begun, addresses } = visit
    if (begun.step === 'connected') return response.redirect(303, addresses.done)
    if (begun.step !== 'begun') return sendForm(visit)
    const proof = await proveSite(begun, deps)
    if (proof.outcome === 'not-proven') {
      const links = [{ label: WOO_TEXTS[visit.locale].connect.tryAgain, url: addresses.form }]
      return sendObstacle(visit, { ...proof, links, now: ctx.clock.now() })
    }
    const proven = await updatePending(deps, begun, { step: 'proven' })
    if (!proven) return response.redirect(303, addresses.form)
    await sendForm({ ...visit, begun: proven })
  }

  const submit = async (visit: ConnectVisit): Promise<void> => {
    const { request, response, begun, addresses } = visit
    if (begun.step === 'begun' || begun.step === 'connected') {
      return response.redirect(303, addresses.form)
    }
    if (isClosed(begun)) return sendClosed(visit)
    if (!guard.isFromPage(request, begun.token, request.body?.guard)) {
      return sendForm(visit, { form: 'not-from-page' })
    }
    const form = connectFormSchema.parse(request.body)
    // First, so a visitor without the code learns nothing about the keys.
    const code = await checkCode(deps, begun, form.connect_code)
    if (code.outcome === 'busy') return response.redirect(303, addresses.form)
    const passed = { ...visit, begun: code.begun }
    if (code.outcome === 'wrong') return sendForm(passed, { connect_code: 'wrong' })
    const { locale } = begun.details
    const checked = await checkForm(form, { gatewayOf: deps.gatewayOf, needsRestKeys, locale })
    if (checked.outcome === 'wrong') return sendForm(passed, checked.problems)
    await proceed(passed, checked)
  }

  const proceed = async (
    { response, begun, addresses }: ConnectVisit,
    { environment, gateway, restKeys }: Extract<FormCheck, { outcome: 'accepted' }>,
  ): Promise<void> => {
    const storeId = await storeIdOfSite(ctx.db.query, begun.details, environment)
    const moved = await updatePending(deps, begun, {
      step: restKeys ? 'keyed' : 'asked',
      storeId,
      details: { ...begun.details, environment, problem: undefined },
      secrets: { ...begun.secrets, gateway, rest_keys: restKeys },
    })
    if (!moved) return response.redirect(303, addresses.form)
    if (restKeys) return response.redirect(303, addresses.done)
    response.redirect(303, authorizeAddress(moved, addresses))
  }

  return { show, take: submit }
}

const sendClosed = ({ request, response, begun, locale }: ConnectVisit): void => {
  response.status(403)
  sendState(request, response, { locale, begun, state: 'tooManyCodes' })
}
