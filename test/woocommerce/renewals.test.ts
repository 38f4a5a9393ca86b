import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveCard, setSandbox } from '../support/merchant.ts'
import { eventually } from '../support/world.ts'
import { type GivenShop, givenShop, type RealShop, startRealShop } from './real-shop.ts'
import { charge, chargeAndKill, chargeAndLoseAnswers, KILLS, LOSSES } from './renewals/charge.ts'
import { runPhp, WOO_PHP } from './run-php.ts'

const { WOO_SUBSCRIPTIONS, WOO_RENEWALS = '200' } = process.env
const TEST_MS = 1_800_000
const SETTLE_MS = 120_000
/** Approved with its customer, declined as a saved card. */
const DECLINED_LATER = '4000000000000341'
const AT_ONCE = 4
/** WooCommerce Subscriptions keeps all subscriptions of a customer in memory. */
const PER_CUSTOMER = 20

// A run that skips these tests calls nothing below.
const given = givenShop as GivenShop
let real: RealShop

/** Creates a customer with a subscription for each saved card, and a renewal of each that is due. */
const renewals = (cards: readonly string[]): Promise<number[]> =>
  runPhp(`
    $name = uniqid( 'subscriber' );
    $user_id = wc_create_new_customer( "$name@example.com", $name, wp_generate_password() );
    $answer = array();
    foreach ( ${phpList(cards)} as $i => $card ) {
      // Cards of one brand and the same last digits are one card.
      Puente_Saved_Cards::keep( $user_id, array( 'id' => $card, 'brand' => 'visa', 'last_four' => sprintf( '%04d', $i ), 'exp_month' => 12, 'exp_year' => 2039, 'is_default' => false ) );
      $subscription = wcs_create_subscription( array( 'customer_id' => $user_id, 'billing_period' => 'month', 'billing_interval' => 1, 'start_date' => gmdate( 'Y-m-d H:i:s', time() - 40 * DAY_IN_SECONDS ) ) );
      $subscription->add_product( wc_get_product( ${given.productId} ) );
      $subscription->set_payment_method( 'puente' );
      $subscription->update_meta_data( '_puente_card_id', $card );
      $subscription->set_requires_manual_renewal( false );
      $subscription->calculate_totals();
      $subscription->save();
      $subscription->update_status( 'active' );
      // The engine creates the renewal here, and charges it at this priority.
      remove_all_actions( 'woocommerce_scheduled_subscription_payment', 10 );
      do_action( 'woocommerce_scheduled_subscription_payment', $subscription->get_id() );
      $answer[] = wcs_get_subscription( $subscription->get_id() )->get_last_order( 'ids', 'renewal' );
    }`)

const phpList = (texts: readonly string[]): string =>
  `array( ${texts.map((text) => `'${text}'`).join(', ')} )`

/** Runs the looks that the plugin planned, whenever they are due. */
const lookAgain = () =>
  runPhp(`
    global $wpdb;
    $wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '\\_puente\\_once\\_%'" );
    Puente_Renewal::take_up( 0 );
    $actions = as_get_scheduled_actions( array( 'hook' => 'puente_charge_renewal', 'status' => 'pending', 'per_page' => -1 ) );
    foreach ( $actions as $id => $action ) {
      ActionScheduler::runner()->process_action( $id );
    }
    $answer = count( $actions )`)

const statusesOf = (ids: readonly number[]): Promise<Record<string, string>> =>
  runPhp(`
    $answer = (object) array();
    foreach ( array( ${ids.join()} ) as $id ) {
      $answer->{$id} = wc_get_order( $id )->get_status();
    }`)

const turn = <T>(all: readonly T[], at: number): T => all[at % all.length] as T

const inTurns = async (ids: readonly number[], act: (id: number) => Promise<unknown>) => {
  const waiting = ids.values()
  const work = async () => {
    for (const id of waiting) await act(id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const approvedOf = async (id: number): Promise<number> =>
  (await real.atGateway(id)).filter(({ status }) => status === 'paid').length

const attemptsOf = async (id: number): Promise<string[]> => {
  const { rows } = await real.world.puente.ctx.db.pool.query<{ state: string }>(
    `SELECT state FROM payments
     JOIN orders ON orders.id = payments.order_id
     WHERE external_id = $1 ORDER BY attempt`,
    [String(id)],
  )
  return rows.map(({ state }) => state)
}

describe.skipIf(!givenShop || !WOO_PHP || WOO_SUBSCRIPTIONS !== 'yes')(
  'renewals of a real shop',
  { timeout: TEST_MS },
  () => {
    beforeAll(async () => {
      real = await startRealShop(given)
      const code = await real.connect(given.url)
      await runPhp(`
        Puente_Pairings::keep_pending( Puente_Pairing::from_code( '${code}' ) );
        Puente_Pairings::promote_pending();
        update_option( 'woocommerce_puente_settings', array( 'enabled' => 'yes', 'way' => 'fields', 'saved_cards' => 'yes' ) );
        Puente_Facts::refresh();
        $answer = true`)
    }, TEST_MS)
    afterAll(async () => {
      await runPhp(`
        Puente_Disconnection::notify();
        Puente_Pairings::forget_current();
        $answer = true`)
      await real?.close()
    }, TEST_MS)

    it(`of ${WOO_RENEWALS} renewals with declines, lost answers and kills, each is paid once or declined`, async () => {
      const count = Number(WOO_RENEWALS)
      const startedAt = Date.now()
      const cards: string[] = []
      for (let made = 0; made < count; made++) {
        cards.push(
          await saveCard(real.world, undefined, made % 5 === 0 ? DECLINED_LATER : undefined),
        )
      }
      const ids: number[] = []
      for (let from = 0; from < count; from += PER_CUSTOMER) {
        ids.push(...(await renewals(cards.slice(from, from + PER_CUSTOMER))))
      }
      const declined = ids.filter((_, at) => at % 5 === 0)
      const others = ids.filter((_, at) => at % 5 !== 0)
      await setSandbox(real.world, 'faults', {
        seed: 'renewals',
        api: { only: 'POST /v1/*', lost_answer: 0.1, error_after: 0.05, error_503: 0.1 },
      })
      const killed = others.filter((_, at) => at % 5 === 3)
      const unheard = ids.filter((id, at) => at % 7 === 0 && !killed.includes(id))
      let kills = 0
      await inTurns(ids, async (id) => {
        const [kill, loss] = [killed.indexOf(id), unheard.indexOf(id)]
        if (kill >= 0) {
          const at = turn(KILLS, kill)
          // A call during which PHP is not killed has ended before.
          if (await chargeAndKill(id, at, kill / killed.length)) kills += 1
          else expect(at).toBe('during the call')
        } else if (loss >= 0) await chargeAndLoseAnswers(id, turn(LOSSES, loss))
        else await charge(id)
      })
      await setSandbox(real.world, 'faults', {
        api: { lost_answer: 0, error_after: 0, error_503: 0 },
      })
      await eventually(async () => {
        await lookAgain()
        const statuses = Object.values(await statusesOf(ids))
        return !statuses.includes('pending')
      }, SETTLE_MS).catch(() => {})
      process.stderr.write(
        `${count} renewals, ${kills} of ${killed.length} killed, ${unheard.length} with answers lost: ${Math.round((Date.now() - startedAt) / 1000)} s\n`,
      )

      const statuses = await statusesOf(ids)
      expect(ids.filter((id) => statuses[id] === 'pending')).toEqual([])
      for (const id of others) {
        expect({ id, status: statuses[id], charges: await approvedOf(id) }).toEqual({
          id,
          status: 'processing',
          charges: 1,
        })
      }
      for (const id of declined) {
        expect({ id, status: statuses[id], charges: await approvedOf(id) }).toEqual({
          id,
          status: 'failed',
          charges: 0,
        })
      }
    })

    it('a declined renewal waits for the retry of the engine, which charges the card again', async () => {
      const [id = 0] = await renewals([await saveCard(real.world, undefined, DECLINED_LATER)])
      await charge(id)
      expect((await statusesOf([id]))[id]).toBe('failed')
      expect(await attemptsOf(id)).toEqual(['declined'])
      // The retry rules of WooCommerce Subscriptions put it back to pending until their own time.
      await runPhp(`wc_get_order( ${id} )->update_status( 'pending' ); $answer = true`)
      await lookAgain()
      expect((await statusesOf([id]))[id]).toBe('pending')
      expect(await attemptsOf(id)).toEqual(['declined'])
      await charge(id)
      expect((await statusesOf([id]))[id]).toBe('failed')
      expect(await attemptsOf(id)).toEqual(['declined', 'declined'])
    })

    it('a renewal whose card was revoked is not charged, and says so', async () => {
      const [id = 0] = await renewals([await saveCard(real.world)])
      await runPhp(`
        foreach ( WC_Payment_Tokens::get_customer_tokens( wc_get_order( ${id} )->get_customer_id(), 'puente' ) as $token ) {
          $token->delete();
        }
        $answer = true`)
      await charge(id)
      expect((await statusesOf([id]))[id]).toBe('failed')
      expect(await approvedOf(id)).toBe(0)
    })
  },
)
