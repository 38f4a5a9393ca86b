import { useWorld } from '../../../support/use-world.ts'
import { besideStripe } from '../../stripe/beside-stripe.ts'
import { CASES } from './cases.ts'
import { usePuenteContender } from './puente-contender.ts'
import { STRIPE_PLUGIN, useStripeContender } from './stripe-contender.ts'

besideStripe({
  cases: CASES,
  puente: usePuenteContender(useWorld()),
  stripe: useStripeContender(),
  version: STRIPE_PLUGIN,
  document: 'docs/vendure.md',
})
