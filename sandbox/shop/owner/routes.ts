import express, { type Request, type Response, Router } from 'express'
import type { PuenteAnswer, Refusal } from '../ask-puente.ts'
import type { ShopContext } from '../context.ts'
import { type Language, languageOf } from '../language.ts'
import { stateOfStanding, takeNews } from '../orders.ts'
import type { Visit } from '../pages/layout.ts'
import { orderPath } from '../pages/order.ts'
import { randomId } from '../random-id.ts'
import { listOrders, openAlerts, openFile, receiptOf, refundInFull } from './ask-owner.ts'
import { chargeToGiveBack } from './charges.ts'
import { confirmPage } from './confirm-page.ts'
import { type OrderPageOptions, ownerOrderPage, versionOf } from './order-page.ts'
import { deskPage, OWNER_PATH, ownerOrderPath, ownerTroublePage } from './pages.ts'
import type { RefundTry } from './refund-forms.ts'
import { ownerTexts } from './texts.ts'

const KEY_LENGTH = 24
const newKey = (): string => randomId(KEY_LENGTH)

/**
 * The desk of the shop's owner: orders, their money, and what to look at. A real shop would have its
 * owner log in; this one holds no real money.
 */
export const ownerRoutes = ({ puente: access, orders, portalUrl }: ShopContext): Router => {
  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '10kb' })

  router.get('/', async (request, response) => {
    const visit = { language: languageOf(request), path: OWNER_PATH }
    const puente = { ...access, language: visit.language }
    const [listed, problems] = await Promise.all([listOrders(puente), openAlerts(puente)])
    if (listed.outcome !== 'answered') return sendTrouble(response, { visit, answer: listed })
    if (problems.outcome !== 'answered') return sendTrouble(response, { visit, answer: problems })
    const page = {
      orders: listed.body.data.map(({ order }) => order),
      problems: problems.body.data,
    }
    response.send(deskPage(visit, page))
  })

  router.get('/orders/:id', async (request, response) => {
    const { said, refund } = request.query
    await sendOrder(request, response, {
      said: said === 'done' || said === 'accepted' ? said : undefined,
      refundId: typeof refund === 'string' ? refund : undefined,
    })
  })

  router.get('/orders/:id/version', async (request, response) => {
    const file = await openFile(access, request.params.id)
    if (file.outcome !== 'answered') return void response.sendStatus(503)
    response.json({ version: versionOf(file.body) })
  })

  router.post('/orders/:id/refunds', form, async (request, response) => {
    const id = String(request.params.id)
    const { language } = visitOf(request)
    const { what, amount = '', reason = '', payment_id, key, confirmed } = textsOf(request.body)
    if (what === 'all' && confirmed !== 'yes') return askFirst(request, response)
    // Nothing typed is not the wish to give all of it back.
    const isEmpty = what !== 'all' && amount.trim() === ''
    if (isEmpty) {
      return refuse(request, response, {
        amount,
        reason,
        because: ownerTexts[language].emptyAmount,
      })
    }
    const answer = await refundInFull({ ...access, language }, id, {
      amount: what === 'all' ? undefined : amount.trim(),
      reason: reason.trim() || undefined,
      paymentId: payment_id,
      key: key ?? newKey(),
    })
    switch (answer.outcome) {
      case 'answered': {
        const { order: derived, refund } = answer.body
        const order = orders.find(id)
        if (order)
          takeNews(order, { state: stateOfStanding(derived), at: new Date().toISOString() })
        const said = refund.state === 'succeeded' ? 'done' : 'accepted'
        const query = new URLSearchParams({ lang: language, said, refund: refund.id })
        return response.redirect(303, `${ownerOrderPath(id)}?${query}`)
      }
      case 'away':
        return refuse(request, response, { amount, reason, because: ownerTexts[language].away })
      case 'refused':
        return refuse(request, response, { amount, reason, because: wordsOf(answer, language) })
    }
  })

  router.get('/orders/:id/receipt', async (request, response) => {
    const answer = await receiptOf(access, request.params.id)
    if (answer.outcome === 'answered') return response.redirect(303, answer.body.receipt_url)
    sendTrouble(response, { visit: visitOf(request), answer })
  })

  const visitOf = (request: Request): Visit => ({
    language: languageOf(request),
    path: ownerOrderPath(String(request.params.id)),
  })

  /** All of a payment goes back only once the owner has said so again. */
  const askFirst = async (request: Request, response: Response): Promise<void> => {
    const visit = visitOf(request)
    const { payment_id, key, reason = '' } = textsOf(request.body)
    const file = await openFile(access, String(request.params.id))
    if (file.outcome !== 'answered') return sendTrouble(response, { visit, answer: file })
    const charge = chargeToGiveBack(file.body, payment_id)
    if (!charge) {
      const because = ownerTexts[visit.language].nothingToGiveBack
      return refuse(request, response, { amount: '', reason, because })
    }
    const page = { file: file.body, charge, key: key ?? newKey(), reason }
    response.send(confirmPage(visit, page))
  }

  const refuse = (request: Request, response: Response, refused: RefundTry) => {
    response.status(422)
    return sendOrder(request, response, { refused })
  }

  const sendOrder = async (
    request: Request,
    response: Response,
    more: Pick<OrderPageOptions, 'said' | 'refundId' | 'refused'>,
  ): Promise<void> => {
    const visit = visitOf(request)
    const puente = { ...access, language: visit.language }
    const file = await openFile(puente, String(request.params.id))
    if (file.outcome !== 'answered') return sendTrouble(response, { visit, answer: file })
    const order = orders.find(file.body.order.id)
    const customerPath = order && orderPath(order)
    const page = { file: file.body, newKey, portalUrl, customerPath, ...more }
    response.send(ownerOrderPage(visit, page))
  }

  return router
}

/** Why Puente said no; a field that is wrong by its name on the form. */
const wordsOf = ({ reason, errors = [] }: Refusal, language: Language): string => {
  const t = ownerTexts[language]
  const names: Readonly<Record<string, string>> = { amount: t.amount, reason: t.reason }
  const fields = errors.map(({ path, message }) => `${names[path] ?? path}: ${message}.`)
  return fields.length > 0 ? fields.join(' ') : reason
}

/** The fields of a form that are text; a field that came twice is none. */
const textsOf = (body: unknown): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(body ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

const sendTrouble = (
  response: Response,
  {
    visit,
    answer,
  }: { visit: Visit; answer: Exclude<PuenteAnswer<unknown>, { outcome: 'answered' }> },
): void => {
  const t = ownerTexts[visit.language]
  if (answer.outcome === 'refused' && answer.status === 404) {
    response.status(404).send(ownerTroublePage(visit, t.noSuchOrder))
    return
  }
  const message = answer.outcome === 'refused' ? answer.reason : t.away
  const status = answer.outcome === 'refused' ? 500 : 502
  response.status(status).send(ownerTroublePage(visit, { title: t.title, message }))
}
