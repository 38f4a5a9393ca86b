import { useWorld } from '../../../support/use-world.ts'
import { besideStripe } from '../../stripe/beside-stripe.ts'
import { MEDUSA } from '../medusa-folder.ts'
import { CASES } from './cases.ts'
import { usePuenteContender } from './puente-contender.ts'
import { useStripeContender } from './stripe-contender.ts'

besideStripe({
  cases: CASES,
  puente: usePuenteContender(useWorld()),
  stripe: useStripeContender(),
  version: MEDUSA,
  document: 'docs/medusa.md',
})
