<?php
/**
 * Payment of an order.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Never marks an order paid: Puente does, once the gateway confirms.
 */
class Puente_Checkout {

	// Upper bound on the wait, in seconds.
	const PATIENCE = 10;
	// A customer waits for one request: a pause, or a `Retry-After`, would end beyond their patience.
	const ONE_TRY = array( 'timeoutSeconds' => self::PATIENCE );
	const RETRIES = array(
		'withinSeconds' => self::PATIENCE,
		'maxRetries'    => 1,
	);
	// Error paths of a refused total: Puente's, and the gateway's.
	const AMOUNT_PATHS = array( 'order.total', 'order.amount', 'amount' );

	/**
	 * Requests a payment of an order.
	 *
	 * @param WC_Order $order Order.
	 * @param array    $way   `type` and its fields: `hosted`, `saved_card` or `card_fields`. Without a card,
	 *                        an unknown charge is only checked.
	 * @return string The customer's next URL.
	 * @throws Puente_Cannot_Pay With a sentence for the customer.
	 */
	public static function pay( WC_Order $order, array $way ) {
		$client = Puente_Client::current();
		if ( ! $client ) {
			Puente_Log::error( 'the site is not connected to Puente', array( 'order' => $order->get_id() ) );
			// An earlier charge of this order may have succeeded.
			throw Puente_Cannot_Pay::by_code( Puente_Unknown_Charge::is_of( $order ) ? 'charge_unknown' : 'not_connected' );
		}
		$paid_before = Puente_Unpaid_Orders::paid_before( $order );
		if ( $paid_before ) {
			/* translators: %s: the number of an order */
			$note = sprintf( __( 'The customer already paid the same cart with order %s.', 'puente-for-woocommerce' ), $paid_before->get_order_number() );
			if ( Puente_Order_Completion::cancel( $order->get_id(), $note ) ) {
				// Until then, another click finds the paid order again.
				Puente_Unknown_Charge::clear( $paid_before );
			}
			return $paid_before->get_checkout_order_received_url();
		}
		$is_charge   = 'hosted' !== $way['type'];
		$was_charged = Puente_Unknown_Charge::is_of( $order );
		if ( $was_charged && ! $is_charge && Puente_Settings::has_card_fields() ) {
			$way = array( 'type' => 'find_out' );
		}
		Puente_Renewal::note_customer( $order );
		$order = self::mark( $order );
		if ( ! $order ) {
			throw Puente_Cannot_Pay::by_code( 'order_cancelled' );
		}
		if ( $order->is_paid() ) {
			return $order->get_checkout_order_received_url();
		}
		if ( $is_charge ) {
			// Before the request: PHP may end first.
			Puente_Unknown_Charge::note( $order );
		}

		$answer              = self::send( $client, $order, $way, array( 'isRepetition' => $was_charged ) + self::ONE_TRY );
		$is_currency_refused = Puente_Accepted_Currencies::learn( $answer, $order->get_currency(), $client->store_id() );
		if ( $answer->is_fine() ) {
			return self::next_address( $answer, $order );
		}
		Puente_Log::error( 'an order was not sent to be paid', array( 'order' => $order->get_id() ) + $answer->for_log() );
		if ( Puente_Answer::UNKNOWN === $answer->case ) {
			if ( $is_charge || $was_charged ) {
				// The card may be charged. A retry is safe: Puente checks first.
				throw Puente_Cannot_Pay::by_code( 'charge_unknown' );
			}
		}
		if ( ! $answer->is_refusal() ) {
			throw Puente_Cannot_Pay::by_code( 'unreachable' );
		}
		if ( $is_currency_refused ) {
			throw Puente_Cannot_Pay::by_code( 'currency_refused' );
		}
		return self::after_refusal( $answer, $order, $way );
	}

	/**
	 * Marks an order, unless it was cancelled or paid since this request read it: the timer of unpaid
	 * orders, Puente's notification and this request take turns. With posts storage, a save writes the
	 * status from memory, so the method marks a fresh read.
	 *
	 * @param WC_Order $order As this request read it.
	 * @return WC_Order|null Fresh read; without the mark if paid. `null` if cancelled or deleted.
	 */
	private static function mark( WC_Order $order ) {
		$is_held = Puente_Order_Completion::hold( $order->get_id(), Puente_Order_Completion::WAITS );
		try {
			$now = Puente_Fresh_Order::read_order( $order->get_id() );
			if ( ! $now || ( $now->has_status( 'cancelled' ) && ! $order->has_status( 'cancelled' ) ) ) {
				return null;
			}
			if ( ! $now->is_paid() ) {
				// Before the request, so concurrent orders find each other.
				Puente_Unpaid_Orders::remember( $now );
				Puente_Chosen_Method::mark( $now, $is_held );
			}
			return $now;
		} finally {
			if ( $is_held ) {
				Puente_Order_Completion::let_go( $order->get_id() );
			}
		}
	}

	/**
	 * Charges a saved card without its customer. A repeated call finds the earlier charge. Writes meta
	 * of a fresh read, not of the given order.
	 *
	 * @param WC_Order $order   Order.
	 * @param string   $card_id Gateway's reference; if empty, an earlier charge is only looked for.
	 * @param array    $tries   ONE_TRY if a customer waits.
	 * @return Puente_Answer|null|false `null` without a connection; false if the order was paid, cancelled
	 *                                  or deleted since the caller read it.
	 */
	public static function charge_saved_card( WC_Order $order, $card_id, array $tries = self::RETRIES ) {
		$client = Puente_Client::current();
		if ( ! $client ) {
			return null;
		}
		$order = self::mark( $order );
		if ( ! $order || $order->is_paid() ) {
			return false;
		}
		$was_charged = Puente_Unknown_Charge::is_of( $order );
		Puente_Unknown_Charge::note( $order );
		$way = array( 'type' => 'find_out' );
		if ( '' !== $card_id ) {
			$way = array(
				'type'              => 'saved_card',
				'payment_method_id' => $card_id,
			);
		}
		$answer = self::send( $client, $order, $way, array( 'isRepetition' => $was_charged ) + $tries );
		Puente_Accepted_Currencies::learn( $answer, $order->get_currency(), $client->store_id() );
		return $answer;
	}

	/**
	 * Sends a payment, and clears the note of an unknown charge once its outcome is known.
	 *
	 * @param Puente_Client $client  Client.
	 * @param WC_Order      $order   Order.
	 * @param array         $way     Way to pay.
	 * @param array         $options Tries, and `isRepetition` if an earlier call may have charged.
	 */
	private static function send( Puente_Client $client, WC_Order $order, array $way, array $options ) {
		$body   = array(
			'order'       => Puente_Order_Payload::of( $order ),
			'success_url' => $order->get_checkout_order_received_url(),
			'cancel_url'  => self::way_back( $order ),
			'way'         => Puente_Known_Declines::in_way( self::with_return_addresses( $way, $order ), $order ),
			'abandons'    => Puente_Unpaid_Orders::abandoned_by( $order ),
		);
		$answer = $client->call( 'POST', '/v1/woocommerce/checkouts', $body, $options + array( 'expects' => array( 'result' ) ) );
		// The charge may still be in flight to Puente, or Puente looks for it itself.
		if ( Puente_Answer::UNKNOWN !== $answer->case && ! in_array( $answer->code(), array( 'no_charge_known', 'charge_unresolved' ), true ) ) {
			Puente_Unknown_Charge::clear( $order );
		}
		return $answer;
	}

	/**
	 * Returns the customer's next URL.
	 *
	 * @param Puente_Answer $answer Answer.
	 * @param WC_Order      $order  Order.
	 */
	private static function next_address( Puente_Answer $answer, WC_Order $order ) {
		$url = isset( $answer->body['url'] ) && is_string( $answer->body['url'] ) ? $answer->body['url'] : '';
		// Verbatim: a bank's URL carries a signature.
		if ( 'redirect' === $answer->text( 'result' ) && preg_match( '#^https?://[^\s"\'<>\\\\]+$#iD', $url ) ) {
			return $url;
		}
		return $order->get_checkout_order_received_url();
	}

	/**
	 * Handles a refusal.
	 *
	 * @param Puente_Answer $answer Refusal.
	 * @param WC_Order      $order  Order.
	 * @param array         $way    Way to pay.
	 * @return string The customer's next URL.
	 * @throws Puente_Cannot_Pay With a sentence for the customer.
	 */
	private static function after_refusal( Puente_Answer $answer, WC_Order $order, array $way ) {
		if ( in_array( $answer->code(), array( 'order_already_paid', 'charge_unresolved' ), true ) ) {
			return $order->get_checkout_order_received_url();
		}
		if ( array_intersect( self::AMOUNT_PATHS, $answer->error_paths() ) ) {
			/* translators: %s: what Puente or the gateway says about the total */
			$order->add_order_note( sprintf( __( 'Puente could not request payment for this order: its total was refused. %s', 'puente-for-woocommerce' ), $answer->words() ) );
			throw Puente_Cannot_Pay::by_code( 'amount_refused' );
		}
		if ( 'card_declined' === $answer->code() && 'saved_card' === $way['type'] ) {
			// The customer may have it unblocked, and press the button again.
			$order->update_meta_data( Puente_Known_Declines::META, Puente_Known_Declines::with_one_more( $order, $way['payment_method_id'] ) );
			$order->save_meta_data();
		}
		if ( 'no_such_saved_card' === $answer->code() && 'saved_card' === $way['type'] ) {
			Puente_Saved_Cards::remove( $way['payment_method_id'] );
		}
		throw Puente_Cannot_Pay::because_of( $answer ); // phpcs:ignore WordPress.Security.EscapeOutput.ExceptionNotEscaped -- Its constructor escapes.
	}

	/**
	 * Adds return URLs of the bank's challenge.
	 *
	 * @param array    $way   Way to pay.
	 * @param WC_Order $order Order.
	 */
	private static function with_return_addresses( array $way, WC_Order $order ) {
		if ( 'card_fields' !== $way['type'] ) {
			return $way;
		}
		return $way + array(
			'success_redirect_url' => $order->get_checkout_order_received_url(),
			'failed_redirect_url'  => add_query_arg( Puente_Pay_Page::DECLINED, '1', $order->get_checkout_payment_url() ),
		);
	}

	/**
	 * Returns the URL of a customer who does not pay now: the checkout, which reuses the order, or
	 * its pay page.
	 *
	 * @param WC_Order $order Order.
	 */
	private static function way_back( WC_Order $order ) {
		return Puente_Unpaid_Orders::is_of_this_checkout( $order ) ? wc_get_checkout_url() : $order->get_checkout_payment_url();
	}
}
