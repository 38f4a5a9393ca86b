import express, { Router } from 'express'
import type { ShopContext } from './context.ts'
import { CARDS_PATH, cardsPage } from './pages/cards.ts'
import { cardsOf, deleteCard } from './saved-cards.ts'
import { shopLanguageOf, visitorOf } from './visitor.ts'

/** Customers see and delete only their own cards. */
export const walletRoutes = ({ puente }: Pick<ShopContext, 'puente'>): Router => {
  const router = Router()
  const form = express.urlencoded({ extended: false, limit: '10kb' })

  router.get('/', async (request, response) => {
    const cards = await cardsOf(puente, visitorOf(request, response))
    const { said } = request.query
    response.send(
      cardsPage(
        { language: shopLanguageOf(request), path: CARDS_PATH },
        { cards, said: said === 'forgotten' || said === 'notForgotten' ? said : undefined },
      ),
    )
  })

  router.post('/forget', form, async (request, response) => {
    const card = String(request.body?.card ?? '')
    const own = await cardsOf(puente, visitorOf(request, response))
    const isOwn = own.some(({ id }) => id === card)
    const said = isOwn && (await deleteCard(puente, card)) ? 'forgotten' : 'notForgotten'
    response.redirect(303, `${CARDS_PATH}?lang=${shopLanguageOf(request)}&said=${said}`)
  })

  return router
}
