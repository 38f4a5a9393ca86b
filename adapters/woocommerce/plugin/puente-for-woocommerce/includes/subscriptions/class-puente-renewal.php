<?php
/**
 * Renewals of subscriptions.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Charges the saved card of a subscription when WooCommerce Subscriptions asks for a renewal.
 *
 * Puente charges an order at most once, so every doubt is settled by asking again. Only a certain
 * refusal makes the renewal fail, and the engine's own rules decide what follows.
 */
class Puente_Renewal {

	const HOOK = 'puente_charge_renewal';
	// Meta of a renewal: `1` while the engine waits for a charge, `left` once a person has to look,
	// `failed` after a decline.
	const META   = '_puente_renewal';
	const OPEN   = '1';
	const LEFT   = 'left';
	const FAILED = 'failed';
	// Meta of a renewal: when its customer last went to pay it. No card is charged meanwhile.
	const CUSTOMER       = '_puente_customer_pays';
	const CUSTOMER_TAKES = HOUR_IN_SECONDS;
	// Age of the last change after which a renewal that nothing charged needs a person.
	const LONGEST = 3 * DAY_IN_SECONDS;
	// Age of a renewal that is taken up at most: earlier plugins left the mark on declined ones.
	const OLDEST = 30 * DAY_IN_SECONDS;
	// Minutes until the next try; after the last one, a renewal without an outcome waits for a person.
	const WAITS = array( 5, 15, 60, 180, 360, 720, 1440 );
	// Renewals taken up at a time.
	const MOST_LEFT = 200;
	// Longer than a call.
	const CLAIM_SECONDS = 45;

	/**
	 * Hooks into the engine and the scheduler.
	 */
	public static function listen() {
		add_action( 'woocommerce_scheduled_subscription_payment_' . Puente_Gateway::ID, array( __CLASS__, 'charge' ), 10, 2 );
		add_filter( 'wcs_renewal_order_created', array( __CLASS__, 'mark' ), 20, 2 );
		add_action( self::HOOK, array( __CLASS__, 'charge_again' ), 10, 2 );
		add_action( Puente_Facts::DAILY, array( __CLASS__, 'take_up' ) );
	}

	/**
	 * Marks a renewal that the engine will charge. A manual one never becomes automatic later, even if
	 * its subscription does, and the merchant's own pending renewal waits for its customer.
	 *
	 * @param WC_Order        $order        Renewal.
	 * @param WC_Subscription $subscription Its subscription.
	 * @return WC_Order
	 */
	public static function mark( $order, $subscription ) {
		if ( ! $order instanceof WC_Order || Puente_Gateway::ID !== $subscription->get_payment_method() ) {
			return $order;
		}
		// The engine copies the meta of the subscription.
		$order->delete_meta_data( Puente_Interrupted_Renewal::META );
		if ( doing_action( Puente_Interrupted_Renewal::ENGINE ) && ! $subscription->is_manual() && (float) $order->get_total() > 0 ) {
			self::open( $order );
		} else {
			$order->save_meta_data();
		}
		Puente_Interrupted_Renewal::end( $subscription );
		return $order;
	}

	/**
	 * Writes the mark with the payment method, which the engine writes later: without one, nothing
	 * charges the renewal.
	 *
	 * @param WC_Order $order Renewal.
	 */
	public static function open( WC_Order $order ) {
		$order->update_meta_data( self::META, self::OPEN );
		$order->set_payment_method( Puente_Gateway::ID );
		$order->save();
	}

	/**
	 * Plans renewals that nothing charges any more: PHP ended before the first try was planned, or the
	 * plugin was inactive when it came due. The engine itself asks once.
	 *
	 * @param int $after Age in seconds from which a renewal counts as left.
	 */
	public static function take_up( $after = HOUR_IN_SECONDS ) {
		if ( ! function_exists( 'wcs_get_subscriptions_for_renewal_order' ) ) {
			return;
		}
		$orders = wc_get_orders(
			array(
				'type'           => 'shop_order',
				'status'         => array( 'pending' ),
				'payment_method' => Puente_Gateway::ID,
				'date_modified'  => '>' . ( time() - self::LONGEST ),
				'date_created'   => '>' . ( time() - self::OLDEST ),
				'limit'          => self::MOST_LEFT,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Once a day.
				'meta_key'       => self::META,
				// phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value -- Once a day.
				'meta_value'     => self::OPEN,
			)
		);
		$planned = Puente_Queue::planned( self::HOOK );
		foreach ( $orders as $order ) {
			$made    = $order->get_date_created();
			$is_left = $made && $made->getTimestamp() <= time() - (int) $after;
			if ( $is_left && ! in_array( $order->get_id(), $planned, true ) ) {
				self::plan( $order, 0 );
			}
		}
	}

	/**
	 * Charges a renewal when the engine asks.
	 *
	 * @param string|float $amount Total, as the order has it.
	 * @param WC_Order     $order  Renewal.
	 */
	public static function charge( $amount, $order ) {
		if ( ! $order instanceof WC_Order ) {
			return;
		}
		if ( self::OPEN !== (string) $order->get_meta( self::META ) ) {
			// The engine retries after a decline, or a person does.
			$order->update_meta_data( self::META, self::OPEN );
			$order->save_meta_data();
		}
		self::try_once( $order, 0 );
	}

	/**
	 * Tries a renewal without an outcome again. After a decline, only the engine decides about a
	 * retry: its order then waits as `pending`. A mark that another plugin removed is restored.
	 *
	 * @param int $order_id Renewal.
	 * @param int $tries    Tries so far.
	 */
	public static function charge_again( $order_id, $tries ) {
		$order = Puente_Fresh_Order::read_order( (int) $order_id );
		if ( ! $order || Puente_Gateway::ID !== $order->get_payment_method() ) {
			return;
		}
		$mark    = (string) $order->get_meta( self::META );
		$is_lost = '' === $mark && ! $order->has_status( 'failed' );
		if ( $is_lost ) {
			$order->update_meta_data( self::META, self::OPEN );
			$order->save_meta_data();
		}
		if ( $is_lost || self::OPEN === $mark ) {
			self::try_once( $order, (int) $tries );
		}
	}

	/**
	 * Notes that the customer goes to pay a renewal, before the plugin has it paid. A declined renewal
	 * counts too: the engine may retry it while its customer pays.
	 *
	 * @param WC_Order $order Order.
	 */
	public static function note_customer( WC_Order $order ) {
		if ( function_exists( 'wcs_order_contains_renewal' ) && wcs_order_contains_renewal( $order ) ) {
			$order->update_meta_data( self::CUSTOMER, (string) time() );
			$order->save_meta_data();
		}
	}

	/**
	 * Tries once. The next try is planned before the call, because PHP may end during it. Without a
	 * card that may be charged, an unknown charge is only looked for.
	 *
	 * @param WC_Order $order Renewal.
	 * @param int      $tries Tries so far.
	 */
	private static function try_once( WC_Order $order, $tries ) {
		// Without the engine, daily work takes it up once the engine is back.
		$is_over = null !== $order->get_date_paid() || ! $order->has_status( array( 'pending', 'failed', 'on-hold' ) ) || (float) $order->get_total() <= 0;
		if ( $is_over || ! function_exists( 'wcs_get_subscriptions_for_renewal_order' ) ) {
			return;
		}
		if ( Puente_Pairings::is_elsewhere() ) {
			// A copy fails no renewal, which would e-mail the customer. A moved site waits until the merchant
			// confirms the move.
			self::plan( $order, $tries, DAY_IN_SECONDS / MINUTE_IN_SECONDS );
			return;
		}
		if ( self::is_customer_paying( $order ) || true !== Puente_Claim::claim( 'renewal ' . $order->get_id(), self::CLAIM_SECONDS ) ) {
			self::plan( $order, $tries );
			return;
		}
		$subscriptions = wcs_get_subscriptions_for_renewal_order( $order );
		$subscription  = $subscriptions ? reset( $subscriptions ) : null;
		$has_ended     = ! $subscription || ! $subscription->has_status( array( 'active', 'on-hold' ) );
		$card          = $has_ended ? null : Puente_Subscription_Card::of( $subscription );
		if ( ! Puente_Unknown_Charge::is_of( $order ) ) {
			if ( $has_ended ) {
				self::leave( $order, __( 'The renewal was not charged: its subscription has ended.', 'puente-for-woocommerce' ) );
				return;
			}
			if ( ! Puente_Accepted_Currencies::has( $order->get_currency() ) ) {
				/* translators: %s: code of a currency */
				self::fail( $order, sprintf( __( 'The renewal was not charged: the gateway account does not take %s.', 'puente-for-woocommerce' ), $order->get_currency() ), $tries );
				return;
			}
			if ( ! $card ) {
				self::fail( $order, __( 'The renewal was not charged: the subscription has no saved card any more. The customer can pay it with another one.', 'puente-for-woocommerce' ), $tries );
				return;
			}
		}
		self::plan( $order, $tries + 1 );
		$card_id = $card ? $card->get_token() : '';
		$answer  = Puente_Checkout::charge_saved_card( $order, $card_id, self::is_early( $order ) ? Puente_Checkout::ONE_TRY : Puente_Checkout::RETRIES );
		if ( false === $answer ) {
			self::settle( $order, $tries );
			return;
		}
		// The charge wrote meta of a fresh read.
		$order->read_meta_data( true );
		self::follow( $order, $answer, $tries, $card_id );
	}

	/**
	 * Returns whether the customer went to pay the renewal lately.
	 *
	 * @param WC_Order $order Renewal.
	 */
	private static function is_customer_paying( WC_Order $order ) {
		return (int) $order->get_meta( self::CUSTOMER ) > time() - self::CUSTOMER_TAKES;
	}

	/**
	 * Acts on Puente's answer.
	 *
	 * @param WC_Order           $order   Renewal.
	 * @param Puente_Answer|null $answer  `null`: not connected.
	 * @param int                $tries   Tries before this one.
	 * @param string             $card_id Card; empty if none was to be charged.
	 */
	private static function follow( WC_Order $order, $answer, $tries, $card_id ) {
		if ( $answer && $answer->is_fine() ) {
			if ( 'redirect' === $answer->text( 'result' ) ) {
				self::fail( $order, __( 'The renewal was not charged: the bank asks the customer to confirm it. The customer can pay it here.', 'puente-for-woocommerce' ), $tries );
				return;
			}
			// Puente marks the order paid once the gateway confirms.
			self::settle( $order, $tries );
			self::keep_early( $order );
			return;
		}
		if ( $answer && $answer->is_refusal() && 'no_charge_known' === $answer->code() ) {
			// The lost call charged nothing, so the planned try begins anew.
			Puente_Unknown_Charge::clear( $order );
			return;
		}
		if ( ! $answer || ! $answer->is_last_word() ) {
			self::wait( $order, $answer, $tries );
			return;
		}
		switch ( $answer->code() ) {
			case 'order_already_paid':
				self::settle( $order, $tries );
				self::keep_early( $order );
				return;
			case 'already_paid_at_gateway':
				self::settle( $order, $tries );
				self::keep_early( $order );
				/* translators: %s: what Puente says */
				self::leave( $order, sprintf( __( 'The renewal was not charged again. %s', 'puente-for-woocommerce' ), $answer->words() ) );
				return;
			case 'no_such_saved_card':
				Puente_Saved_Cards::remove( $card_id );
				self::fail( $order, __( 'The renewal was not charged: the gateway no longer has the card. The customer can pay it with another one.', 'puente-for-woocommerce' ), $tries );
				return;
			case 'card_declined':
				$meta = array( Puente_Known_Declines::META => Puente_Known_Declines::with_one_more( $order, $card_id ) );
				self::fail( $order, __( 'The card of the subscription was declined.', 'puente-for-woocommerce' ) . ' ' . $answer->words(), $tries, $meta );
				return;
			default:
				/* translators: %s: what Puente says */
				self::fail( $order, sprintf( __( 'The renewal was not charged. %s', 'puente-for-woocommerce' ), $answer->words() ), $tries );
		}
	}

	/**
	 * Leaves a renewal without an outcome to the planned try. It is not failed: the card may be
	 * charged.
	 *
	 * @param WC_Order           $order  Renewal.
	 * @param Puente_Answer|null $answer Answer.
	 * @param int                $tries  Tries before this one.
	 */
	private static function wait( WC_Order $order, $answer, $tries ) {
		$is_unknown = Puente_Unknown_Charge::is_of( $order );
		if ( $is_unknown ) {
			self::keep_early( $order );
		}
		Puente_Log::error( 'a renewal has no outcome yet', array( 'order' => $order->get_id() ) + ( $answer ? $answer->for_log() : array() ) );
		if ( 0 === $tries ) {
			$order->add_order_note( __( 'Puente did not answer. The renewal is tried again, and its card is charged once.', 'puente-for-woocommerce' ) );
		}
		if ( $tries + 1 < count( self::WAITS ) ) {
			return;
		}
		if ( $is_unknown ) {
			self::settle( $order, $tries );
			self::leave( $order, __( 'Puente could not find out whether this renewal was charged. Check the order in Puente before anybody pays it again.', 'puente-for-woocommerce' ) );
			return;
		}
		self::fail( $order, __( 'The renewal was not charged: Puente did not answer for two days.', 'puente-for-woocommerce' ), $tries );
	}

	/**
	 * Returns whether the customer asked for the renewal early, and waits in a window of the checkout.
	 *
	 * @param WC_Order $order Renewal.
	 */
	private static function is_early( WC_Order $order ) {
		return function_exists( 'wcs_order_contains_early_renewal' ) && wcs_order_contains_early_renewal( $order );
	}

	/**
	 * Keeps an early renewal: the engine deletes it after the charge if it still needs payment, and has
	 * the customer pay again.
	 *
	 * @param WC_Order $order Renewal.
	 */
	private static function keep_early( WC_Order $order ) {
		if ( self::is_early( $order ) ) {
			Puente_Order_Completion::put_on_hold( $order->get_id(), __( 'The card was or may have been charged. Puente confirms the payment.', 'puente-for-woocommerce' ) );
		}
	}

	/**
	 * Leaves a renewal to a person.
	 *
	 * @param WC_Order $order Renewal.
	 * @param string   $why   Note for the merchant.
	 */
	private static function leave( WC_Order $order, $why ) {
		$order->update_meta_data( self::META, self::LEFT );
		$order->save_meta_data();
		$order->add_order_note( $why );
	}

	/**
	 * Lets the renewal fail, for the engine's rules. A renewal that another process pays at this
	 * moment is retried.
	 *
	 * @param WC_Order $order Renewal.
	 * @param string   $why   Note for the merchant.
	 * @param int      $tries Tries before this one.
	 * @param array    $meta  Meta to write with the status, by name.
	 */
	private static function fail( WC_Order $order, $why, $tries, array $meta = array() ) {
		Puente_Log::error( 'a renewal failed', array( 'order' => $order->get_id() ) );
		$is_failed = Puente_Order_Completion::fail( $order->get_id(), $why, array( self::META => self::FAILED ) + $meta );
		self::settle( $order, $tries );
		if ( null === $is_failed ) {
			self::plan( $order, $tries + 1 );
		}
		if ( ! $is_failed ) {
			return;
		}
		foreach ( wcs_get_subscriptions_for_renewal_order( $order ) as $subscription ) {
			$subscription->add_order_note( $why );
		}
	}

	/**
	 * Unschedules the planned try.
	 *
	 * @param WC_Order $order Renewal.
	 * @param int      $tries Tries before this one.
	 */
	private static function settle( WC_Order $order, $tries ) {
		as_unschedule_all_actions( self::HOOK, array( $order->get_id(), $tries + 1 ), Puente_Refund_Task::GROUP );
	}

	/**
	 * Plans a try.
	 *
	 * @param WC_Order $order   Renewal.
	 * @param int      $tries   Tries before it.
	 * @param int|null $minutes Wait; by default, the backoff's.
	 */
	public static function plan( WC_Order $order, $tries, $minutes = null ) {
		$minutes = null === $minutes ? self::WAITS[ min( max( $tries - 1, 0 ), count( self::WAITS ) - 1 ) ] : $minutes;
		as_schedule_single_action( time() + $minutes * MINUTE_IN_SECONDS, self::HOOK, array( $order->get_id(), $tries ), Puente_Refund_Task::GROUP );
	}
}
